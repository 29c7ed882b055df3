import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyLedger } from '../ledger/ledger.ts';
import type { Decision, Ledger } from '../ledger/ledger.ts';
import { applyRefund } from './apply-refund.ts';
import type { RefundStatus } from './apply-refund.ts';
import {
  refuseRefund,
  releaseRefund,
  reserveAutomaticRefund,
  reserveRequestedRefund,
  resumeRefund,
} from './reserve-refund.ts';
import { buildPaidPayment, NOW } from '../../../test/build-ledger.ts';

const AMOUNT = 1000n;
const lease = { owner: 'one', until: NOW.add({ seconds: 30 }) };
const paid: Ledger = { ...emptyLedger('r1'), payments: [buildPaidPayment({ amountMinorUnits: AMOUNT })] };

function request(ledger: Ledger, amountMinorUnits: bigint | null, newRefundId = 'f1', hasAccount = true) {
  return reserveRequestedRefund(ledger, {
    amountMinorUnits,
    hasAccount,
    newRefundId,
    newId: () => 'other',
    lease,
    now: NOW,
  });
}

describe('reserveAutomaticRefund', () => {
  const automatic = { reason: 'late' as const, newRefundId: 'f1', lease, now: NOW, triedPayments: [] };

  it('returns nothing of a stay that goes on, and all once its payment has ended', () => {
    expect(reserveAutomaticRefund(paid, automatic)).toEqual({ ledger: paid, result: { kind: 'not-ended' } });
    const ended = { ...paid, endedAt: NOW };
    expect(reserveAutomaticRefund(ended, automatic).result).toMatchObject({
      kind: 'call-provider',
      refund: { amountMinorUnits: AMOUNT, reason: 'late' },
    });
  });
});

describe('reserveRequestedRefund', () => {
  it.each([
    ['without a payment', emptyLedger('r1'), 0n, false, 'no_succeeded_payment'],
    ['without an account', paid, 0n, false, 'provider_not_configured'],
    ['of nothing', paid, 0n, true, 'nothing_to_refund'],
    ['of nothing that is left', request(paid, null).ledger, 2000n, true, 'nothing_to_refund'],
    ['of more than is left', request(paid, 1n).ledger, 1000n, true, 'refund_exceeds_payment'],
  ] as const)('is refused %s', (_what, ledger, amount, hasAccount, code) => {
    const decision = request(ledger, amount, 'f2', hasAccount);
    expect(decision.result).toMatchObject({ kind: 'refused', refusal: { code } });
    expect(decision.ledger).toBe(ledger);
  });

  it('takes what is left where no amount is given, under its own idempotency key', () => {
    const part = request(paid, 300n).ledger;
    expect(request(part, null, 'f2').result).toMatchObject({
      kind: 'call-provider',
      refund: {
        amountMinorUnits: 700n,
        providerIdempotencyKey: 'refund:f2',
        state: 'pending',
        reason: 'requested',
      },
    });
  });

  it('sends back nothing that the operator has handed back at the desk', () => {
    const handedBack = (amountMinorUnits: bigint): Ledger => ({
      ...paid,
      offlinePayments: [
        {
          id: 'c1',
          purpose: 'balance',
          amountMinorUnits,
          currency: 'EUR',
          method: 'cash',
          note: null,
          returned: true,
          idempotencyKey: 'k',
          createdAt: NOW,
        },
      ],
    });
    expect(request(handedBack(AMOUNT), null).result).toMatchObject({
      refusal: { code: 'nothing_to_refund' },
    });
    expect(request(handedBack(400n), 601n).result).toMatchObject({
      refusal: { code: 'refund_exceeds_payment', detail: 'At most 600 can be refunded.' },
    });
    expect(request(handedBack(400n), null).result).toMatchObject({ refund: { amountMinorUnits: 600n } });
  });

  it('sends back a payment of a booking that was paid outside of us, whatever the desk handed back', () => {
    const payments = paid.payments.map((payment) => ({ ...payment, purpose: 'balance' as const }));
    const back = {
      id: 'c1',
      purpose: 'stay',
      amountMinorUnits: 5_000n,
      currency: 'EUR',
      method: 'cash',
    } as const;
    const desk = { ...back, note: null, returned: true, idempotencyKey: 'k', createdAt: NOW };
    expect(request({ ...paid, payments, offlinePayments: [desk] }, null).result).toMatchObject({
      refund: { amountMinorUnits: AMOUNT },
    });
  });

  it('never reserves more than was paid, and publishes nothing about a refused refund', () => {
    const statuses = fc.constantFrom<RefundStatus>('pending', 'succeeded', 'failed', 'canceled');
    const step = fc.oneof(
      fc.record({ request: fc.bigInt({ min: 0n, max: 1100n }) }),
      fc.record({ refuse: fc.nat(9) }),
      fc.record({ apply: fc.nat(9), status: statuses }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let ledger = paid;
        const created = new Set<string>();
        steps.forEach((each, index) => {
          const decision = run(ledger, each, `f${index}`);
          ledger = decision.ledger;
          for (const event of decision.events ?? []) {
            if (event.type === 'refund.created') created.add(event.refund.id);
            if (event.type === 'refund.failed') expect(created.has(event.refund.id)).toBe(true);
          }
          const active = ledger.refunds.filter(({ state }) => state !== 'failed');
          const total = active.reduce((sum, refund) => sum + refund.amountMinorUnits, 0n);
          expect(total).toBeLessThanOrEqual(AMOUNT);
        });
        for (const refund of ledger.refunds)
          if (refund.providerRefundId === null) expect(created.has(refund.id)).toBe(false);
      }),
    );
  });
});

type Step = { request: bigint } | { refuse: number } | { apply: number; status: RefundStatus };

function run(ledger: Ledger, step: Step, id: string): Decision<unknown> {
  if ('request' in step) return request(ledger, step.request, id);
  const refund = ledger.refunds['refuse' in step ? step.refuse : step.apply];
  if (refund === undefined) return { ledger, result: undefined };
  if ('refuse' in step) return refuseRefund(ledger, refund.id);
  const { amountMinorUnits, currency } = refund;
  const snapshot = {
    providerRefundId: `re_${refund.id}`,
    refundId: refund.id,
    amountMinorUnits,
    currency,
    status: step.status,
  };
  return applyRefund(ledger, 'p1', snapshot, { newRefundId: id, now: NOW });
}

describe('resumeRefund', () => {
  it('leases the refund to one caller at a time, and only while its outcome is unknown', () => {
    const { ledger } = request(paid, null);
    const next = { owner: 'two', until: NOW.add({ seconds: 60 }) };
    expect(resumeRefund(ledger, 'f1', next, NOW).result).toEqual({ kind: 'not-resumable' });
    const released = releaseRefund(ledger, 'f1', 'one').ledger;
    expect(resumeRefund(released, 'f1', next, NOW).result).toMatchObject({
      kind: 'call-provider',
      refund: { id: 'f1', providerIdempotencyKey: 'refund:f1', lease: next },
    });
    const refused = refuseRefund(released, 'f1').ledger;
    expect(resumeRefund(refused, 'f1', next, NOW).result).toEqual({ kind: 'not-resumable' });
    expect(resumeRefund(paid, 'f1', next, NOW).result).toEqual({ kind: 'not-resumable' });
  });
});
