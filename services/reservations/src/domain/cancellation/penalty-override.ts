import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { Reservation } from '../stay/reservation.ts';

/** The penalty that an operator decides, instead of the policy. It is the whole penalty. */
export type PenaltyOverride =
  | { readonly kind: 'waive' }
  | { readonly kind: 'fixed'; readonly amountMinorUnits: bigint };

const OVERRIDE_PERMISSION = 'booking:penalty:override';

export function checkOverridePermission(
  penalty: PenaltyOverride | undefined,
  permissions: readonly string[],
): Result<null, Refusal<'insufficient_permission'>> {
  if (penalty === undefined || permissions.includes(OVERRIDE_PERMISSION)) return ok(null);
  return refuse('insufficient_permission', `The key or operator lacks ${OVERRIDE_PERMISSION}.`);
}

export function checkOverrideAmount(
  penalty: PenaltyOverride | undefined,
  { total }: Pick<Reservation, 'total'>,
): Result<null, Refusal<'validation_failed'>> {
  if (penalty?.kind !== 'fixed' || penalty.amountMinorUnits <= total.minorUnits) return ok(null);
  const message = `The penalty is at most the total of the booking, ${total.minorUnits}.`;
  return refuse('validation_failed', message, {
    errors: [{ pointer: '/penalty/amountMinorUnits', message }],
  });
}
