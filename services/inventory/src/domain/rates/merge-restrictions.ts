import { dayNumber, isoDate } from '../time/day-number.ts';
import { rangeByDay } from '../time/range-by-day.ts';
import type { DateRange } from '../time/range-by-day.ts';
import type { Restriction } from '../resources/resource.ts';
import { NO_LIMITS } from './restrictions.ts';
import type { RestrictionValues } from './restrictions.ts';

/**
 * The restrictions of a plan on the dates of `ranges` after some limits of them are changed: as few as there can be, and none
 * where no limit is left. `restrictions` are in order of precedence.
 */
export function mergeRestrictions(
  restrictions: readonly Restriction[],
  merged: Partial<RestrictionValues>,
  ranges: readonly DateRange[],
): Restriction[] {
  return ranges.flatMap(({ from, to }) => {
    const days = { first: dayNumber(from), end: dayNumber(to) };
    const runs: { first: number; end: number; values: RestrictionValues }[] = [];
    for (const [index, restriction] of rangeByDay(restrictions, days).entries()) {
      const day = days.first + index;
      const values = valuesOf(restriction, merged);
      const last = runs.at(-1);
      if (last !== undefined && isSame(last.values, values)) last.end = day + 1;
      else runs.push({ first: day, end: day + 1, values });
    }
    return runs
      .filter(({ values }) => !isSame(values, NO_LIMITS))
      .map(({ first, end, values }) => ({ from: isoDate(first), to: isoDate(end), ...values }));
  });
}

function valuesOf(
  restriction: Restriction | undefined,
  merged: Partial<RestrictionValues>,
): RestrictionValues {
  const { stopSell, minStayNights, maxStayNights, closedToArrival, closedToDeparture } =
    restriction ?? NO_LIMITS;
  return { stopSell, minStayNights, maxStayNights, closedToArrival, closedToDeparture, ...merged };
}

export function isSame(one: RestrictionValues, other: RestrictionValues): boolean {
  return (
    one.stopSell === other.stopSell &&
    one.minStayNights === other.minStayNights &&
    one.maxStayNights === other.maxStayNights &&
    one.closedToArrival === other.closedToArrival &&
    one.closedToDeparture === other.closedToDeparture
  );
}
