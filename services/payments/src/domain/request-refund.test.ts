// Guards that whatever is asked for, refused, settled or made elsewhere, no more is reserved than came in.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyLedger } from './ledger.ts';
import type { Decision, Ledger } from './ledger.ts';
import { observeRefund, refuseRefund, releaseRefund } from './observe-refund.ts';
import type { RefundStatus } from './observe-refund.ts';
import { requestRefund, resumeRefund } from './request-refund.ts';

const NOW = Temporal.Instant.from('2026-11-20T09:00:00Z');
const AMOUNT = 1000n;
const lease = { owner: 'one', until: NOW.add({ seconds: 30 }) };
const paid: Ledger = {
  ...emptyLedger('r1'),
  payments: [
    {
      id: 'p1',
      kind: 'intent',
      state: 'succeeded',
      attempt: 1,
      amountMinorUnits: AMOUNT,
      currency: 'EUR',
      livemode: true,
      accountId: 'acct_1',
      providerKey: 'pi:r1:1',
      returnTo: null,
      expiresAt: NOW,
      createdAt: NOW,
      intentId: 'pi_1',
      sessionId: null,
      sealedSecret: null,
      asOf: NOW,
      lastFailure: null,
      version: 1,
    },
  ],
};

function request(ledger: Ledger, amountMinorUnits: bigint | null, newRefundId = 'f1', hasAccount = true) {
  return requestRefund(ledger, { amountMinorUnits, hasAccount, newRefundId, lease, now: NOW });
}

describe('requestRefund', () => {
  it.each([
    ['without a payment', emptyLedger('r1'), 0n, false, 'no_succeeded_payment'],
    ['without an account', paid, 0n, false, 'provider_not_configured'],
    ['of nothing', paid, 0n, true, 'nothing_to_refund'],
    ['of nothing that is left', request(paid, null).ledger, 2000n, true, 'nothing_to_refund'],
    ['of more than is left', request(paid, 1n).ledger, 1000n, true, 'refund_exceeds_payment'],
  ] as const)('is refused %s', (_what, ledger, amount, hasAccount, code) => {
    const decision = request(ledger, amount, 'f2', hasAccount);
    expect(decision.answer).toMatchObject({ kind: 'refused', refusal: { code } });
    expect(decision.ledger).toBe(ledger);
  });

  it('takes what remains where no amount is said, under a key of its own', () => {
    const part = request(paid, 300n).ledger;
    expect(request(part, null, 'f2').answer).toMatchObject({
      kind: 'ask-provider',
      refund: { amountMinorUnits: 700n, providerKey: 'refund:f2', state: 'pending', reason: 'requested' },
    });
  });

  it('never reserves more than came in, and nobody hears of a refund that was refused', () => {
    const statuses = fc.constantFrom<RefundStatus>('pending', 'succeeded', 'failed', 'canceled');
    const step = fc.oneof(
      fc.record({ ask: fc.bigInt({ min: 0n, max: 1100n }) }),
      fc.record({ refuse: fc.nat(9) }),
      fc.record({ hear: fc.nat(9), status: statuses }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let ledger = paid;
        const created = new Set<string>();
        steps.forEach((one, index) => {
          const decision = take(ledger, one, `f${index}`);
          ledger = decision.ledger;
          for (const event of decision.events ?? []) {
            if (event.type === 'refund.created') created.add(event.refund.id);
            if (event.type === 'refund.failed') expect(created.has(event.refund.id)).toBe(true);
          }
          const standing = ledger.refunds.filter(({ state }) => state !== 'failed');
          const total = standing.reduce((sum, refund) => sum + refund.amountMinorUnits, 0n);
          expect(total).toBeLessThanOrEqual(AMOUNT);
        });
        for (const refund of ledger.refunds)
          if (refund.providerRefundId === null) expect(created.has(refund.id)).toBe(false);
      }),
    );
  });
});

type Step = { ask: bigint } | { refuse: number } | { hear: number; status: RefundStatus };

function take(ledger: Ledger, step: Step, id: string): Decision<unknown> {
  if ('ask' in step) return request(ledger, step.ask, id);
  const refund = ledger.refunds['refuse' in step ? step.refuse : step.hear];
  if (refund === undefined) return { ledger, answer: undefined };
  if ('refuse' in step) return refuseRefund(ledger, refund.id);
  const { amountMinorUnits, currency } = refund;
  const report = {
    providerRefundId: `re_${refund.id}`,
    refundId: refund.id,
    amountMinorUnits,
    currency,
    status: step.status,
  };
  return observeRefund(ledger, 'p1', report, { newRefundId: id, now: NOW });
}

describe('resumeRefund', () => {
  it('is for one caller at a time, and only while nobody knows the outcome', () => {
    const { ledger } = request(paid, null);
    const next = { owner: 'two', until: NOW.add({ seconds: 60 }) };
    expect(resumeRefund(ledger, 'f1', next, NOW).answer).toEqual({ kind: 'settled' });
    const released = releaseRefund(ledger, 'f1', 'one').ledger;
    expect(resumeRefund(released, 'f1', next, NOW).answer).toMatchObject({
      kind: 'ask-provider',
      refund: { id: 'f1', providerKey: 'refund:f1', lease: next },
    });
    const refused = refuseRefund(released, 'f1').ledger;
    expect(resumeRefund(refused, 'f1', next, NOW).answer).toEqual({ kind: 'settled' });
    expect(resumeRefund(paid, 'f1', next, NOW).answer).toEqual({ kind: 'settled' });
  });
});
