import { daysBetween, ok, refuse } from '@lodging/kernel';
import type { Refusal, RefusedWith, Result } from '@lodging/kernel';

/** Dates from `from` up to, not including, `to`. */
export interface Period {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

/** A leap year. */
const MAX_DAYS = 366;

export function checkPeriod({
  from,
  to,
}: Period): Result<null, Refusal<'invalid_window' | 'range_too_large'>> {
  const days = daysBetween(from, to);
  if (days < 1) return refuse('invalid_window', '`from` must be a date before `to`.');
  if (days > MAX_DAYS)
    return refuse('range_too_large', `A period has at most ${MAX_DAYS} days; this one has ${days}.`);
  return ok(null);
}

/** Series times days of an answer. */
export const MAX_SERIES_DAYS = 10_000;

export function refuseSeries(
  count: number,
  { from, to }: Period,
): RefusedWith<Refusal<'range_too_large'>> | undefined {
  if (count * daysBetween(from, to) <= MAX_SERIES_DAYS) return undefined;
  return refuse(
    'range_too_large',
    `The ${count} series have together more than ${MAX_SERIES_DAYS} days; request fewer dates.`,
  );
}
