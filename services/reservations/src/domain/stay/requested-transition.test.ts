import { describe, expect, it } from 'vitest';
import { requestTransitionFrom, requestTransition } from './requested-transition.ts';
import { isCancelledHold } from './reservation.ts';
import { allowedTransitions, reservationStates } from './states.ts';
import type { ReservationState } from './states.ts';
import { buildReservation, noon } from '../../../test/build-reservation.ts';

const at = noon.add({ minutes: 1 });
const REQUESTABLE: readonly ReservationState[] = ['cancelled', 'checked_in', 'checked_out', 'no_show'];

describe('a requested transition', () => {
  const pairs = reservationStates.flatMap((from) => reservationStates.map((to) => ({ from, to })));
  it.each(pairs)('$from → $to is made, or refused with the allowed transitions', ({ from, to }) => {
    const result = requestTransition(buildReservation(from), to, at);
    const legal = REQUESTABLE.includes(to) && allowedTransitions(from).includes(to);
    if (legal) expect(result).toMatchObject({ ok: true, value: { next: { state: to, version: 4 } } });
    else
      expect(result).toMatchObject({
        refusal: { code: 'illegal_transition', extra: { from, to, allowed: allowedTransitions(from) } },
      });
  });

  it('is refused for a hold past its end as for an expired one', () => {
    const extra = { from: 'expired', to: 'cancelled', allowed: [] };
    const late = noon.add({ minutes: 15 });
    expect(requestTransition(buildReservation('held'), 'cancelled', late)).toMatchObject({
      refusal: { extra },
    });
    expect(requestTransition(buildReservation('held'), 'confirmed', late)).toMatchObject({
      refusal: { extra: { from: 'expired' } },
    });
  });

  it('has an event of its name', () => {
    const verbs = (from: ReservationState, to: ReservationState) => {
      const result = requestTransition(buildReservation(from), to, at);
      return result.ok ? result.value.events.map(({ verb }) => verb) : 'refused';
    };
    expect(verbs('held', 'cancelled')).toEqual(['cancelled']);
    expect(verbs('confirmed', 'cancelled')).toEqual(['cancelled']);
    expect(verbs('confirmed', 'checked_in')).toEqual(['checked-in']);
    expect(verbs('confirmed', 'no_show')).toEqual(['no-show']);
    expect(verbs('checked_in', 'checked_out')).toEqual(['checked-out']);
  });
});

describe('a concurrent change', () => {
  it('refuses the request, even where the transition from the new state would be legal', () => {
    const cancelHold = requestTransitionFrom('held', 'cancelled', { mayBePaid: false });
    expect(cancelHold(buildReservation('held'), at)).toMatchObject({ ok: true });
    expect(cancelHold(buildReservation('confirmed'), at)).toMatchObject({
      refusal: { code: 'illegal_transition', extra: { from: 'confirmed', to: 'cancelled' } },
    });
    expect(
      requestTransitionFrom('confirmed', 'cancelled', { mayBePaid: false })(
        buildReservation('checked_in'),
        at,
      ),
    ).toMatchObject({
      ok: false,
    });
  });
});

it('a cancelled hold differs from a cancelled booking: only the payment of the hold is returned', () => {
  const cancelled = (from: ReservationState) => {
    const result = requestTransition(buildReservation(from), 'cancelled', at);
    return result.ok && isCancelledHold(result.value.next);
  };
  expect(cancelled('held')).toBe(true);
  expect(cancelled('confirmed')).toBe(false);
});
