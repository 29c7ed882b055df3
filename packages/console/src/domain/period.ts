import { addDays, addMonths, daysBetween, firstOfMonth, isDate } from '@lodging/format';

/** Local dates; both are in it. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export const COMPARISONS = ['none', 'before', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export function monthOf(date: string): Period {
  const from = firstOfMonth(date);
  return { from, to: addDays(addMonths(from, 1), -1) };
}

/** Those before the date. */
export function daysBefore(date: string, days: number): Period {
  return { from: addDays(date, -days), to: addDays(date, -1) };
}

export function isPeriod({ from, to }: Period): boolean {
  return isDate(from) && isDate(to) && from <= to;
}

/** The one of the same length before it, or the same dates a year earlier. */
export function comparedWith({ from, to }: Period, comparison: Comparison): Period | null {
  if (comparison === 'none') return null;
  if (comparison === 'year') return { from: addMonths(from, -12), to: addMonths(to, -12) };
  return daysBefore(from, daysBetween(from, to) + 1);
}

/** As the API takes it: `to` is the day after the last one. */
export function exclusive({ from, to }: Period): Period {
  return { from, to: addDays(to, 1) };
}
