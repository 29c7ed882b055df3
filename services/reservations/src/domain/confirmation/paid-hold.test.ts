import { describe, expect, it } from 'vitest';
import { cancelPaidHold } from '../stay/cancel-paid-hold.ts';
import { confirmPaidHold, refundPaidHold } from './paid-hold.ts';
import type { Reservation } from '../stay/reservation.ts';
import { reservationStates } from '../stay/states.ts';
import type { ReservationState } from '../stay/states.ts';
import { confirmLatePayment } from '../stay/transitions.ts';
import type { Transition } from '../stay/transitions.ts';
import { buildReservation, noon } from '../../../test/build-reservation.ts';

const inTime = noon.add({ minutes: 1 });
const tooLate = noon.add({ minutes: 15 });

function changeOf(transition: Transition, reservation: Reservation, at = tooLate) {
  const result = transition(reservation, at);
  if (!result.ok) throw new Error(result.refusal.detail);
  return result.value;
}
const refunded = () => changeOf(refundPaidHold, buildReservation('expired')).next;
const cancelledHold = (): Reservation => changeOf(cancelPaidHold, buildReservation('held'), inTime).next;

describe('the payment of a hold', () => {
  it.each(['held', 'expired'] as const)('confirms a %s one, also after its end', (state) => {
    for (const at of state === 'held' ? [inTime, tooLate] : [tooLate])
      expect(changeOf(confirmPaidHold, buildReservation(state), at)).toMatchObject({
        next: { state: 'confirmed', holdExpiresAt: null },
        events: [{ verb: 'confirmed' }],
        refund: null,
      });
  });

  it('goes back in full where a held one loses its units, which expires it', () => {
    expect(changeOf(refundPaidHold, buildReservation('held'))).toMatchObject({
      next: { state: 'expired', refundDecided: true, version: 4 },
      events: [{ verb: 'expired' }],
      refund: { cause: 'late', amount: null },
    });
  });

  it('goes back in full where an expired one has lost its units, without an event', () => {
    const expired = buildReservation('expired');
    expect(changeOf(refundPaidHold, expired)).toEqual({
      next: { ...expired, refundDecided: true },
      events: [],
      refund: { cause: 'late', amount: null },
    });
  });

  it('goes back once that is decided, whatever is free afterwards', () => {
    for (const again of [confirmPaidHold, refundPaidHold])
      expect(changeOf(again, refunded())).toMatchObject({
        next: { state: 'expired', refundDecided: true },
        refund: { cause: 'late' },
      });
    expect(confirmLatePayment(refunded(), tooLate)).toMatchObject({
      ok: false,
      refusal: { code: 'illegal_transition' },
    });
  });

  it('goes back in full where the hold was cancelled', () => {
    expect(cancelledHold()).toMatchObject({ state: 'cancelled' });
    for (const again of [confirmPaidHold, refundPaidHold])
      expect(changeOf(again, cancelledHold())).toEqual({
        next: cancelledHold(),
        events: [],
        refund: { cause: 'cancelled', amount: null },
      });
  });

  const pastHold = reservationStates.filter((state) => !['pending', 'held', 'expired'].includes(state));
  it.each<ReservationState>(pastHold)('of a booking that is %s changes nothing', (state) => {
    const booking = buildReservation(state);
    for (const transition of [confirmPaidHold, refundPaidHold])
      expect(changeOf(transition, booking)).toEqual({ next: booking, events: [], refund: null });
  });
});

describe('a cancellation', () => {
  it('of a hold that may be paid returns the money, that of a confirmed booking does not', () => {
    expect(changeOf(cancelPaidHold, buildReservation('held'), inTime)).toMatchObject({
      next: { state: 'cancelled' },
      events: [{ verb: 'cancelled' }],
      refund: { cause: 'cancelled', amount: null },
    });
    expect(changeOf(cancelPaidHold, buildReservation('confirmed'), inTime).refund).toBeNull();
  });
});
