import { dayNumber } from './day-number.ts';

/** Days since 1970-01-01 from `first` up to, not including, `end`. */
export interface DayRange {
  readonly first: number;
  readonly end: number;
}

/** Local dates from `from` up to, not including, `to`. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** For each day the last range that covers it, in one pass over the ranges. */
export function rangeByDay<T extends DateRange>(ranges: readonly T[], days: DayRange): (T | undefined)[] {
  const byDay = Array.from<T | undefined>({ length: days.end - days.first });
  for (const range of ranges) {
    const first = Math.max(dayNumber(range.from), days.first) - days.first;
    const end = Math.min(dayNumber(range.to), days.end) - days.first;
    if (first < end) byDay.fill(range, first, end);
  }
  return byDay;
}
