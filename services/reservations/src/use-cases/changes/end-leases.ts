import { systemContext } from '@lodging/kit-runtime';
import type { StayChange } from '../../domain/changes/stay-change.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { BACKGROUND_TIMEOUT } from '../../ports/neighbours.ts';

export type EndLeasesDeps = Pick<ReservationsDeps, 'changes' | 'inventory' | 'payments' | 'logFailure'>;

/**
 * What a change that has ended leaves: its payment, which is ended or goes back in full, and the units that it leased. Never
 * throws: a timer repeats what failed.
 */
export async function endLeases(deps: EndLeasesDeps, change: StayChange): Promise<void> {
  try {
    await endLeasesOrThrow(deps, change);
  } catch (error) {
    deps.logFailure(error, change.reservationId);
  }
}

/** `paid`: money for an expired change came in, and may apply it still; nothing was ended. */
export async function endLeasesOrThrow(
  { changes, inventory, payments }: EndLeasesDeps,
  change: StayChange,
): Promise<'ended' | 'paid'> {
  const { tenantId, livemode, reservationId, id: changeId, partIds, isPaid } = change;
  const ctx = systemContext(tenantId, livemode, BACKGROUND_TIMEOUT);
  if (change.expiresAt !== null) {
    const outcome = await payments.cancelAttempt(ctx, { reservationId, changeId });
    if (outcome === 'succeeded' && change.state === 'expired' && !isPaid) return 'paid';
    if (outcome === 'succeeded') await payments.returnChangePayment(ctx, { reservationId, changeId });
  }
  if (partIds.length > 0) {
    const released = await inventory.releaseParts(ctx, { claimId: reservationId, partIds });
    if (!released.ok) throw new Error(released.refusal.detail);
  }
  const { attempt } = change;
  await changes.finish({ tenantId, id: changeId, reservationId, attempt });
  return 'ended';
}
