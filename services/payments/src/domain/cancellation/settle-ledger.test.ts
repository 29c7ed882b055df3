import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyRefund } from '../refunds/apply-refund.ts';
import { collectedMinorUnits, netMinorUnits, returnedMinorUnits } from '../ledger/balance.ts';
import { emptyLedger } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { PaidPayment } from '../ledger/payment.ts';
import type { Refund } from '../ledger/refund.ts';
import { reserveAutomaticRefund } from '../refunds/reserve-refund.ts';
import { returnAboveKeep, returnWhatIsOwed } from './return-money.ts';
import { settleLedger, stateSettlement } from './settle-ledger.ts';
import { buildPaidPayment, NOW } from '../../../test/build-ledger.ts';

const fresh = (prefix = 'f') => {
  let count = 0;
  return { now: NOW, newId: () => `${prefix}${(count += 1)}` };
};

function paid(attempt: number, amountMinorUnits: bigint): PaidPayment {
  const keys = { providerIdempotencyKey: `pi:r1:${attempt}`, intentId: `pi_${attempt}` };
  return buildPaidPayment({ id: `p${attempt}`, attempt, amountMinorUnits, ...keys });
}

function refunded(id: string, amountMinorUnits: bigint, changes: Partial<Refund> = {}): Refund {
  return {
    id,
    paymentId: 'p1',
    amountMinorUnits,
    currency: 'EUR',
    state: 'succeeded',
    reason: 'requested',
    providerRefundId: `re_${id}`,
    providerIdempotencyKey: `refund:${id}`,
    settlementId: null,
    lease: null,
    createdAt: NOW,
    version: 1,
    ...changes,
  };
}

const ledgerOf = (amounts: readonly bigint[], refunds: readonly Refund[] = []): Ledger => ({
  ...emptyLedger('r1'),
  payments: amounts.map((amount, index) => paid(index + 1, amount)),
  refunds,
});
const settle = (ledger: Ledger, keepMinorUnits: bigint, offlineMinorUnits = 0n) =>
  settleLedger(ledger, { id: 's1', reason: 'cancellation', keepMinorUnits, offlineMinorUnits }, fresh())
    .ledger;
const returns = ({ refunds }: Ledger) =>
  refunds
    .filter(({ settlementId }) => settlementId === 's1')
    .map(({ paymentId, amountMinorUnits }) => [paymentId, amountMinorUnits]);
const fail = (ledger: Ledger, id: string): Ledger => ({
  ...ledger,
  refunds: ledger.refunds.map((refund) => (refund.id === id ? { ...refund, state: 'failed' } : refund)),
});

