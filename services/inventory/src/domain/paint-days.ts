import { dayNumber } from './day-number.ts';

/** Days since 1970-01-01 from `first` up to, not including, `end`. */
export interface Days {
  readonly first: number;
  readonly end: number;
}

interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** What covers each day, the last range winning. */
export function paintDays<T extends DateRange>(ranges: readonly T[], days: Days): (T | undefined)[] {
  const painted = Array.from<T | undefined>({ length: days.end - days.first });
  for (const range of ranges) {
    const first = Math.max(dayNumber(range.from), days.first) - days.first;
    const end = Math.min(dayNumber(range.to), days.end) - days.first;
    if (first < end) painted.fill(range, first, end);
  }
  return painted;
}
