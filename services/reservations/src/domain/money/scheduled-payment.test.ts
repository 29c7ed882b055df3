import { expect, it } from 'vitest';
import { balanceStateOf, checkedBalance, evaluateBalance } from './scheduled-payment.ts';
import type { ReservationState } from '../stay/states.ts';

const dueAt = Temporal.Instant.from('2027-05-26T22:00:00Z');
const evaluate = (state: ReservationState, paidMinorUnits: bigint, at = dueAt) =>
  evaluateBalance({ state, paidMinorUnits, totalMinorUnits: 100n, dueAt }, at);

it('a balance is due from its moment on, until the total is here', () => {
  const before = dueAt.subtract({ milliseconds: 1 });
  expect([
    evaluate('confirmed', 30n, before),
    evaluate('confirmed', 30n),
    evaluate('checked_in', 99n),
  ]).toEqual(['scheduled', 'due', 'due']);
  expect([
    evaluate('confirmed', 100n),
    evaluate('confirmed', 100n, before),
    evaluate('checked_out', 101n),
  ]).toEqual(Array(3).fill('paid'));
});

it('nothing is due of a hold, and nothing more of a stay that has ended', () => {
  expect([evaluate('pending', 0n), evaluate('held', 0n)]).toEqual(['scheduled', 'scheduled']);
  expect([evaluate('cancelled', 30n), evaluate('no_show', 100n), evaluate('expired', 0n)]).toEqual(
    Array(3).fill('void'),
  );
});

it('a balance is published once, on its day, also where a change of the stay was due before', () => {
  const before = dueAt.subtract({ milliseconds: 1 });
  const check = (
    state: 'scheduled' | 'due',
    eventPending: boolean,
    to: 'scheduled' | 'due' | 'paid',
    at = dueAt,
  ) => checkedBalance({ state, eventPending, dueAt }, to, at);
  expect(check('scheduled', false, 'due')).toEqual({ state: 'due', publishes: true, eventPending: false });
  expect(check('due', false, 'due')).toEqual({ state: 'due', publishes: false, eventPending: false });
  expect(check('due', true, 'due')).toEqual({ state: 'due', publishes: true, eventPending: false });
  expect(check('scheduled', false, 'due', before)).toEqual({
    state: 'due',
    publishes: false,
    eventPending: true,
  });
  expect(check('due', true, 'due', before)).toEqual({ state: 'due', publishes: false, eventPending: true });
  expect(check('due', true, 'scheduled', before)).toEqual({
    state: 'scheduled',
    publishes: false,
    eventPending: false,
  });
  expect(check('due', true, 'paid')).toEqual({ state: 'paid', publishes: false, eventPending: false });
});

it('a booking shows the state of its balance while it lives', () => {
  expect(balanceStateOf(null, 'confirmed')).toBe('none');
  expect(balanceStateOf('due', 'confirmed')).toBe('due');
  expect(balanceStateOf('paid', 'checked_out')).toBe('paid');
  expect(balanceStateOf('due', 'cancelled')).toBe('none');
  expect(balanceStateOf('void', 'confirmed')).toBe('none');
});
