import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPaidPayment, NOW } from '../../../test/build-ledger.ts';
import { settleLedger } from '../cancellation/settle-ledger.ts';
import { returnWhatIsOwed } from '../cancellation/return-money.ts';
import { dueMinorUnits, netMinorUnits, owedMinorUnits, paidMinorUnits } from '../ledger/balance.ts';
import { emptyLedger } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { settleChange, stateChange } from './settle-change.ts';

let ids = 0;
const options = { now: NOW, newId: () => `id-${(ids += 1)}` };

function paidLedger(...amounts: bigint[]): Ledger {
  const payments = amounts.map((amountMinorUnits, index) =>
    buildPaidPayment({ id: `p${index}`, intentId: `pi_${index}`, attempt: index + 1, amountMinorUnits }),
  );
  return { ...emptyLedger('r1'), payments };
}

function settle(ledger: Ledger, changeId: string, keepMinorUnits: bigint, offlineMinorUnits = 0n) {
  return settleChange(ledger, { changeId, keepMinorUnits, offlineMinorUnits }, options);
}

const refundsOf = ({ refunds }: Ledger) =>
  refunds.map(({ paymentId, amountMinorUnits, state, providerIdempotencyKey: key }) => [
    paymentId,
    amountMinorUnits,
    state,
    key,
  ]);

function withRefused(ledger: Ledger, at: number): Ledger {
  const refunds = ledger.refunds.map((refund, index) =>
    index === at ? { ...refund, state: 'failed' as const } : refund,
  );
  return { ...ledger, refunds };
}

describe('a change', () => {
  // Paid 300.00; the rows of the table of prices of a change.
  it.each([
    [39_600n, 0n],
    [10_000n, 20_000n],
    [20_000n, 10_000n],
  ])('with an obligation of %s returns %s of 300.00', (keep, back) => {
    const { ledger, result } = settle(paidLedger(30_000n), 'c1', keep);
    expect(result.backMinorUnits).toBe(back);
    expect(netMinorUnits(ledger)).toBe(30_000n - back);
    expect(owedMinorUnits(ledger)).toBe(0n);
  });

  it('is followed by a cancellation that keeps what the change kept, not more', () => {
    const { ledger } = settle(paidLedger(30_000n), 'c1', 20_000n);
    const terms = {
      id: 's1',
      reason: 'cancellation' as const,
      keepMinorUnits: 10_000n,
      offlineMinorUnits: 0n,
    };
    const settled = settleLedger(ledger, terms, options).ledger;
    expect(netMinorUnits(settled)).toBe(10_000n);
    expect(settled.refunds.map(({ amountMinorUnits }) => amountMinorUnits)).toEqual([10_000n, 10_000n]);
  });

  it('returns from the newest payment first, under keys of its own', () => {
    const { ledger } = settle(paidLedger(5_000n, 3_000n), 'c1', 4_000n);
    expect(refundsOf(ledger)).toEqual([
      ['p1', 3_000n, 'pending', 'change:c1:p1:1'],
      ['p0', 1_000n, 'pending', 'change:c1:p0:1'],
    ]);
  });

  it('owes what the provider refused until it is tried again, under another key', () => {
    const refused = withRefused(settle(paidLedger(5_000n), 'c1', 4_000n).ledger, 0);
    expect(owedMinorUnits(refused)).toBe(1_000n);
    expect(returnWhatIsOwed(refused, refused, options)).toBe(refused);
    const retried = returnWhatIsOwed(refused, refused, { ...options, retries: true });
    expect(owedMinorUnits(retried)).toBe(0n);
    expect(refundsOf(retried).at(-1)).toEqual(['p0', 1_000n, 'pending', 'change:c1:p0:2']);
  });

  it('takes over what an earlier one still has to return', () => {
    const refused = withRefused(settle(paidLedger(5_000n), 'c1', 4_000n).ledger, 0);
    const { ledger, result } = settle(refused, 'c2', 3_500n);
    expect(result.backMinorUnits).toBe(1_500n);
    expect(netMinorUnits(ledger)).toBe(3_500n);
    expect(owedMinorUnits(ledger)).toBe(0n);
  });

  it('returns what its predecessor’s refund did not, also where that fails afterwards', () => {
    const both = settle(settle(paidLedger(5_000n), 'c1', 4_000n).ledger, 'c2', 3_500n).ledger;
    const refused = withRefused(both, 0);
    expect(owedMinorUnits(refused)).toBe(1_000n);
    const retried = returnWhatIsOwed(refused, refused, { ...options, retries: true });
    expect(netMinorUnits(retried)).toBe(3_500n);
  });

  it('keeps its first amounts, whatever a repetition says', () => {
    const first = settle(paidLedger(5_000n), 'c1', 4_000n);
    const again = settle(first.ledger, 'c1', 0n);
    expect(again.ledger).toBe(first.ledger);
    expect(again.result).toEqual(first.result);
    expect(stateChange(again.ledger, 'c1', again.result)).toMatchObject({ backMinorUnits: 1_000n });
  });

  it('of a booking that was paid offline names what is to be handed over, and no refund', () => {
    const { ledger, result } = settle(emptyLedger('r1'), 'c1', 10_000n, 30_000n);
    expect(result).toMatchObject({ netMinorUnits: 30_000n, backMinorUnits: 20_000n });
    expect(ledger.refunds).toEqual([]);
    expect(owedMinorUnits(ledger)).toBe(20_000n);
  });
});

