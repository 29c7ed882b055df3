import { systemContext } from '@lodging/kit-runtime';
import type { ChangeRefund, StayChange } from '../../domain/changes/stay-change.ts';
import { retainedOf } from '../../domain/stay/reservation-terms.ts';
import { offlineTotalOf } from '../../domain/stay/reservation.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { attemptOf } from './apply-change.ts';

export type SettleChangeDeps = Pick<ReservationsDeps, 'changes' | 'reservations' | 'payments' | 'logFailure'>;

/** Longer than payments waits for its provider. */
const TIMEOUT = { timeoutMs: 7_000 };

/**
 * Has payments return what is here above the price of the changed stay and all that was retained. Never throws: a timer
 * repeats what failed. Undefined: payments has not answered.
 */
export async function settleChange(
  deps: SettleChangeDeps,
  change: StayChange,
): Promise<readonly ChangeRefund[] | undefined> {
  try {
    const { tenantId, reservationId, id: changeId, livemode } = change;
    const snapshot = await deps.reservations.findWithTerms(tenantId, reservationId);
    if (snapshot === undefined) return undefined;
    const { reservation, terms, paidOffline } = snapshot;
    // Nothing goes back: its payment was ended.
    if (reservation.state === 'held') return [];
    const ctx = systemContext(tenantId, livemode, TIMEOUT);
    const refunds = await deps.payments.settleChange(ctx, {
      reservationId,
      changeId,
      // A later change may have been applied before payments answered.
      keepMinorUnits: reservation.total.minorUnits + retainedOf(terms),
      offlineMinorUnits: paidOffline ? offlineTotalOf(reservation) : 0n,
    });
    await deps.changes.finish(attemptOf(change), refunds);
    return refunds;
  } catch (error) {
    deps.logFailure(error, change.reservationId);
    return undefined;
  }
}
