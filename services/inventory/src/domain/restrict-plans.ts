import { localDate, ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { refuseFaults } from './faults.ts';
import type { Fault, Invalid } from './faults.ts';
import type { RatePlan, Restriction } from './resource.ts';

/** What a restriction says, whatever its dates. */
export type Limits = Omit<Restriction, 'from' | 'to'>;

export interface RestrictionEntry {
  readonly ratePlanCode: string;
  readonly fromAt: Temporal.Instant;
  readonly toAt: Temporal.Instant;
  readonly limits: Limits;
}

/** A restriction as it is kept: dates, and the moments with which they were put. */
export interface RestrictionOfPlan extends Restriction {
  readonly ratePlanId: string;
  readonly fromAt: Temporal.Instant;
  readonly toAt: Temporal.Instant;
}

type InvalidWindow = { readonly ok: false; readonly refusal: Refusal<'invalid_window'> };

/** What is wrong with the entries whatever the resource. */
export function refuseRestrictionEntries(
  entries: readonly RestrictionEntry[],
): Invalid | InvalidWindow | undefined {
  const faults = entries.flatMap(({ limits }, index) => limitFaults(limits, `/restrictions/${index}`));
  const invalid = refuseFaults(faults);
  if (invalid !== undefined) return invalid;
  const backwards = entries.findIndex(({ fromAt, toAt }) => Temporal.Instant.compare(fromAt, toAt) >= 0);
  return backwards === -1 ? undefined : invalidWindow(backwards, '`from` must be before `to`.');
}

export function limitFaults({ minStayNights, maxStayNights }: Limits, at: string): Fault[] {
  if (minStayNights === null || maxStayNights === null || minStayNights <= maxStayNights) return [];
  return [{ pointer: `${at}/maxStayNights`, message: 'The longest stay is shorter than the shortest.' }];
}

/** All or nothing: one unknown code refuses the whole list. */
export function resolveRestrictions(
  resource: { readonly timezone: string },
  plans: readonly Pick<RatePlan, 'id' | 'code'>[],
  entries: readonly RestrictionEntry[],
): Result<RestrictionOfPlan[], Refusal<'unknown_rate_plan_code' | 'invalid_window'>> {
  const idOf = new Map(plans.map(({ id, code }) => [code, id]));
  const resolved: RestrictionOfPlan[] = [];
  for (const { ratePlanCode, fromAt, toAt, limits } of entries) {
    const ratePlanId = idOf.get(ratePlanCode);
    if (ratePlanId === undefined) return refuseCode(ratePlanCode);
    const from = localDate(fromAt, resource.timezone).toString();
    const to = localDate(toAt, resource.timezone).toString();
    if (from >= to)
      return invalidWindow(resolved.length, 'It covers no date in the time zone of the resource.');
    resolved.push({ ratePlanId, fromAt, toAt, from, to, ...limits });
  }
  return ok(resolved);
}

function refuseCode(code: string) {
  const detail = `The resource has no rate plan with the code ${JSON.stringify(code)}.`;
  return refuse('unknown_rate_plan_code', detail);
}

function invalidWindow(index: number, why: string): InvalidWindow {
  return refuse('invalid_window', `The window of /restrictions/${index} is no range of dates. ${why}`);
}

/**
 * A date as a date-time that means the same date when it is put again: the moment it was put with, as long as that still
 * falls on it, else the beginning of the day.
 */
export function momentOnDate(
  date: string,
  putAt: Temporal.Instant | null,
  timezone: string,
): Temporal.Instant {
  if (putAt !== null && localDate(putAt, timezone).toString() === date) return putAt;
  return Temporal.PlainDate.from(date).toZonedDateTime(timezone).toInstant();
}
