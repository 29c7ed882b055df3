import { localDate, ok, refuse } from '@lodging/kernel';
import type { Refusal, Refused, Result } from '@lodging/kernel';
import type { RatePlan, Restriction } from '../resources/resource.ts';
import { LIMITS, refuseGrowth } from '../resources/tenant-limits.ts';
import { errorsOfEach, refuseErrors } from '../validation.ts';
import type { FieldError, ValidationFailed } from '../validation.ts';

/** A restriction without its dates. */
export type RestrictionValues = Omit<Restriction, 'from' | 'to'>;

/** The limits of the plan apply. */
export const NO_LIMITS: RestrictionValues = {
  stopSell: false,
  minStayNights: null,
  maxStayNights: null,
  closedToArrival: null,
  closedToDeparture: null,
};

export interface RestrictionEntry {
  readonly ratePlanCode: string;
  readonly fromAt: Temporal.Instant;
  readonly toAt: Temporal.Instant;
  readonly values: RestrictionValues;
}

/** A restriction as it is stored: its local dates, and the instants of the request for reading it back unchanged. */
export interface PlanRestriction extends Restriction {
  readonly ratePlanId: string;
  readonly fromAt: Temporal.Instant;
  readonly toAt: Temporal.Instant;
}

type InvalidWindow = Refused<'invalid_window'>;

/** The checks that need no resource. */
export function checkRestrictionEntries(
  entries: readonly RestrictionEntry[],
): ValidationFailed | InvalidWindow | undefined {
  const invalid = refuseErrors(
    errorsOfEach(entries, ({ values }, index) => stayLengthErrors(values, `/restrictions/${index}`)),
  );
  if (invalid !== undefined) return invalid;
  const backwards = entries.findIndex(({ fromAt, toAt }) => Temporal.Instant.compare(fromAt, toAt) >= 0);
  return backwards === -1 ? undefined : invalidWindow(backwards, '`from` must be before `to`.');
}

export function stayLengthErrors(
  { minStayNights, maxStayNights }: RestrictionValues,
  pointer: string,
): FieldError[] {
  if (minStayNights === null || maxStayNights === null || minStayNights <= maxStayNights) return [];
  return [{ pointer: `${pointer}/maxStayNights`, message: 'The longest stay is shorter than the shortest.' }];
}

/** The number of restrictions of each plan, by its id. */
export type RestrictionCounts = ReadonlyMap<string, number>;

/** All or nothing: one unknown code refuses the whole list. `stored` are the restrictions that the resource has. */
export function resolveRestrictions(
  resource: { readonly timezone: string },
  plans: readonly Pick<RatePlan, 'id' | 'code'>[],
  entries: readonly RestrictionEntry[],
  stored: RestrictionCounts,
): Result<PlanRestriction[], Refusal<'unknown_rate_plan_code' | 'invalid_window' | 'limit_reached'>> {
  const idOf = new Map(plans.map(({ id, code }) => [code, id]));
  const resolved: PlanRestriction[] = [];
  for (const { ratePlanCode, fromAt, toAt, values } of entries) {
    const ratePlanId = idOf.get(ratePlanCode);
    if (ratePlanId === undefined) return refuseUnknownCode(ratePlanCode);
    const from = localDate(fromAt, resource.timezone).toString();
    const to = localDate(toAt, resource.timezone).toString();
    if (from >= to)
      return invalidWindow(resolved.length, 'It covers no date in the time zone of the resource.');
    resolved.push({ ratePlanId, fromAt, toAt, from, to, ...values });
  }
  return refuseGrowth(LIMITS.restrictions, countRestrictions(stored, resolved)) ?? ok(resolved);
}

function countRestrictions(stored: RestrictionCounts, entries: readonly PlanRestriction[]) {
  const sum = (counts: RestrictionCounts) => [...counts.values()].reduce((total, count) => total + count, 0);
  const before = sum(stored);
  const kept = new Map(stored);
  for (const { ratePlanId } of entries) kept.delete(ratePlanId);
  return { before, after: sum(kept) + entries.length };
}

function refuseUnknownCode(code: string) {
  const detail = `The resource has no rate plan with the code ${JSON.stringify(code)}.`;
  return refuse('unknown_rate_plan_code', detail);
}

function invalidWindow(index: number, reason: string): InvalidWindow {
  return refuse('invalid_window', `The window of /restrictions/${index} is no range of dates. ${reason}`);
}

/**
 * An instant that means the same local date when the restriction is written again: that of the last request while it still
 * falls on the date, else the beginning of the day.
 */
export function instantOnDate(
  date: string,
  requested: Temporal.Instant | null,
  timezone: string,
): Temporal.Instant {
  if (requested !== null && localDate(requested, timezone).toString() === date) return requested;
  return Temporal.PlainDate.from(date).toZonedDateTime(timezone).toInstant();
}
