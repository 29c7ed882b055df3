import { daysBetween, ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';

/** `to` is the first date that is no longer in it. */
export interface Period {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

/** A leap year. */
export const LONGEST_PERIOD = 366;

export function periodOf(
  first: string,
  end: string,
): Result<Period, Refusal<'invalid_window' | 'range_too_large'>> {
  const period = { from: Temporal.PlainDate.from(first), to: Temporal.PlainDate.from(end) };
  const days = daysBetween(period.from, period.to);
  if (days < 1) return refuse('invalid_window', '`from` must be a date before `to`.');
  if (days > LONGEST_PERIOD)
    return refuse('range_too_large', `A period has at most ${LONGEST_PERIOD} days; this one has ${days}.`);
  return ok(period);
}
