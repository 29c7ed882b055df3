import { ok } from '@lodging/kernel';
import { refundOfEverything } from '../money/refund-obligation.ts';
import { isCancelledHold } from '../stay/reservation.ts';
import { cancel } from '../stay/transitions.ts';
import type { Transition } from '../stay/transitions.ts';

/** Cancels a hold that was paid, or may have been: all of its money goes back. */
export const cancelPaidHold: Transition = (reservation, at) => {
  const cancelled = cancel(reservation, at);
  if (!cancelled.ok) return cancelled;
  const refund = isCancelledHold(cancelled.value.next) ? refundOfEverything('cancelled') : null;
  return ok({ ...cancelled.value, refund });
};
