import { ok } from '@lodging/kernel';
import { refundOfEverything } from '../stay/refund-obligation.ts';
import { isCancelledHold } from '../stay/reservation.ts';
import type { Reservation } from '../stay/reservation.ts';
import { confirmLatePayment, expire, unchanged } from '../stay/transitions.ts';
import type { StateChange, Transition } from '../stay/transitions.ts';

/** Confirms a paid hold whose units are claimed, also after its end; returns the payment of one that can no longer be confirmed. */
export const confirmPaidHold: Transition = (reservation, at) =>
  mayBeConfirmed(reservation) ? confirmLatePayment(reservation, at) : refundPaidHold(reservation, at);

/**
 * Decides that a payment goes back, because the units are taken or the hold was cancelled. The decision is final. Changes
 * nothing for a stay that is confirmed or was: its refunds are the operator's decision.
 */
export const refundPaidHold: Transition = (reservation, at) => {
  if (reservation.state === 'held') {
    const expired = expire(reservation, at);
    return expired.ok ? withRefund(expired.value) : expired;
  }
  return withRefund(unchanged(reservation).value);
};

function mayBeConfirmed(reservation: Reservation): boolean {
  return reservation.state === 'held' || (reservation.state === 'expired' && !reservation.refundDecided);
}

function withRefund({ next, events }: StateChange): { readonly ok: true; readonly value: StateChange } {
  if (next.state === 'expired')
    return ok({ next: { ...next, refundDecided: true }, events, refund: refundOfEverything('late') });
  return ok({ next, events, refund: isCancelledHold(next) ? refundOfEverything('cancelled') : null });
}
