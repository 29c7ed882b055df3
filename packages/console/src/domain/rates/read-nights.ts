import type { components } from '@lodging/client';
import { addDays, daysBetween } from '@lodging/format';
import { isEmptyTarget, TARGETS } from './rate-changes.ts';
import type { NightTarget } from './rate-changes.ts';

export type BulkPlan = components['schemas']['BulkRates']['plans'][number];
export type BulkDay = BulkPlan['days'][number];
/** A night of a row: of all resources of a room type with the plan, or of one of them. */
export type RateDay = Omit<BulkDay, 'unitsFree'>;

/** The rate before weekday and season; null where resources differ, or none has one. */
export function oneRate({
  nightly: { lowestMinorUnits, highestMinorUnits, missing },
}: RateDay): bigint | null {
  if (lowestMinorUnits === null || lowestMinorUnits !== highestMinorUnits || missing > 0) return null;
  return BigInt(lowestMinorUnits);
}

export function isMixed({ nightly: { lowestMinorUnits, highestMinorUnits, missing } }: RateDay): boolean {
  return lowestMinorUnits !== null && (lowestMinorUnits !== highestMinorUnits || missing > 0);
}

/** Every resource has a rate of the date. */
export const isOwn = ({ nightly: { overridden } }: RateDay, resources: number): boolean =>
  overridden > 0 && overridden === resources;

/** The target without what is so already on all resources. */
export function openPart(target: NightTarget, day: RateDay, resources: number): NightTarget {
  const own = isOwn(day, resources) ? oneRate(day) : undefined;
  const isAll = (n: number, wanted: boolean): boolean => n === (wanted ? resources : 0);
  const isSpan = ({ lowest, highest }: RateDay['minStayNights'], wanted: number): boolean =>
    lowest === wanted && highest === wanted;
  const { nightly, stopSell, closedToArrival, closedToDeparture, minStayNights, maxStayNights } = target;
  const isRate = nightly === null ? day.nightly.overridden === 0 : nightly === own;
  return {
    ...(nightly !== undefined && !isRate && { nightly }),
    ...(stopSell !== undefined && !isAll(day.stopSell, stopSell) && { stopSell }),
    ...(closedToArrival !== undefined && !isAll(day.closedToArrival, closedToArrival) && { closedToArrival }),
    ...(closedToDeparture !== undefined &&
      !isAll(day.closedToDeparture, closedToDeparture) && { closedToDeparture }),
    // Whether a limit is one of the plan is not known, so taking it away stays to be sent.
    ...(minStayNights !== undefined &&
      !(minStayNights !== null && isSpan(day.minStayNights, minStayNights)) && { minStayNights }),
    ...(maxStayNights !== undefined &&
      !(maxStayNights !== null && isSpan(day.maxStayNights, maxStayNights)) && { maxStayNights }),
  };
}

/**
 * What is left to send for one resource: its target, less what it has already and what the pending change of its room
 * type gives it.
 */
export function openPartUnder(above: NightTarget, target: NightTarget, day: RateDay): NightTarget {
  const open = openPart(target, day, 1);
  const kept = TARGETS.filter((name) =>
    above[name] === undefined
      ? open[name] !== undefined
      : target[name] !== undefined && target[name] !== above[name],
  );
  return Object.fromEntries(kept.map((name) => [name, target[name]]));
}

/** A later read says something else of what the target is about. */
export function hasChanged(target: NightTarget, before: RateDay, after: RateDay): boolean {
  const touched = ({
    nightly,
    stopSell,
    closedToArrival,
    closedToDeparture,
    minStayNights,
    maxStayNights,
  }: RateDay) =>
    JSON.stringify([
      target.nightly === undefined ? null : nightly,
      target.stopSell === undefined ? null : stopSell,
      target.closedToArrival === undefined ? null : closedToArrival,
      target.closedToDeparture === undefined ? null : closedToDeparture,
      target.minStayNights === undefined ? null : minStayNights,
      target.maxStayNights === undefined ? null : maxStayNights,
    ]);
  return !isEmptyTarget(target) && touched(before) !== touched(after);
}

/** What one request may have. */
const MOST_DAYS = 366;

/** The fewest spans that have all of the dates, each of which one request can read. */
export function spansOf(dates: readonly string[]): { readonly from: string; readonly days: number }[] {
  const spans: { from: string; days: number }[] = [];
  for (const date of dates.toSorted()) {
    const last = spans.at(-1);
    if (last !== undefined && daysBetween(last.from, date) < MOST_DAYS)
      last.days = daysBetween(last.from, addDays(date, 1));
    else spans.push({ from: date, days: 1 });
  }
  return spans;
}