describe('changes one after the other, each of whose refunds the provider may refuse', () => {
  const anyChange = fc.record({
    keep: fc.bigInt({ min: 0n, max: 12_000n }),
    refused: fc.boolean(),
    retried: fc.boolean(),
  });

  it('return nothing of what came in for the next one, with which it is decided again', () => {
    const { ledger } = settle(emptyLedger('r1'), 'c1', 20_000n, 30_000n);
    expect(owedMinorUnits(ledger)).toBe(10_000n);
    const payment = buildPaidPayment({
      id: 'p2',
      intentId: 'pi_2',
      purpose: 'change',
      changeId: 'c2',
      amountMinorUnits: 5_000n,
      landedAt: null,
    });
    const paid = returnWhatIsOwed(ledger, { ...ledger, payments: [payment] }, options);
    expect(paid.refunds).toEqual([]);
    const next = settle(paid, 'c2', 35_000n, 30_000n).ledger;
    expect(next.refunds).toEqual([]);
    expect(owedMinorUnits(next)).toBe(0n);
    // It is there for what a later one returns.
    expect(refundsOf(settle(next, 'c3', 33_000n, 30_000n).ledger)).toEqual([
      ['p2', 2_000n, 'pending', 'change:c3:p2:1'],
    ]);
  });

  it('never return more than came in, and leave the least obligation and what is owed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 5_000n }), { minLength: 1, maxLength: 3 }),
        fc.array(anyChange, { minLength: 1, maxLength: 5 }),
        (amounts, changes) => {
          let ledger = paidLedger(...amounts);
          const paid = netMinorUnits(ledger);
          let least = paid;
          for (const [index, { keep, refused, retried }] of changes.entries()) {
            const before = ledger.refunds.length;
            ledger = settle(ledger, `c${index}`, keep).ledger;
            if (refused && ledger.refunds.length > before) ledger = withRefused(ledger, before);
            if (retried) ledger = returnWhatIsOwed(ledger, ledger, { ...options, retries: true });
            least = keep < least ? keep : least;
            expect(netMinorUnits(ledger)).toBeGreaterThanOrEqual(0n);
            expect(netMinorUnits(ledger) - owedMinorUnits(ledger)).toBeGreaterThanOrEqual(least);
            expect(netMinorUnits(ledger) - owedMinorUnits(ledger)).toBeLessThanOrEqual(
              keep < paid ? keep : paid,
            );
          }
          const settled = returnWhatIsOwed(ledger, ledger, { ...options, retries: true });
          expect(owedMinorUnits(settled)).toBe(0n);
          // The paid amount is what is here: what is due is missing of it.
          expect(paidMinorUnits(settled)).toBe(netMinorUnits(settled));
          const obligation = { dueByNowMinorUnits: 20_000n, paidOfflineMinorUnits: 0n };
          expect(dueMinorUnits(settled, obligation)).toBe(20_000n - netMinorUnits(settled));
        },
      ),
    );
  });
});
