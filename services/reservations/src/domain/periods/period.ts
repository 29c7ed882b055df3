import { daysBetween, ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';

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
