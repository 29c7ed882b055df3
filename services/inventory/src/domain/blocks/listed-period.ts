import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { BlockMoment } from './own-block.ts';

/** Refuses a period that ends before it begins. A date and an instant are not compared: the zone decides. */
export function checkPeriod(
  from: BlockMoment | undefined,
  to: BlockMoment | undefined,
): Result<null, Refusal<'invalid_window'>> {
  const isEmpty =
    (from instanceof Temporal.PlainDate &&
      to instanceof Temporal.PlainDate &&
      Temporal.PlainDate.compare(from, to) >= 0) ||
    (from instanceof Temporal.Instant &&
      to instanceof Temporal.Instant &&
      Temporal.Instant.compare(from, to) >= 0);
  return isEmpty ? refuse('invalid_window', '`from` must be before `to`.') : ok(null);
}
