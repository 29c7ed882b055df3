import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { Money } from '../stay/reservation.ts';

/** Refuses a stay whose total is not the one that was shown. */
export function checkTotal(
  { minorUnits }: Money,
  expectedMinorUnits: bigint | undefined,
): Result<null, Refusal<'price_changed'>> {
  if (expectedMinorUnits === undefined || expectedMinorUnits === minorUnits) return ok(null);
  const totalMinorUnits = minorUnits.toString();
  return refuse('price_changed', 'The total is another one now.', { totalMinorUnits });
}
