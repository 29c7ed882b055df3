import { expect, it } from 'vitest';
import { balanceStateOf, judgeBalance } from './scheduled-payment.ts';
import type { ReservationState } from './states.ts';

const dueAt = Temporal.Instant.from('2027-05-26T22:00:00Z');
const judge = (state: ReservationState, paidMinorUnits: bigint, at = dueAt) =>
  judgeBalance({ state, paidMinorUnits, totalMinorUnits: 100n, dueAt }, at);

it('a balance is due from its moment on, until the total is here', () => {
  const before = dueAt.subtract({ milliseconds: 1 });
  expect([judge('confirmed', 30n, before), judge('confirmed', 30n), judge('checked_in', 99n)]).toEqual([
    'scheduled',
    'due',
    'due',
  ]);
  expect([judge('confirmed', 100n), judge('confirmed', 100n, before), judge('checked_out', 101n)]).toEqual(
    Array(3).fill('paid'),
  );
});

it('nothing is asked of a hold, and nothing more of a stay that has ended', () => {
  expect([judge('pending', 0n), judge('held', 0n)]).toEqual(['scheduled', 'scheduled']);
  expect([judge('cancelled', 30n), judge('no_show', 100n), judge('expired', 0n)]).toEqual(
    Array(3).fill('void'),
  );
});

it('a booking shows the state of its balance while it lives', () => {
  expect(balanceStateOf(null, 'confirmed')).toBe('none');
  expect(balanceStateOf('due', 'confirmed')).toBe('due');
  expect(balanceStateOf('paid', 'checked_out')).toBe('paid');
  expect(balanceStateOf('due', 'cancelled')).toBe('none');
  expect(balanceStateOf('void', 'confirmed')).toBe('none');
});
