import { describe, expect, it } from 'vitest';
import { dueMinorUnits } from '../ledger/balance.ts';
import { endLedger } from './close-attempt.ts';
import { emptyLedger } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { OfflinePayment } from '../ledger/offline-payment.ts';
import { openDueAttempt } from './open-due-attempt.ts';
import type { DueAttemptRequest } from './open-due-attempt.ts';
import type { PaidPayment } from '../ledger/payment.ts';
import { recordOfflinePayment } from '../ledger/record-offline-payment.ts';
import type { Refund } from '../ledger/refund.ts';
import { reserveRequestedRefund } from '../refunds/reserve-refund.ts';
import { returnWhatIsOwed } from '../cancellation/return-money.ts';
import { settleLedger } from '../cancellation/settle-ledger.ts';
import { buildPaidPayment, NOW } from '../../../test/build-ledger.ts';

const lease = { owner: 'one', until: NOW.add({ seconds: 6 }) };
const newId = () => 'other';

function paid(id: string, amountMinorUnits: bigint, attempt = 1): PaidPayment {
  const purpose = attempt === 1 ? 'deposit' : 'balance';
  const keys = { providerIdempotencyKey: `pi:r1:${attempt}`, intentId: `pi_${id}` };
  return buildPaidPayment({ id, purpose, attempt, amountMinorUnits, ...keys });
}
const refunded = (amountMinorUnits: bigint, reason: Refund['reason']): Refund => ({
  id: `f${reason}`,
  paymentId: 'p1',
  amountMinorUnits,
  currency: 'EUR',
  state: 'succeeded',
  reason,
  providerRefundId: `re_${reason}`,
  providerIdempotencyKey: null,
  settlementId: null,
  lease: null,
  createdAt: NOW,
  version: 1,
});
const cash = (amountMinorUnits: bigint, changes: Partial<OfflinePayment> = {}) => ({
  id: 'c1',
  purpose: 'balance' as const,
  amountMinorUnits,
  currency: 'EUR',
  method: 'cash' as const,
  note: null,
  returned: false,
  createdAt: NOW,
  ...changes,
  idempotencyKey: 'k',
});
const deposit: Ledger = { ...emptyLedger('r1'), payments: [paid('p1', 8_550n)] };
const obligation = { dueByNowMinorUnits: 28_500n, paidOfflineMinorUnits: 0n };
const request: DueAttemptRequest = {
  kind: 'intent',
  purpose: 'balance',
  keySpace: 'due_intent',
  idempotencyKey: 'k1',
  fingerprint: 'all',
  keyReservationId: null,
  obligation,
  amountMinorUnits: null,
  currency: 'EUR',
  livemode: true,
  expiresAt: NOW.add({ hours: 24 }),
  accountId: 'acct_1',
  redirectUrls: null,
  newPaymentId: 'p2',
  lease,
  now: NOW,
};

describe('what is due', () => {
  it.each([
    ['the rest of what is due by now', deposit, 28_500n, 0n, 19_950n],
    ['nothing where no more is due yet', deposit, 8_550n, 0n, 0n],
    [
      'nothing of what was paid at the desk',
      { ...deposit, offlinePayments: [cash(19_950n)] },
      28_500n,
      0n,
      0n,
    ],
    ['nothing where all was paid without us', emptyLedger('r1'), 28_500n, 28_500n, 0n],
    [
      'nothing more after a refund by hand',
      { ...deposit, refunds: [refunded(8_550n, 'requested')] },
      8_550n,
      0n,
      0n,
    ],
    ['what was returned by itself', { ...deposit, refunds: [refunded(8_550n, 'late')] }, 8_550n, 0n, 8_550n],
    ['nothing once it has ended without terms', { ...deposit, endedAt: NOW }, 28_500n, 0n, 0n],
  ])('is %s', (_what, ledger, dueByNowMinorUnits, paidOfflineMinorUnits, due) => {
    expect(dueMinorUnits(ledger, { dueByNowMinorUnits, paidOfflineMinorUnits })).toBe(due);
  });
});

