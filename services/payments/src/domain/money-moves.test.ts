// Guards that money is told once and counted right, whatever the provider says in whatever order.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyLedger, paidPayment, paymentOf } from './ledger.ts';
import type { Ledger, LedgerEvent } from './ledger.ts';
import { observeIntent } from './observe-intent.ts';
import type { IntentReport, IntentStatus } from './observe-intent.ts';
import { observeRefund, refuseRefund } from './observe-refund.ts';
import type { RefundReport, RefundStatus } from './observe-refund.ts';
import type { PlacedState } from './payment.ts';
import { reservedMinorUnits, returnedMinorUnits } from './refund.ts';
import { returnMoney } from './return-money.ts';

const NOW = Temporal.Instant.from('2026-11-20T09:00:00Z');
const AMOUNT = 1000n;
const start: Ledger = {
  ...emptyLedger('r1'),
  payments: [
    {
      id: 'p1',
      kind: 'intent',
      state: 'creating',
      attempt: 1,
      amountMinorUnits: AMOUNT,
      currency: 'EUR',
      livemode: true,
      accountId: 'acct_1',
      providerKey: 'pi:r1:1',
      returnTo: null,
      expiresAt: NOW,
      createdAt: NOW,
      lease: null,
      version: 1,
    },
  ],
};

function report(status: IntentStatus, seconds = 0, failure: string | null = null): IntentReport {
  return {
    intentId: 'pi_1',
    status,
    accountId: 'acct_1',
    livemode: true,
    amountMinorUnits: AMOUNT,
    receivedMinorUnits: status === 'succeeded' ? AMOUNT : 0n,
    currency: 'EUR',
    failure,
    asOf: NOW.add({ seconds }),
  };
}

function stateOf(ledger: Ledger): PlacedState | 'creating' | 'refused' | undefined {
  return paymentOf(ledger, 'p1')?.state;
}

function hearAll(reports: readonly IntentReport[], from = start): { ledger: Ledger; events: LedgerEvent[] } {
  const events: LedgerEvent[] = [];
  let ledger = from;
  for (const one of reports) {
    const decision = observeIntent(ledger, 'p1', one);
    ledger = decision.ledger;
    events.push(...(decision.events ?? []));
  }
  return { ledger, events };
}

const statuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'succeeded',
  'canceled',
] as const;
const reports = fc.array(
  fc
    .tuple(fc.constantFrom(...statuses), fc.nat(5), fc.constantFrom(null, 'ch_1', 'ch_2'))
    .map(([status, seconds, failure]) => report(status, seconds, failure)),
  { minLength: 1, maxLength: 12 },
);

