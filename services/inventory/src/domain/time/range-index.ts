import type { DateRange } from './range-by-day.ts';

/** Which of many ranges holds on a date, found in the logarithm of their number. */
export interface RangeIndex<T> {
  on(date: string): T | undefined;
  /** True if the range of any date from `from` up to, not including, `to` has the property. */
  some(dates: DateRange, holds: (range: T) => boolean): boolean;
}

/** Of ranges that overlap, the first or the last one of the list holds. */
export type Winner = 'first' | 'last';

/** The dates at which another range may hold begin a segment; each has the one that holds up to the next. */
export function indexRanges<T extends DateRange>(ranges: readonly T[], winner: Winner): RangeIndex<T> {
  const starts = [...new Set(ranges.flatMap(({ from, to }) => [from, to]))].toSorted();
  const place = new Map(starts.map((date, index) => [date, index]));
  const holding = Array.from<T | undefined>({ length: starts.length });
  const nextFree = Array.from({ length: starts.length + 1 }, (_, index) => index);
  const freeFrom = (index: number): number => {
    let free = index;
    while (nextFree[free] !== free) free = nextFree[free] ?? free;
    for (let at = index; at !== free;) {
      const next = nextFree[at] ?? free;
      nextFree[at] = free;
      at = next;
    }
    return free;
  };
  // Those that hold come first, and later ones get what these left free.
  for (const range of winner === 'first' ? ranges : ranges.toReversed()) {
    const end = place.get(range.to) ?? 0;
    for (let at = freeFrom(place.get(range.from) ?? 0); at < end; at = freeFrom(at)) {
      holding[at] = range;
      nextFree[at] = at + 1;
    }
  }
  return {
    on: (date) => holding[lastStart(starts, date)],
    some({ from, to }, holds) {
      for (let at = Math.max(0, lastStart(starts, from)); at < starts.length; at += 1) {
        if ((starts[at] ?? to) >= to) return false;
        const range = holding[at];
        if (range !== undefined && holds(range)) return true;
      }
      return false;
    },
  };
}

/** The index of the last start that is not after the date; -1: it is before all of them. */
function lastStart(starts: readonly string[], date: string): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? '') <= date) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** So few are found faster one by one. */
const FEW = 12;

/** Keeps the index of each list as long as the list: a configuration is used many times before it changes. */
export function rangeFinder(winner: Winner) {
  const known = new WeakMap<readonly DateRange[], RangeIndex<never>>();
  return <T extends DateRange>(ranges: readonly T[]): RangeIndex<T> | undefined => {
    if (ranges.length <= FEW) return undefined;
    const index = (known.get(ranges) as RangeIndex<T> | undefined) ?? indexRanges(ranges, winner);
    known.set(ranges, index as unknown as RangeIndex<never>);
    return index;
  };
}