describe('openDueAttempt', () => {
  const open = openDueAttempt(deposit, request).ledger;

  it('opens a payment over all that is due', () => {
    expect(openDueAttempt(deposit, request).result).toMatchObject({
      kind: 'call-provider',
      payment: { amountMinorUnits: 19_950n, purpose: 'balance', providerIdempotencyKey: 'pi:r1:2' },
    });
  });

  it.each([
    ['nothing due', deposit, { obligation: { ...obligation, dueByNowMinorUnits: 8_550n } }, 'nothing_due'],
    ['more than is due', deposit, { amountMinorUnits: 19_951n }, 'validation_failed'],
    ['another key while a payment is open', open, { idempotencyKey: 'k2' }, 'payment_already_initiated'],
    ['a key of another request', open, { fingerprint: 'part' }, 'idempotency_key_conflict'],
    ['a key of another booking', deposit, { keyReservationId: 'r2' }, 'idempotency_key_conflict'],
    ['a tenant without an account', deposit, { accountId: null }, 'provider_not_configured'],
    ['a balance after the end', { ...deposit, endedAt: NOW }, {}, 'nothing_due'],
    ['a penalty without terms', { ...deposit, endedAt: NOW }, { purpose: 'penalty' as const }, 'nothing_due'],
  ])('refuses %s', (_what, ledger, changes, code) => {
    const { result, ledger: after } = openDueAttempt(ledger, { ...request, ...changes });
    expect(result).toMatchObject({ kind: 'refused', refusal: { code } });
    expect(after).toBe(ledger);
  });

  it('lets the same request wait for its first run, and take it over', () => {
    expect(openDueAttempt(open, request).result).toEqual({ kind: 'wait' });
    const later = openDueAttempt(open, { ...request, now: NOW.add({ seconds: 7 }) });
    expect(later.result).toMatchObject({ kind: 'call-provider', resumed: true, payment: { id: 'p2' } });
  });

  it('opens the part of a penalty that has not come in', () => {
    const terms = {
      id: 's1',
      reason: 'cancellation' as const,
      keepMinorUnits: 9_000n,
      offlineMinorUnits: 0n,
    };
    const { ledger } = settleLedger(deposit, terms, { now: NOW, newId });
    expect(openDueAttempt(ledger, { ...request, purpose: 'penalty' }).result).toMatchObject({
      payment: { amountMinorUnits: 450n, purpose: 'penalty' },
    });
  });
});

describe('a stay that was confirmed when its hold had ended', () => {
  const late = endLedger(deposit, NOW, 'hold').ledger;
  const open = openDueAttempt(late, request).ledger;

  it('still owes its balance, until the stay ends', () => {
    expect(dueMinorUnits(late, obligation)).toBe(19_950n);
    expect(openDueAttempt(late, request).result).toMatchObject({ payment: { amountMinorUnits: 19_950n } });
    const ended = endLedger(late, NOW, 'stay').ledger;
    expect(dueMinorUnits(ended, obligation)).toBe(0n);
    expect(openDueAttempt(ended, request).result).toMatchObject({ refusal: { code: 'nothing_due' } });
    expect(endLedger(ended, NOW, 'hold').ledger).toBe(ended);
  });

  it('keeps its open balance when the end of the hold is published again, not when the stay ends', () => {
    expect(endLedger(open, NOW, 'hold').result).toEqual({ kind: 'done', outcome: 'succeeded' });
    expect(endLedger(open, NOW, 'stay').result).toMatchObject({ kind: 'cancel', payment: { id: 'p2' } });
  });

  it('keeps a balance that lands, and not one that lands after the stay has ended', () => {
    const landed = (ledger: Ledger) => ({
      ...ledger,
      payments: [...deposit.payments, paid('p2', 19_950n, 2)],
    });
    const returned = (ledger: Ledger) =>
      returnWhatIsOwed(ledger, landed(ledger), { now: NOW, newId }).refunds;
    expect(returned(late)).toEqual([]);
    expect(returned(endLedger(late, NOW, 'stay').ledger)).toMatchObject([
      { paymentId: 'p2', amountMinorUnits: 19_950n, reason: 'late' },
    ]);
  });
});

