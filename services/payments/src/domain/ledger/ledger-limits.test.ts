import { describe, expect, it } from 'vitest';
import { openAttempt } from '../attempts/open-attempt.ts';
import type { AttemptRequest } from '../attempts/open-attempt.ts';
import { openDueAttempt } from '../attempts/open-due-attempt.ts';
import { refuseAttempt } from '../attempts/close-attempt.ts';
import { toCreated } from './payment.ts';
import type { Payment } from './payment.ts';
import { reserveRequestedRefund } from '../refunds/reserve-refund.ts';
import { recordOfflinePayment } from './record-offline-payment.ts';
import { emptyLedger, withKey } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { buildCreatingPayment, buildPaidPayment, NOW } from '../../../test/build-ledger.ts';

const lease = { owner: 'one', until: NOW.add({ seconds: 6 }) };
const limitReached = (limit: number) => ({
  kind: 'refused',
  refusal: { code: 'limit_reached', extra: { limit } },
});
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));

const request: AttemptRequest = {
  kind: 'intent',
  purpose: 'stay',
  redirectUrls: null,
  idempotencyKey: 'another',
  keyReservationId: null,
  amountMinorUnits: 1000n,
  currency: 'EUR',
  livemode: true,
  expiresAt: NOW.add({ minutes: 15 }),
  accountId: 'acct_1',
  newPaymentId: 'p99',
  lease,
  now: NOW,
};

describe('the Idempotency-Keys of one payment', () => {
  const created = toCreated(buildCreatingPayment(), { intentId: 'pi_1', sessionId: null, asOf: NOW });
  const open = { ...emptyLedger('r1'), payments: [created] };
  const bound = (keys: number): Ledger =>
    times(keys, (at) => `k${at}`).reduce<Ledger>(
      (ledger, key) => withKey(ledger, { space: 'hold', key, fingerprint: null }, created),
      open,
    );

  it('are 20: another one is refused and not bound, and each of the 20 is answered again', () => {
    const last = openAttempt(bound(19), request);
    expect(last).toMatchObject({ result: { kind: 'existing' }, ledger: { idempotencyKeys: { length: 20 } } });
    const full = bound(20);
    expect(openAttempt(full, request)).toMatchObject({ ledger: full, result: limitReached(20) });
    expect(openAttempt(full, { ...request, idempotencyKey: 'k7' }).result).toMatchObject({
      kind: 'existing',
      outcome: 'replayed',
    });
  });

  it('are 20 also while the provider has not answered', () => {
    const creating = { ...bound(20), payments: [buildCreatingPayment()] };
    expect(openAttempt(creating, request).result).toMatchObject(limitReached(20));
  });
});

describe('the payments of a hold that the provider refused', () => {
  const refusedAttempts = (count: number): Ledger =>
    times(count, (at) => ({ ...request, newPaymentId: `p${at}`, idempotencyKey: null })).reduce<Ledger>(
      (ledger, one) => refuseAttempt(openAttempt(ledger, one).ledger, one.newPaymentId).ledger,
      emptyLedger('r1'),
    );

  it('are ten: then another one is refused without a call of the provider', () => {
    expect(openAttempt(refusedAttempts(9), request).result).toMatchObject({ kind: 'call-provider' });
    const ledger = refusedAttempts(10);
    expect(ledger.payments).toHaveLength(10);
    expect(openAttempt(ledger, request)).toMatchObject({
      ledger,
      result: { kind: 'refused', refusal: { code: 'payment_setup_failed' } },
    });
  });
});

describe('what a client adds to the ledger of a booking', () => {
  const paid: Ledger = { ...emptyLedger('r1'), payments: [buildPaidPayment()] };
  const offline = {
    id: 'c1',
    purpose: 'balance' as const,
    amountMinorUnits: 1n,
    currency: 'EUR',
    method: 'cash' as const,
    note: null,
    returned: false,
    createdAt: NOW,
  };
  const none = { paidOfflineMinorUnits: 0n };

  it('is at most 500 offline payments; a known one is answered again', () => {
    const before = (count: number): Ledger => ({
      ...paid,
      offlinePayments: times(count, (at) => ({ ...offline, id: `c${at}`, idempotencyKey: `k${at}` })),
    });
    const next = { ...offline, idempotencyKey: 'another' };
    expect(recordOfflinePayment(before(499), next, none).result.kind).toBe('recorded');
    for (const returned of [false, true]) {
      const { ledger, result } = recordOfflinePayment(before(500), { ...next, returned }, none);
      expect(result).toMatchObject(limitReached(500));
      expect(ledger.offlinePayments).toHaveLength(500);
    }
    const known = { ...offline, idempotencyKey: 'k7' };
    expect(recordOfflinePayment(before(500), known, none).result.kind).toBe('replayed');
  });

  it('is at most 500 refunds', () => {
    const refund = (ledger: Ledger, at: number) =>
      reserveRequestedRefund(ledger, {
        amountMinorUnits: 1n,
        hasAccount: true,
        newRefundId: `f${at}`,
        newId: () => 'other',
        lease,
        now: NOW,
      });
    const full = times(500, (at) => at).reduce((ledger, at) => refund(ledger, at).ledger, paid);
    expect(full.refunds).toHaveLength(500);
    expect(refund(full, 500)).toMatchObject({ ledger: full, result: limitReached(500) });
  });

  it('is at most 500 payments', () => {
    const payments = (count: number): Payment[] =>
      times(count, (at) => {
        const { lease: _lease, ...terms } = buildCreatingPayment({ id: `p${at}`, purpose: 'balance' });
        return { ...terms, state: 'refused' };
      });
    const due = {
      ...request,
      purpose: 'balance',
      keySpace: 'due_intent',
      idempotencyKey: 'k',
      fingerprint: 'all',
      obligation: { dueByNowMinorUnits: 1000n, ...none },
      amountMinorUnits: null,
    } as const;
    expect(openDueAttempt({ ...paid, payments: payments(499) }, due).result.kind).toBe('call-provider');
    expect(openDueAttempt({ ...paid, payments: payments(500) }, due).result).toMatchObject(limitReached(500));
  });
});