describe('settleLedger', () => {
  it.each([
    ['13500 of 28500', ledgerOf([28_500n]), 13_500n, [['p1', 15_000n]], 0n],
    ['nothing', ledgerOf([28_500n]), 0n, [['p1', 28_500n]], 0n],
    [
      'more than is left after a refund by hand',
      ledgerOf([28_500n], [refunded('m', 20_000n)]),
      13_500n,
      [],
      5_000n,
    ],
    ['more than the deposit', ledgerOf([8_550n]), 9_000n, [], 450n],
    ['something of nothing', ledgerOf([]), 9_000n, [], 9_000n],
    [
      'the newest payment goes back first',
      ledgerOf([8_550n, 19_950n]),
      5_000n,
      [
        ['p2', 19_950n],
        ['p1', 3_550n],
      ],
      0n,
    ],
  ] as const)('keeps %s', (_what, ledger, keep, back, due) => {
    const settled = settle(ledger, keep);
    expect(returns(settled)).toEqual(back);
    expect(settled.settlement?.dueMinorUnits).toBe(due);
    expect(settled.endedAt).toEqual(NOW);
  });

  it('returns under a key of the settlement, the payment and the try', () => {
    const [refund] = settle(ledgerOf([1_000n]), 0n).refunds;
    expect(refund).toMatchObject({ providerIdempotencyKey: 'settle:s1:p1:1', reason: 'cancellation' });
  });

  it('stands as it was decided first', () => {
    const settled = settle(ledgerOf([1_000n]), 300n);
    const again = {
      id: 's1',
      reason: 'cancellation' as const,
      keepMinorUnits: 300n,
      offlineMinorUnits: 0n,
    };
    expect(settleLedger(settled, again, fresh())).toEqual({ ledger: settled, result: { kind: 'settled' } });
    for (const other of [
      { ...again, id: 's2' },
      { ...again, keepMinorUnits: 0n },
    ])
      expect(settleLedger(settled, other, fresh())).toMatchObject({
        ledger: settled,
        result: { kind: 'settled-otherwise' },
      });
  });

  it('counts what was paid to the operator, and leaves it to the operator to hand it over', () => {
    const balance: Ledger = { ...emptyLedger('r1'), payments: [{ ...paid(1, 1_000n), purpose: 'balance' }] };
    const settled = settle(balance, 2_500n, 5_000n);
    expect(returns(settled)).toEqual([['p1', 1_000n]]);
    expect(settled.settlement && stateSettlement(settled, settled.settlement)).toMatchObject({
      keptMinorUnits: 2_500n,
      refundMinorUnits: 1_000n,
      owedMinorUnits: 2_500n,
    });
  });

  it('states nothing below zero where more went back than came in', () => {
    const twice = { ...ledgerOf([1_000n]), refunds: [refunded('m', 1_000n, { reason: 'provider' })] };
    const back = {
      id: 'c1',
      purpose: 'balance',
      amountMinorUnits: 1_000n,
      currency: 'EUR',
      method: 'cash',
    } as const;
    const desk = { ...back, note: null, returned: true, idempotencyKey: 'k', createdAt: NOW };
    const settled = settle({ ...twice, offlinePayments: [desk] }, 300n);
    expect(settled.settlement && stateSettlement(settled, settled.settlement)).toMatchObject({
      netMinorUnits: 0n,
      keptMinorUnits: 0n,
      refundMinorUnits: 0n,
      owedMinorUnits: 0n,
    });
  });

  it('knows that what a payment confirmed was not paid to the operator', () => {
    expect(settle(ledgerOf([1_000n]), 2_500n, 1_000n).settlement).toMatchObject({ offlineMinorUnits: 0n });
  });

  it('rules out the full return of a stay that cannot be honoured', () => {
    const settled = settle(ledgerOf([1_000n]), 300n);
    const lease = { owner: 'one', until: NOW.add({ seconds: 30 }) };
    const request = { reason: 'late' as const, triedPayments: [], newRefundId: 'x', lease, now: NOW };
    expect(reserveAutomaticRefund(settled, request)).toEqual({
      ledger: settled,
      result: { kind: 'nothing-to-refund' },
    });
  });
});

