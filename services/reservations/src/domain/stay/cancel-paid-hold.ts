import { ok } from '@lodging/kernel';
import { refundOfEverything } from './refund-obligation.ts';
import { isCancelledHold } from './reservation.ts';
import { cancel } from './transitions.ts';
import type { Transition } from './transitions.ts';

/** Cancels a hold that was paid, or may have been: all of its money goes back. */
export const cancelPaidHold: Transition = (reservation, at) => {
  const cancelled = cancel(reservation, at);
  if (!cancelled.ok) return cancelled;
  const refund = isCancelledHold(cancelled.value.next) ? refundOfEverything('cancelled') : null;
  return ok({ ...cancelled.value, refund });
};