describe('observeIntent', () => {
  it('tells of a success exactly once if any report knows of it, and ends there', () => {
    fc.assert(
      fc.property(reports, (heard) => {
        const { ledger, events } = hearAll([...heard, ...heard]);
        const isPaid = heard.some(({ status }) => status === 'succeeded');
        expect(events.filter(({ type }) => type === 'payment.succeeded')).toHaveLength(isPaid ? 1 : 0);
        if (isPaid) expect(stateOf(ledger)).toBe('succeeded');
      }),
    );
  });

  it('tells of no failure once the money is there, and of no cancellation more than once', () => {
    fc.assert(
      fc.property(reports, (heard) => {
        const paid = hearAll([report('succeeded')]).ledger;
        expect(hearAll(heard, paid).events).toEqual([]);
        const { events } = hearAll([...heard, ...heard]);
        const broken = events.filter(
          (event) => event.type === 'payment.failed' && event.payment.state === 'failed',
        );
        expect(broken.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('comes to the same state in every order, as long as no two reports are of one second', () => {
    const timed = fc.uniqueArray(fc.tuple(fc.constantFrom(...statuses), fc.nat(50)), {
      selector: ([, seconds]) => seconds,
      minLength: 1,
    });
    fc.assert(
      fc.property(
        timed.chain((some) =>
          fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
        ),
        ([some, shuffled]) => {
          const of = (list: typeof some) =>
            stateOf(hearAll(list.map(([status, at]) => report(status, at))).ledger);
          expect(of(shuffled)).toBe(of(some));
        },
      ),
    );
  });

  it.each([
    ['intent_mismatch', { intentId: 'pi_2' }],
    ['account_mismatch', { accountId: 'acct_2' }],
    ['livemode_mismatch', { livemode: false }],
    ['currency_mismatch', { currency: 'USD' }],
    ['amount_mismatch', { amountMinorUnits: 999n }],
    ['amount_mismatch', { receivedMinorUnits: 999n }],
  ])('does not believe a report with %s', (reason, changes) => {
    const open = hearAll([report('requires_payment_method')]).ledger;
    const decision = observeIntent(open, 'p1', { ...report('succeeded'), ...changes });
    expect(decision.answer).toEqual({ kind: 'disbelieved', reason });
    expect(decision.ledger).toBe(open);
  });

  it('fills in the secret that a notification could not bring', () => {
    const early = hearAll([report('requires_payment_method')]).ledger;
    const { ledger } = observeIntent(early, 'p1', report('requires_payment_method'), 'sealed');
    expect(paymentOf(ledger, 'p1')).toMatchObject({ sealedSecret: 'sealed' });
  });
});

const paid = hearAll([report('succeeded')]).ledger;
let made = 0;
const request = () => {
  made += 1;
  return {
    reason: 'late' as const,
    newRefundId: `f${made}`,
    lease: { owner: 'one', until: NOW.add({ seconds: 30 }) },
    now: NOW,
  };
};

function refundReport(id: string, amount: bigint, status: RefundStatus): RefundReport {
  return { providerRefundId: id, refundId: null, amountMinorUnits: amount, currency: 'EUR', status };
}
const fresh = (id: string) => ({ newRefundId: `made:${id}`, now: NOW });

describe('refunds', () => {
  it('reserve the amount at once, so that a second one finds nothing left', () => {
    const first = returnMoney(paid, request());
    expect(first.answer).toMatchObject({
      kind: 'ask-provider',
      refund: { amountMinorUnits: AMOUNT, providerKey: 'late:pi_1' },
    });
    expect(returnMoney(first.ledger, request()).answer).toMatchObject({ kind: 'known' });
    expect(reservedMinorUnits(first.ledger.refunds, 'p1')).toBe(AMOUNT);
  });

  it('that the provider refused are owed still, under a key of their own', () => {
    const first = returnMoney(paid, request());
    const id = first.ledger.refunds[0]?.id ?? '';
    const { ledger } = refuseRefund(first.ledger, id);
    expect(returnMoney(ledger, request()).answer).toMatchObject({
      kind: 'ask-provider',
      refund: { providerKey: 'late:pi_1:2' },
    });
  });

  it('are told once each and again where they failed later, and leave a payment refunded exactly when all of it is back', () => {
    const some = fc.array(
      fc.tuple(
        fc.constantFrom('re_1', 're_2', 're_3'),
        fc.constantFrom<RefundStatus>('pending', 'succeeded', 'failed', 'canceled', 'requires_action'),
      ),
      { maxLength: 15 },
    );
    const amounts: Record<string, bigint> = { re_1: 400n, re_2: 600n, re_3: 1000n };
    fc.assert(
      fc.property(some, (heard) => {
        let ledger = paid;
        const told: string[] = [];
        const standing = new Map<string, bigint>();
        for (const [id, status] of heard) {
          const decision = observeRefund(
            ledger,
            'p1',
            refundReport(id, amounts[id] ?? 0n, status),
            fresh(id),
          );
          ledger = decision.ledger;
          for (const event of decision.events ?? []) {
            if (!('refund' in event)) continue;
            const { state, amountMinorUnits } = event.refund;
            if (event.type === 'refund.created') told.push(event.refund.providerRefundId ?? '');
            standing.set(event.refund.id, state === 'failed' ? 0n : amountMinorUnits);
          }
        }
        const reserved = [...standing.values()].reduce((sum, amount) => sum + amount, 0n);
        expect(reserved).toBe(reservedMinorUnits(ledger.refunds, 'p1'));
        expect(new Set(told).size).toBe(told.length);
        const returned = returnedMinorUnits(ledger.refunds, 'p1');
        expect(stateOf(ledger)).toBe(returned >= AMOUNT ? 'refunded' : 'succeeded');
        expect(paidPayment(ledger)).toBeDefined();
      }),
    );
  });

  it('larger than what is left are not believed', () => {
    const { ledger } = observeRefund(paid, 'p1', refundReport('re_1', 600n, 'succeeded'), fresh('re_1'));
    const more = observeRefund(ledger, 'p1', refundReport('re_2', 401n, 'succeeded'), fresh('re_2'));
    expect(more.answer).toEqual({ kind: 'disbelieved', reason: 'amount_mismatch' });
  });
});
