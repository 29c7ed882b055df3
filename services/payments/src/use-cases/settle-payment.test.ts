import { systemContext } from '@lodging/kit-runtime';
import { expect, test, vi } from 'vitest';
import { applyIntent } from '../domain/apply-intent.ts';
import type { IntentSnapshot } from '../domain/apply-intent.ts';
import { emptyLedger } from '../domain/ledger.ts';
import type { Ledger } from '../domain/ledger.ts';
import type { Notification } from '../domain/notification.ts';
import { ProviderUnavailable } from '../ports.ts';
import { createArrivals } from './arrivals.ts';
import { settlePayment } from './settle-payment.ts';

const NOW = Temporal.Instant.from('2026-11-20T09:00:00Z');
const terms = { accountId: 'acct_1', livemode: true, amountMinorUnits: 1000n, currency: 'EUR' };
const creating: Ledger = {
  ...emptyLedger('r1'),
  payments: [
    {
      id: 'p1',
      kind: 'intent',
      purpose: 'stay',
      state: 'creating',
      attempt: 1,
      ...terms,
      providerIdempotencyKey: 'pi:r1:1',
      redirectUrls: null,
      expiresAt: NOW,
      createdAt: NOW,
      lease: null,
      version: 1,
    },
  ],
};
const snapshot = { intentId: 'pi_1', ...terms, receivedMinorUnits: null, failure: null, asOf: NOW };
const ledgerWith = (status: IntentSnapshot['status']): Ledger =>
  applyIntent(creating, 'p1', { ...snapshot, status }).ledger;
const references = { tenantId: 't1', paymentId: 'p1', refundId: null };
const success: Notification = {
  providerEventId: 'evt_1',
  type: 'payment_intent.succeeded',
  accountId: 'acct_1',
  livemode: true,
  apiVersion: null,
  createdAt: NOW,
  subject: { kind: 'intent', ...snapshot, status: 'succeeded', references },
};

/** A provider that is away, and a ledger that a test changes. */
function setUp() {
  const stage = { ledger: ledgerWith('requires_payment_method'), reads: 0 };
  const arrivals = createArrivals();
  const asked = () => Promise.reject(new ProviderUnavailable('it was asked'));
  const deps = {
    arrivals,
    ledgers: {
      read: async () => {
        stage.reads += 1;
        return stage.ledger;
      },
    },
    provider: { readIntent: asked },
  } as unknown as Parameters<typeof settlePayment>[0];
  const settle = () =>
    settlePayment(deps, systemContext('t1', true, { timeoutMs: 5000 }), { reservationId: 'r1' });
  return { stage, arrivals, settle };
}

test('a success that this process is applying is waited for, and the provider is not asked', async () => {
  const { stage, arrivals, settle } = setUp();
  const end = arrivals.begin(success);
  const settled = settle();
  await new Promise(setImmediate);
  stage.ledger = ledgerWith('succeeded');
  end();
  expect(await settled).toMatchObject({ state: 'succeeded', amountMinorUnits: 1000n });
  expect(stage.reads).toBe(2);
});

test('a repeated delivery that ends first does not end the wait for the one that is being applied', async () => {
  const { stage, arrivals, settle } = setUp();
  const end = arrivals.begin(success);
  const endRepeated = arrivals.begin(success);
  const settled = settle();
  await new Promise(setImmediate);
  endRepeated();
  await new Promise(setImmediate);
  expect(stage.reads).toBe(1);
  stage.ledger = ledgerWith('succeeded');
  end();
  expect(await settled).toMatchObject({ state: 'succeeded' });
});

test('the provider is asked at once where no success is in hand, and after a while where it is not applied', async () => {
  vi.useFakeTimers();
  const { arrivals, settle } = setUp();
  const of = (intentId: string): Notification => ({
    ...success,
    subject: { kind: 'intent', ...snapshot, intentId, status: 'succeeded', references },
  });
  const ends = [arrivals.begin(of('pi_2'))];
  await expect(settle()).rejects.toThrow('it was asked');
  ends.push(arrivals.begin(of('pi_1')));
  const waiting = expect(settle()).rejects.toThrow('it was asked');
  await vi.advanceTimersByTimeAsync(300);
  await waiting;
  for (const end of ends) end();
  await expect(settle()).rejects.toThrow('it was asked');
  vi.useRealTimers();
});
