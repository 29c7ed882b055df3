import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { MAX_NIGHTS } from './check-window.ts';
import { dayNumber, isoDate, isoWeekday } from './day-number.ts';
import { refuseFaults } from './faults.ts';
import type { Invalid } from './faults.ts';
import { limitFaults } from './restrict-plans.ts';
import type { Limits } from './restrict-plans.ts';

/** As many resources as one change may touch, so that it ends while its caller still waits. */
export const MAX_RESOURCES = 500;

export interface BulkWish {
  readonly roomTypeId: string;
  /** Undefined: every resource of the room type. */
  readonly resourceIds: readonly string[] | undefined;
  readonly ratePlanCode: string;
  readonly from: string;
  readonly to: string;
  /** 1 is Monday; undefined chooses every day. */
  readonly daysOfWeek: readonly number[] | undefined;
  readonly nightlyRate: { readonly amountMinorUnits: bigint; readonly currency: string } | undefined;
  readonly limits: Limits | undefined;
}

/** What is there, read under the locks of the resources. */
export interface BulkScene {
  readonly roomTypeExists: boolean;
  readonly resources: readonly {
    readonly id: string;
    readonly roomTypeId: string | null;
    readonly currency: string;
    /** Of the plan with the wanted code, if the resource has one. */
    readonly ratePlanId: string | null;
  }[];
}

export interface DateRange {
  readonly from: string;
  readonly to: string;
}

export interface BulkChange {
  readonly targets: readonly { readonly resourceId: string; readonly ratePlanId: string }[];
  readonly dates: readonly string[];
  /** The same dates as ranges, as long as they can be. */
  readonly ranges: readonly DateRange[];
  readonly amountMinorUnits: bigint | undefined;
  /** They replace whatever restricted the plan on the dates. */
  readonly limits: Limits | undefined;
}

type WindowRefusal = { readonly ok: false; readonly refusal: Refusal<'invalid_window' | 'range_too_large'> };

/** A range of dates as it may be asked for. */
export function refuseRange({ from, to }: DateRange): WindowRefusal | undefined {
  if (from >= to) return refuse('invalid_window', '`from` must be before `to`.');
  return dayNumber(to) - dayNumber(from) > MAX_NIGHTS
    ? refuse('range_too_large', `The range must not have more than ${MAX_NIGHTS} nights.`)
    : undefined;
}

/** What is wrong with the wish whatever is there. */
export function refuseBulkWish(wish: BulkWish): Invalid | WindowRefusal | undefined {
  const { nightlyRate, limits } = wish;
  const saysNothing = nightlyRate === undefined && limits === undefined;
  const faults = [
    ...(saysNothing ? [{ pointer: '', message: 'Give a nightlyRate, a restriction, or both.' }] : []),
    ...(limits === undefined ? [] : limitFaults(limits, '/restriction')),
  ];
  return refuseFaults(faults) ?? refuseRange(wish);
}

type BulkRefusal = Refusal<
  'room_type_not_found' | 'resource_not_found' | 'unknown_rate_plan_code' | 'validation_failed'
>;

/** All or nothing: one resource that does not fit refuses the whole. */
export function decideBulkChange(scene: BulkScene, wish: BulkWish): Result<BulkChange, BulkRefusal> {
  if (!scene.roomTypeExists) return refuse('room_type_not_found', 'There is no such room type.');
  const there = new Set(scene.resources.map(({ id }) => id));
  if (wish.resourceIds?.some((id) => !there.has(id)) === true)
    return refuse('resource_not_found', 'One of the resources does not exist.');
  if (there.size > MAX_RESOURCES) return tooMany;
  const targets: { resourceId: string; ratePlanId: string }[] = [];
  for (const { id: resourceId, roomTypeId, ratePlanId } of scene.resources) {
    if (roomTypeId !== wish.roomTypeId || ratePlanId === null)
      return refusePlan(resourceId, wish.ratePlanCode);
    targets.push({ resourceId, ratePlanId });
  }
  const { nightlyRate, limits } = wish;
  if (nightlyRate !== undefined && scene.resources.some(({ currency }) => currency !== nightlyRate.currency))
    return otherCurrency;
  const days = chosenDays(wish);
  return ok({
    targets,
    dates: days.map(isoDate),
    ranges: rangesOf(days),
    amountMinorUnits: nightlyRate?.amountMinorUnits,
    limits,
  });
}

function chosenDays({ from, to, daysOfWeek }: BulkWish): number[] {
  const first = dayNumber(from);
  const days = Array.from({ length: dayNumber(to) - first }, (_, index) => first + index);
  return daysOfWeek === undefined ? days : days.filter((day) => daysOfWeek.includes(isoWeekday(day)));
}

function rangesOf(days: readonly number[]): DateRange[] {
  const begins = days.filter((day, index) => days[index - 1] !== day - 1);
  const ends = days.filter((day, index) => days[index + 1] !== day + 1);
  return begins.map((begin, index) => ({ from: isoDate(begin), to: isoDate((ends[index] ?? begin) + 1) }));
}

function refusePlan(resourceId: string, code: string) {
  const detail = `The resource ${resourceId} has no rate plan ${JSON.stringify(code)} of the room type.`;
  return refuse('unknown_rate_plan_code', detail);
}

const tooMany: Invalid = refuse(
  'validation_failed',
  `The room type has more than ${MAX_RESOURCES} resources; name some of them.`,
  { errors: [{ pointer: '/resourceIds', message: `Name at most ${MAX_RESOURCES} resources.` }] },
);
const otherCurrency: Invalid = refuse(
  'validation_failed',
  'The currency of a rate is that of the resource.',
  { errors: [{ pointer: '/nightlyRate/currency', message: 'It must be the currency of every resource.' }] },
);
