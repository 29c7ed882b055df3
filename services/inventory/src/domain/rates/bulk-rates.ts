import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { checkDateRange, MAX_YEARS_AHEAD } from '../time/check-window.ts';
import type { DateRangeRefusal } from '../time/check-window.ts';
import { dayNumber, isoDate, isoWeekday } from '../time/day-number.ts';
import type { DateRange } from '../time/range-by-day.ts';
import { roomTypeNotFound } from '../resources/resource.ts';
import { NO_LIMITS, stayLengthErrors } from './restrictions.ts';
import type { RestrictionValues } from './restrictions.ts';
import { refuseErrors } from '../validation.ts';
import type { ValidationFailed } from '../validation.ts';

/** Resources of one change. It bounds the duration, which must stay below the timeout of the request. */
export const MAX_RESOURCES = 500;

export interface BulkRateRequest {
  readonly roomTypeId: string;
  /** Undefined: every resource of the room type. */
  readonly resourceIds: readonly string[] | undefined;
  readonly ratePlanCode: string;
  readonly from: string;
  readonly to: string;
  /** 1 is Monday; undefined chooses every day. */
  readonly daysOfWeek: readonly number[] | undefined;
  /** Null removes the rates of the dates. */
  readonly nightlyRate: { readonly amountMinorUnits: bigint; readonly currency: string } | null | undefined;
  /** Replaces the restrictions of the dates. */
  readonly restriction: RestrictionValues | undefined;
  /** Changes some limits of the restrictions of the dates. */
  readonly merged: Partial<RestrictionValues> | undefined;
}

/** The stored data that decides a bulk change, read under the locks of the resources. */
export interface BulkRateContext {
  readonly roomTypeExists: boolean;
  readonly resources: readonly {
    readonly id: string;
    readonly roomTypeId: string | null;
    readonly currency: string;
    /** Of the plan with the requested code, if the resource has one. */
    readonly ratePlanId: string | null;
  }[];
}

export interface BulkRateChange {
  readonly targets: readonly { readonly resourceId: string; readonly ratePlanId: string }[];
  readonly dates: readonly string[];
  /** The same dates as the fewest ranges. */
  readonly ranges: readonly DateRange[];
  /** Null removes the rates. */
  readonly amountMinorUnits: bigint | null | undefined;
  /** Replaces every restriction of the plans on the dates. */
  readonly restriction: RestrictionValues | undefined;
  readonly merged: Partial<RestrictionValues> | undefined;
}

/** Of a nightly rate: so many nights a plan may have, since no stay is sold further ahead. */
const MAX_DAYS_BACK = 366;
const tooFar = refuse(
  'invalid_window',
  `A nightly rate is for dates from a year ago to ${MAX_YEARS_AHEAD} years ahead.`,
);

/** The checks that need no stored data. */
export function checkBulkRateRequest(
  request: BulkRateRequest,
  now: Temporal.Instant,
): ValidationFailed | DateRangeRefusal | undefined {
  const { nightlyRate, restriction, merged } = request;
  const isEmpty = nightlyRate === undefined && restriction === undefined && merged === undefined;
  const errors = [
    ...(isEmpty ? [{ pointer: '', message: 'Give a nightlyRate, a restriction, or both.' }] : []),
    ...stayLengthErrors({ ...NO_LIMITS, ...restriction, ...merged }, '/restriction'),
  ];
  const invalid = refuseErrors(errors) ?? checkDateRange(request);
  if (invalid !== undefined) return invalid;
  return nightlyRate && isFar(request, now) ? tooFar : undefined;
}

/** A day more than the date in any zone. */
function isFar({ from, to }: DateRange, now: Temporal.Instant): boolean {
  const today = now.toZonedDateTimeISO('UTC').toPlainDate();
  const first = today.subtract({ days: MAX_DAYS_BACK + 1 }).toString();
  const end = today.add({ years: MAX_YEARS_AHEAD, days: 2 }).toString();
  return from < first || to > end;
}

type BulkRefusal = Refusal<
  'room_type_not_found' | 'resource_not_found' | 'unknown_rate_plan_code' | 'validation_failed'
>;

/** All or nothing: one resource without the plan refuses the whole change. */
export function decideBulkChange(
  { roomTypeExists, resources }: BulkRateContext,
  request: BulkRateRequest,
): Result<BulkRateChange, BulkRefusal> {
  if (!roomTypeExists) return roomTypeNotFound;
  const known = new Set(resources.map(({ id }) => id));
  if (request.resourceIds?.some((id) => !known.has(id)) === true)
    return refuse('resource_not_found', 'One of the resources does not exist.');
  if (known.size > MAX_RESOURCES) return tooManyResources;
  const targets: { resourceId: string; ratePlanId: string }[] = [];
  for (const { id: resourceId, roomTypeId, ratePlanId } of resources) {
    if (roomTypeId !== request.roomTypeId || ratePlanId === null)
      return refusePlan(resourceId, request.ratePlanCode);
    targets.push({ resourceId, ratePlanId });
  }
  const { nightlyRate, restriction, merged } = request;
  if (nightlyRate && resources.some(({ currency }) => currency !== nightlyRate.currency))
    return otherCurrency;
  const days = selectedDays(request);
  return ok({
    targets,
    dates: days.map(isoDate),
    ranges: rangesOf(days),
    amountMinorUnits: nightlyRate === null ? null : nightlyRate?.amountMinorUnits,
    restriction,
    merged,
  });
}

function selectedDays({ from, to, daysOfWeek }: BulkRateRequest): number[] {
  const first = dayNumber(from);
  const days = Array.from({ length: dayNumber(to) - first }, (_, index) => first + index);
  return daysOfWeek === undefined ? days : days.filter((day) => daysOfWeek.includes(isoWeekday(day)));
}

export function rangesOf(days: readonly number[]): DateRange[] {
  const begins = days.filter((day, index) => days[index - 1] !== day - 1);
  const ends = days.filter((day, index) => days[index + 1] !== day + 1);
  return begins.map((begin, index) => ({ from: isoDate(begin), to: isoDate((ends[index] ?? begin) + 1) }));
}

function refusePlan(resourceId: string, code: string) {
  const detail = `The resource ${resourceId} has no rate plan ${JSON.stringify(code)} of the room type.`;
  return refuse('unknown_rate_plan_code', detail);
}

const tooManyResources: ValidationFailed = refuse(
  'validation_failed',
  `The room type has more than ${MAX_RESOURCES} resources; name some of them.`,
  { errors: [{ pointer: '/resourceIds', message: `Name at most ${MAX_RESOURCES} resources.` }] },
);
const otherCurrency: ValidationFailed = refuse(
  'validation_failed',
  'The currency of a rate must be the currency of the resource.',
  { errors: [{ pointer: '/nightlyRate/currency', message: 'It must be the currency of every resource.' }] },
);