describe('a refund of more than one payment', () => {
  const both: Ledger = { ...deposit, payments: [paid('p1', 8_550n), paid('p2', 19_950n, 2)] };
  const refund = (amountMinorUnits: bigint | null) =>
    reserveRequestedRefund(both, {
      amountMinorUnits,
      hasAccount: true,
      newRefundId: 'f1',
      newId,
      lease,
      now: NOW,
    });

  it('is cut over them, the newest first', () => {
    expect(refund(20_000n).ledger.refunds).toMatchObject([
      { paymentId: 'p2', amountMinorUnits: 19_950n, providerIdempotencyKey: 'refund:f1' },
      { paymentId: 'p1', amountMinorUnits: 50n, providerIdempotencyKey: 'refund:other' },
    ]);
    expect(refund(19_950n).ledger.refunds).toHaveLength(1);
  });

  it('without an amount is all that remains of them, and never more', () => {
    expect(refund(null).ledger.refunds.map(({ amountMinorUnits }) => amountMinorUnits)).toEqual([
      19_950n,
      8_550n,
    ]);
    expect(refund(28_501n).result).toMatchObject({ refusal: { code: 'refund_exceeds_payment' } });
  });
});

describe('recordOfflinePayment', () => {
  const none = { paidOfflineMinorUnits: 0n };

  it('records money of the desk, also more than is due', () => {
    const { ledger, result } = recordOfflinePayment(deposit, cash(99_999n), none);
    expect(result).toMatchObject({ kind: 'recorded' });
    expect(recordOfflinePayment(ledger, cash(99_999n, { id: 'c2' }), none).result).toMatchObject({
      kind: 'replayed',
      payment: { id: 'c1' },
    });
    expect(recordOfflinePayment(ledger, cash(1n), none).result).toMatchObject({
      refusal: { code: 'idempotency_key_conflict' },
    });
  });

  it('keeps all that came in within 15 digits', () => {
    const most = 999_999_999_999_999n;
    expect(recordOfflinePayment(deposit, cash(most - 8_550n), none).result.kind).toBe('recorded');
    expect(recordOfflinePayment(deposit, cash(most - 8_549n), none).result).toMatchObject({
      refusal: { code: 'validation_failed', extra: { errors: [{ pointer: '/amountMinorUnits' }] } },
    });
    const paidBefore = { paidOfflineMinorUnits: 1n };
    expect(recordOfflinePayment(emptyLedger('r1'), cash(most), paidBefore).result.kind).toBe('refused');
    const open = openDueAttempt(deposit, request).ledger;
    expect(recordOfflinePayment(open, cash(most - 8_550n), none).result.kind).toBe('refused');
  });

  it.each([
    ['all that is here', 8_550n, none, 'recorded'],
    ['more than is here', 8_551n, none, 'refused'],
    ['nothing of what was not paid without us', 9_000n, { paidOfflineMinorUnits: 500n }, 'refused'],
  ])('hands back %s', (_what, amount, paidBefore, kind) => {
    const { result } = recordOfflinePayment(deposit, cash(amount, { returned: true }), paidBefore);
    expect(result.kind).toBe(kind);
  });

  it('hands back what was paid without us', () => {
    const payment = cash(9_000n, { returned: true });
    const { result } = recordOfflinePayment(emptyLedger('r1'), payment, { paidOfflineMinorUnits: 9_000n });
    expect(result.kind).toBe('recorded');
  });
});
