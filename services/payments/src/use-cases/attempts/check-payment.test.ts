import { systemContext } from '@lodging/kit-runtime';
import { expect, test, vi } from 'vitest';
import { applyIntent } from '../../domain/attempts/apply-intent.ts';
import type { IntentSnapshot } from '../../domain/attempts/apply-intent.ts';
import { emptyLedger } from '../../domain/ledger/ledger.ts';
import type { Ledger } from '../../domain/ledger/ledger.ts';
import type { Notification } from '../../domain/notifications/notification.ts';
import { ProviderUnavailable } from '../../ports/provider.ts';
import { createInFlightNotifications } from '../../outbound/notifications/in-flight-notifications.ts';
import { checkPayment } from './check-payment.ts';
import { buildCreatingPayment, NOW } from '../../../test/build-ledger.ts';

const terms = { accountId: 'acct_1', livemode: true, amountMinorUnits: 1000n, currency: 'EUR' };
const creating: Ledger = { ...emptyLedger('r1'), payments: [buildCreatingPayment()] };
const snapshot = { intentId: 'pi_1', ...terms, receivedMinorUnits: null, failure: null, asOf: NOW };
const ledgerWith = (status: IntentSnapshot['status']): Ledger =>
  applyIntent(creating, 'p1', { ...snapshot, status }).ledger;
const references = { tenantId: 't1', paymentId: 'p1', refundId: null, reservationId: null };
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
  const inFlight = createInFlightNotifications();
  const readIntent = () => Promise.reject(new ProviderUnavailable('it was read'));
  const deps = {
    inFlight,
    ledgers: {
      read: async () => {
        stage.reads += 1;
        return stage.ledger;
      },
      leaseProviderRead: async () => true,
    },
    providerReads: { share: (_paymentId: string, read: () => Promise<unknown>) => read() },
    provider: { readIntent },
  } as unknown as Parameters<typeof checkPayment>[0];
  const check = () =>
    checkPayment(deps, systemContext('t1', true, { timeoutMs: 5000 }), { reservationId: 'r1' });
  return { stage, inFlight, check };
}

test('a success that this process is applying is waited for, and the provider is not asked', async () => {
  const { stage, inFlight, check } = setUp();
  const end = inFlight.begin(success);
  const checked = check();
  await new Promise(setImmediate);
  stage.ledger = ledgerWith('succeeded');
  end();
  expect(await checked).toMatchObject({ state: 'succeeded', amountMinorUnits: 1000n });
  expect(stage.reads).toBe(2);
});

test('a repeated delivery that ends first does not end the wait for the one that is being applied', async () => {
  const { stage, inFlight, check } = setUp();
  const end = inFlight.begin(success);
  const endRepeated = inFlight.begin(success);
  const checked = check();
  await new Promise(setImmediate);
  endRepeated();
  await new Promise(setImmediate);
  expect(stage.reads).toBe(1);
  stage.ledger = ledgerWith('succeeded');
  end();
  expect(await checked).toMatchObject({ state: 'succeeded' });
});

test('the provider is read at once where no success is in hand, and after a while where it is not applied', async () => {
  vi.useFakeTimers();
  const { inFlight, check } = setUp();
  const of = (intentId: string): Notification => ({
    ...success,
    subject: { kind: 'intent', ...snapshot, intentId, status: 'succeeded', references },
  });
  const ends = [inFlight.begin(of('pi_2'))];
  await expect(check()).rejects.toThrow('it was read');
  ends.push(inFlight.begin(of('pi_1')));
  const waiting = expect(check()).rejects.toThrow('it was read');
  await vi.advanceTimersByTimeAsync(300);
  await waiting;
  for (const end of ends) end();
  await expect(check()).rejects.toThrow('it was read');
  vi.useRealTimers();
});