describe('returnAboveKeep', () => {
  it('returns a payment that succeeds after the settlement, and what was due falls', () => {
    const settled = settle(ledgerOf([8_550n]), 9_000n);
    const late = returnAboveKeep({ ...settled, payments: [paid(1, 8_550n), paid(2, 19_950n)] }, fresh());
    expect(returns(late)).toEqual([['p2', 19_500n]]);
    expect(late.settlement?.dueMinorUnits).toBe(0n);
  });

  it('returns the amount of an earlier refund that fails, once, under a key of its own', () => {
    const settled = settle(ledgerOf([30_000n], [refunded('m', 15_000n)]), 10_000n);
    expect(returns(settled)).toEqual([['p1', 5_000n]]);
    const raised = returnAboveKeep(fail(settled, 'm'), fresh('g'));
    expect(returns(raised)).toEqual([
      ['p1', 5_000n],
      ['p1', 15_000n],
    ]);
    expect(raised.refunds.at(-1)?.providerIdempotencyKey).toBe('settle:s1:p1:2');
    expect(returnAboveKeep(raised, fresh('h'))).toBe(raised);
  });

  it('tries a refund of its own that failed again on request only', () => {
    const refused = fail(settle(ledgerOf([1_000n]), 300n), 'f1');
    expect(returnAboveKeep(refused, fresh('g'))).toBe(refused);
    expect(refused.settlement && stateSettlement(refused, refused.settlement)).toMatchObject({
      keptMinorUnits: 300n,
      refundMinorUnits: 700n,
      owedMinorUnits: 700n,
    });
    const retried = returnAboveKeep(refused, { ...fresh('g'), retries: true });
    expect(retried.refunds.at(-1)).toMatchObject({
      amountMinorUnits: 700n,
      providerIdempotencyKey: 'settle:s1:p1:2',
      state: 'pending',
    });
  });

  it('raises no debt where the operator refunds more by hand', () => {
    const settled = settle(ledgerOf([1_000n]), 1_000n);
    const less = returnAboveKeep({ ...settled, refunds: [refunded('m', 400n)] }, fresh());
    expect(less.settlement?.dueMinorUnits).toBe(0n);
  });

  it('returns late money that was not for the stay, where a reservation ended without a settlement', () => {
    const ended: Ledger = { ...ledgerOf([28_500n]), endedAt: NOW };
    const late: Ledger = {
      ...ended,
      payments: [...ended.payments, { ...paid(2, 500n), purpose: 'balance' }],
    };
    const after = returnWhatIsOwed(ended, late, fresh());
    expect(after.refunds).toMatchObject([{ paymentId: 'p2', amountMinorUnits: 500n, reason: 'late' }]);
    expect(returnWhatIsOwed(after, after, fresh('g'))).toBe(after);
    expect(returnWhatIsOwed(late, late, fresh())).toBe(late);
    const [again] = returnWhatIsOwed(fail(after, 'f1'), fail(after, 'f1'), {
      ...fresh('g'),
      retries: true,
    }).refunds.slice(1);
    expect(again?.providerIdempotencyKey).toBe('late:pi_2:2');
  });

  it('never returns more than came in, and keeps neither more nor less than the settlement says', () => {
    const amount = fc.bigInt({ min: 1n, max: 10_000n });
    const step = fc.record({
      kind: fc.constantFrom('pay', 'fail', 'retry', 'dashboard'),
      amount,
      at: fc.nat(9),
    });
    fc.assert(
      fc.property(
        fc.array(amount, { maxLength: 3 }),
        amount,
        fc.array(step, { maxLength: 12 }),
        (amounts, keep, steps) => {
          let ledger = settle(ledgerOf(amounts), keep);
          for (const [index, { kind, amount: sum, at }] of steps.entries()) {
            const options = { ...fresh(`n${index}-`), retries: kind === 'retry' };
            const { payments, refunds } = ledger;
            const payment = payments[at % Math.max(1, payments.length)];
            const refund = refunds[at % Math.max(1, refunds.length)];
            if (kind === 'pay')
              ledger = { ...ledger, payments: [...payments, paid(payments.length + 1, sum)] };
            if (kind === 'fail' && refund) ledger = fail(ledger, refund.id);
            if (kind === 'dashboard' && payment)
              ledger = applyRefund(
                ledger,
                payment.id,
                {
                  providerRefundId: `re_${index}`,
                  refundId: null,
                  amountMinorUnits: sum,
                  currency: 'EUR',
                  status: 'succeeded',
                },
                { newRefundId: `d${index}`, now: NOW },
              ).ledger;
            ledger = returnAboveKeep(ledger, options);
          }
          const last = returnAboveKeep(ledger, { ...fresh('last-'), retries: true });
          const wasRefundedByHand = last.refunds.some(
            ({ settlementId, state }) => settlementId === null && state !== 'failed',
          );
          if (!wasRefundedByHand)
            expect(returnedMinorUnits(last)).toBeLessThanOrEqual(collectedMinorUnits(last));
          expect(netMinorUnits(last)).toBeLessThanOrEqual(keep);
          const kept = collectedMinorUnits(last) < keep ? collectedMinorUnits(last) : keep;
          if (!wasRefundedByHand) expect(netMinorUnits(last)).toBe(kept);
          const keys = last.refunds
            .map(({ providerIdempotencyKey }) => providerIdempotencyKey)
            .filter((key) => key !== null);
          expect(new Set(keys).size).toBe(keys.length);
        },
      ),
    );
  });
});
