import { describe, expect, it } from 'vitest';
import {
  A,
  booking,
  did,
  evidenceOf,
  paid,
  paymentRow,
  refundRow,
  returned,
  SUITE,
} from '../test/build-evidence.ts';
import { moneyAddsUp } from './i2-money-adds-up.ts';

const check = (pieces: Parameters<typeof evidenceOf>[0]): string[] => moneyAddsUp.check(evidenceOf(pieces));
const intents = [paid('one')];
const payments = [paymentRow('one')];
const refunds = [refundRow('one')];

it('accepts a stay that is paid, and money for an expired hold that went back', () => {
  expect(
    check({ tenant: { bookings: [booking('one', 'confirmed')], intents }, database: { payments } }),
  ).toEqual([]);
  expect(
    check({
      tenant: { bookings: [booking('one', 'expired')], intents, refunds: [returned('one', 10_000)] },
      database: { payments, refunds },
    }),
  ).toEqual([]);
});

it('finds money that is kept for an expired hold', () => {
  expect(
    check({ tenant: { bookings: [booking('one', 'expired')], intents }, database: { payments } }).join(),
  ).toMatch(/kept for nothing/);
});

it('finds a stay that is confirmed though its money went back', () => {
  const pieces = {
    tenant: { bookings: [booking('one', 'confirmed')], intents, refunds: [returned('one', 10_000)] },
    database: { payments, refunds },
  };
  expect(check(pieces).join()).toMatch(/operators requested 0/);
});

it('accepts a refund that an operator requested, also where its answer was lost', () => {
  const pieces = {
    tenant: { bookings: [booking('one', 'confirmed')], intents, refunds: [returned('one', 4_000)] },
    database: { payments, refunds },
  };
  const input = { id: 'one', amount: '4000' };
  const answered = did('refund', { input, output: { refundId: 'refund-one', amountMinorUnits: '4000' } });
  const lost = did('refund', { input, outcome: 'info' });
  for (const operation of [answered, lost])
    expect(check({ ...pieces, history: { operations: [operation] } })).toEqual([]);
});

it('finds more that went back than came in', () => {
  const two = [returned('one', 10_000), returned('one', 10_000, { id: 're-two' })];
  expect(
    check({
      tenant: { bookings: [booking('one', 'cancelled')], intents, refunds: two },
      database: { payments },
    }).join(),
  ).toMatch(/more went back than came in/);
});

it('finds a payment that the ledger does not know', () => {
  const [row] = payments.map((known) => ({ ...known, state: 'requires_payment' }));
  expect(
    check({
      tenant: { bookings: [booking('one', 'confirmed')], intents },
      database: { payments: row === undefined ? [] : [row] },
    }).join(),
  ).toMatch(/the ledger does not know/);
});

describe('a stay with terms', () => {
  const tenants = [{ ...A, resources: A.resources.map((room) => ({ ...room, keepsBps: 5_000 })) }];
  const violationsAt = (state: string, back: number, operations: Parameters<typeof did>[1][] = []) =>
    check({
      tenant: {
        bookings: [booking('one', state, { resourceId: SUITE })],
        intents,
        refunds: back === 0 ? [] : [returned('one', back)],
      },
      database: {
        payments,
        refunds: [{ ...refundRow('one', 'cancellation'), amount_minor_units: String(back) }],
      },
      history: { tenants, operations: operations.map((about) => did('refund', about)) },
    }).join();

  it.each(['cancelled', 'no_show'])('keeps half of it once it is %s', (state) => {
    expect(violationsAt(state, 5_000)).toBe('');
    expect(violationsAt(state, 4_000)).toMatch(/an operator refunded 5000/);
    expect(violationsAt(state, 6_000)).toMatch(/operators requested 5000 at the most/);
  });

  it('may be refunded by hand beside it, and its terms never refund twice', () => {
    const byHand = { input: { id: 'one', amount: '2000' }, output: { amountMinorUnits: '2000' } };
    expect(violationsAt('cancelled', 5_000, [byHand])).toBe('');
    expect(violationsAt('cancelled', 7_000, [byHand])).toMatch(/its terms refunded 7000, not 5000/);
  });

  it('makes no automatic refund while it stands', () => {
    expect(violationsAt('confirmed', 5_000)).toMatch(/operators requested 0/);
  });
});

describe('a stay that was changed', () => {
  const tenant = {
    bookings: [booking('one', 'confirmed')],
    intents: [paid('one', { amountReceived: 30_000 })],
  };
  const changed = (retainedMinorUnits: string) =>
    did('change', { input: { id: 'one', key: 'k', retainedMinorUnits }, outcome: 'info' });
  const check30000 = (operations: Parameters<typeof did>[1][], back: number) =>
    check({
      tenant: { ...tenant, refunds: back === 0 ? [] : [returned('one', back)] },
      database: { payments, refunds: back === 0 ? [] : refunds },
      history: { operations: operations.map((about) => did('change', about)) },
    });

  it('keeps its new price and what its terms retained', () => {
    expect(check30000([changed('5000')], 15_000)).toEqual([]);
  });

  it('and no more', () => {
    expect(check30000([changed('5000')], 10_000).join()).toMatch(/more is kept than 15000/);
    expect(check30000([changed('0')], 0).join()).toMatch(/more is kept than 10000/);
  });

  it('and not what was paid for it at the desk', () => {
    const output = { id: 'one', totalMinorUnits: '8000', replayed: false };
    const booked = did('book', { input: { key: 'b', paidOffline: true }, output });
    expect(check30000([booked, changed('0')], 28_000)).toEqual([]);
    expect(check30000([booked, changed('0')], 20_000).join()).toMatch(/more is kept than 2000/);
  });
});
