import { describe, expect, it } from 'vitest';
import { endLedger } from '../attempts/close-attempt.ts';
import { emptyLedger } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { PaidPayment } from '../ledger/payment.ts';
import { returnWhatIsOwed } from './return-money.ts';

const NOW = Temporal.Instant.from('2026-11-20T09:00:00Z');
const CANCELLED_AT = NOW.subtract({ seconds: 2 });
const options = { now: NOW, newId: () => 'f1' };

function paid(purpose: PaidPayment['purpose'], landedAt: Temporal.Instant | null): PaidPayment {
  return {
    id: purpose,
    kind: 'intent',
    purpose,
    state: 'succeeded',
    attempt: 1,
    amountMinorUnits: 500n,
    currency: 'EUR',
    livemode: true,
    accountId: 'acct_1',
    providerIdempotencyKey: `pi:${purpose}`,
    redirectUrls: null,
    expiresAt: NOW,
    createdAt: NOW,
    intentId: `pi_${purpose}`,
    sessionId: null,
    sealedSecret: null,
    asOf: NOW,
    landedAt,
    lastFailure: null,
    declinedCharges: [],
    version: 1,
  };
}

/** The ledger learns only now of a cancellation of two seconds ago. */
function ended(payment: PaidPayment, changes: Partial<Ledger> = {}): Ledger {
  const before: Ledger = { ...emptyLedger('r1'), payments: [payment], ...changes };
  return returnWhatIsOwed(before, endLedger(before, CANCELLED_AT, 'stay').ledger, options);
}
const after = (milliseconds: number) => CANCELLED_AT.add({ milliseconds });

describe('money that landed before the ledger learned of the end of a stay without terms', () => {
  it('goes back in full where it landed at the end or after it, and stays where it landed before', () => {
    const returnedAt = (milliseconds: number) => ended(paid('balance', after(milliseconds))).refunds.length;
    expect([-1, 0, 1, 1_999].map(returnedAt)).toEqual([0, 1, 1, 1]);
    expect(ended(paid('balance', after(1))).refunds).toMatchObject([
      { amountMinorUnits: 500n, reason: 'late', providerIdempotencyKey: 'late:pi_balance:1' },
    ]);
  });

  it('goes back where the hold had ended before its stay was confirmed, too', () => {
    const hold = { endedAt: CANCELLED_AT.subtract({ hours: 1 }), onlyHoldEnded: true };
    expect(ended(paid('balance', after(1)), hold).refunds).toHaveLength(1);
    expect(ended(paid('balance', after(-1)), hold).refunds).toHaveLength(0);
  });

  it('stays where it was for the stay itself, and where its time was not kept', () => {
    expect(ended(paid('deposit', after(1))).refunds).toEqual([]);
    expect(ended(paid('balance', null)).refunds).toEqual([]);
  });

  it('goes back once', () => {
    const ledger = ended(paid('balance', after(1)));
    expect(returnWhatIsOwed(ledger, ledger, options)).toBe(ledger);
  });
});
