import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyLedger, paidPayment, findPayment } from './ledger/ledger.ts';
import type { Ledger, LedgerEvent } from './ledger/ledger.ts';
import { applyIntent } from './attempts/apply-intent.ts';
import type { IntentSnapshot, IntentStatus } from './attempts/apply-intent.ts';
import { applyRefund } from './refunds/apply-refund.ts';
import type { RefundSnapshot, RefundStatus } from './refunds/apply-refund.ts';
import type { PaymentState } from './ledger/payment.ts';
import { reservedMinorUnits, refundedMinorUnits } from './ledger/refund.ts';
import { endOutcome } from './attempts/close-attempt.ts';
import { refuseRefund, reserveAutomaticRefund } from './refunds/reserve-refund.ts';
import { buildCreatingPayment, NOW } from '../../test/build-ledger.ts';

const AMOUNT = 1000n;
const start: Ledger = {
  ...emptyLedger('r1'),
  payments: [buildCreatingPayment({ amountMinorUnits: AMOUNT })],
};

function snapshot(status: IntentStatus, seconds = 0, failure: string | null = null): IntentSnapshot {
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

function stateOf(ledger: Ledger): PaymentState | 'creating' | 'refused' | undefined {
  return findPayment(ledger, 'p1')?.state;
}

function applyAll(
  snapshots: readonly IntentSnapshot[],
  from = start,
): { ledger: Ledger; events: LedgerEvent[] } {
  const events: LedgerEvent[] = [];
  let ledger = from;
  for (const each of snapshots) {
    const decision = applyIntent(ledger, 'p1', each);
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
const snapshotLists = fc.array(
  fc
    .tuple(fc.constantFrom(...statuses), fc.nat(5), fc.constantFrom(null, 'ch_1', 'ch_2'))
    .map(([status, seconds, failure]) => snapshot(status, seconds, failure)),
  { minLength: 1, maxLength: 12 },
);

describe('applyIntent', () => {
  it('publishes payment.succeeded exactly once if any snapshot is a success, and stays in that state', () => {
    fc.assert(
      fc.property(snapshotLists, (snapshots) => {
        const { ledger, events } = applyAll([...snapshots, ...snapshots]);
        const isPaid = snapshots.some(({ status }) => status === 'succeeded');
        expect(events.filter(({ type }) => type === 'payment.succeeded')).toHaveLength(isPaid ? 1 : 0);
        if (isPaid) expect(stateOf(ledger)).toBe('succeeded');
      }),
    );
  });

  it('publishes no failure after a success, and a cancellation at most once', () => {
    fc.assert(
      fc.property(snapshotLists, (snapshots) => {
        const paid = applyAll([snapshot('succeeded')]).ledger;
        expect(applyAll(snapshots, paid).events).toEqual([]);
        const { events } = applyAll([...snapshots, ...snapshots]);
        const failures = events.filter(
          (event) => event.type === 'payment.failed' && event.payment.state === 'failed',
        );
        expect(failures.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('reaches the same state in every order of snapshots with different times', () => {
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
            stateOf(applyAll(list.map(([status, at]) => snapshot(status, at))).ledger);
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
  ])('rejects a snapshot with %s', (reason, changes) => {
    const open = applyAll([snapshot('requires_payment_method')]).ledger;
    const decision = applyIntent(open, 'p1', { ...snapshot('succeeded'), ...changes });
    expect(decision.result).toEqual({ kind: 'rejected', reason });
    expect(decision.ledger).toBe(open);
  });

  it('adds the client secret, which a notification does not carry', () => {
    const early = applyAll([snapshot('requires_payment_method')]).ledger;
    const { ledger } = applyIntent(early, 'p1', snapshot('requires_payment_method'), 'sealed');
    expect(findPayment(ledger, 'p1')).toMatchObject({ sealedSecret: 'sealed' });
  });
});

const paid: Ledger = { ...applyAll([snapshot('succeeded')]).ledger, endedAt: NOW };
let created = 0;
const request = () => {
  created += 1;
  return {
    reason: 'late' as const,
    newRefundId: `f${created}`,
    lease: { owner: 'one', until: NOW.add({ seconds: 30 }) },
    now: NOW,
    triedPayments: [] as string[],
  };
};

function refundSnapshot(id: string, amount: bigint, status: RefundStatus): RefundSnapshot {
  return { providerRefundId: id, refundId: null, amountMinorUnits: amount, currency: 'EUR', status };
}
const newRefund = (id: string) => ({ newRefundId: `new:${id}`, now: NOW });

describe('refunds', () => {
  it('reserve the amount at once, so that nothing is left for a second one', () => {
    const first = reserveAutomaticRefund(paid, request());
    expect(first.result).toMatchObject({
      kind: 'call-provider',
      refund: { amountMinorUnits: AMOUNT, providerIdempotencyKey: 'late:pi_1' },
    });
    expect(reserveAutomaticRefund(first.ledger, request()).result).toMatchObject({ kind: 'existing' });
    expect(reservedMinorUnits(first.ledger.refunds, 'p1')).toBe(AMOUNT);
  });

  it('that the provider refused are attempted again under a new idempotency key', () => {
    const first = reserveAutomaticRefund(paid, request());
    const id = first.ledger.refunds[0]?.id ?? '';
    const { ledger } = refuseRefund(first.ledger, id);
    expect(reserveAutomaticRefund(ledger, request()).result).toMatchObject({
      kind: 'call-provider',
      refund: { providerIdempotencyKey: 'late:pi_1:2' },
    });
  });

  it('of everything cover each payment of the reservation that was paid', () => {
    const second = paid.payments.map((payment) => ({ ...payment, id: 'p2', intentId: 'pi_2', attempt: 2 }));
    const both = { ...paid, payments: [...paid.payments, ...second] };
    const first = reserveAutomaticRefund(both, request());
    const other = reserveAutomaticRefund(first.ledger, request());
    expect([first.result, other.result]).toMatchObject([
      { kind: 'call-provider', refund: { paymentId: 'p1', providerIdempotencyKey: 'late:pi_1' } },
      { kind: 'call-provider', refund: { paymentId: 'p2', providerIdempotencyKey: 'late:pi_2' } },
    ]);
    expect(reserveAutomaticRefund(other.ledger, request()).result).toMatchObject({ kind: 'existing' });
    const tried = { ...request(), triedPayments: ['p1', 'p2'] };
    expect(reserveAutomaticRefund(both, tried).result).toEqual({ kind: 'nothing-to-refund' });
  });

  it('that were decided by themselves leave no money that could pay for the stay, also where they were refused', () => {
    expect(endOutcome(paid)).toBe('succeeded');
    const { ledger } = reserveAutomaticRefund(paid, request());
    expect(endOutcome(ledger)).toBe('ended');
    expect(endOutcome(refuseRefund(ledger, ledger.refunds[0]?.id ?? '').ledger)).toBe('ended');
  });

  it('of an operator leave what is left', () => {
    const some = applyRefund(paid, 'p1', refundSnapshot('re_1', 600n, 'pending'), newRefund('re_1')).ledger;
    expect(endOutcome(some)).toBe('succeeded');
    const all = applyRefund(some, 'p1', refundSnapshot('re_2', 400n, 'pending'), newRefund('re_2')).ledger;
    expect(endOutcome(all)).toBe('ended');
  });

  it('publish refund.created once and refund.failed after it; the payment is refunded exactly while all of it is refunded', () => {
    const some = fc.array(
      fc.tuple(
        fc.constantFrom('re_1', 're_2', 're_3'),
        fc.constantFrom<RefundStatus>('pending', 'succeeded', 'failed', 'canceled', 'requires_action'),
      ),
      { maxLength: 15 },
    );
    const amounts: Record<string, bigint> = { re_1: 400n, re_2: 600n, re_3: 1000n };
    fc.assert(
      fc.property(some, (reported) => {
        let ledger = paid;
        const published: string[] = [];
        const amountsByRefund = new Map<string, bigint>();
        for (const [id, status] of reported) {
          const decision = applyRefund(
            ledger,
            'p1',
            refundSnapshot(id, amounts[id] ?? 0n, status),
            newRefund(id),
          );
          ledger = decision.ledger;
          for (const event of decision.events ?? []) {
            if (!('refund' in event)) continue;
            const { state, amountMinorUnits } = event.refund;
            if (event.type === 'refund.created') published.push(event.refund.providerRefundId ?? '');
            amountsByRefund.set(event.refund.id, state === 'failed' ? 0n : amountMinorUnits);
          }
        }
        const reserved = [...amountsByRefund.values()].reduce((sum, amount) => sum + amount, 0n);
        expect(reserved).toBe(reservedMinorUnits(ledger.refunds, 'p1'));
        expect(new Set(published).size).toBe(published.length);
        const refunded = refundedMinorUnits(ledger.refunds, 'p1');
        expect(stateOf(ledger)).toBe(refunded >= AMOUNT ? 'refunded' : 'succeeded');
        expect(paidPayment(ledger)).toBeDefined();
      }),
    );
  });

  it('that exceed what is left are rejected', () => {
    const { ledger } = applyRefund(paid, 'p1', refundSnapshot('re_1', 600n, 'succeeded'), newRefund('re_1'));
    const more = applyRefund(ledger, 'p1', refundSnapshot('re_2', 401n, 'succeeded'), newRefund('re_2'));
    expect(more.result).toEqual({ kind: 'rejected', reason: 'amount_mismatch' });
  });
});
