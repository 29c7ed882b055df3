import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Notification } from '../domain/notification.ts';
import type { DueNotification } from '../ports.ts';
import { createArrivals } from './arrivals.ts';
import { createNotificationWork } from './process-notifications.ts';

const NOW = Temporal.Instant.from('2026-11-20T09:00:00Z');
const terms = { accountId: 'acct_1', livemode: true };
const references = { tenantId: null, paymentId: null, refundId: null };

function success(number: number): Notification {
  const intent = { intentId: `pi_${number}`, status: 'succeeded' as const, failure: null };
  const money = { amountMinorUnits: 1000n, receivedMinorUnits: 1000n, currency: 'EUR' };
  return {
    ...terms,
    providerEventId: `evt_${number}`,
    type: 'payment_intent.succeeded',
    apiVersion: null,
    createdAt: NOW,
    subject: { kind: 'intent', livemode: true, ...intent, ...money, references },
  };
}

/** A store that is never asked for what is due, and a database that takes `applyMs` for each that is applied. */
function setUp({ applyMs = 0 } = {}) {
  const seen = { leased: 0, unleased: 0, settled: 0 };
  const ledgers = {
    reportedBy: () => ledgers,
    findPayment: () => new Promise((resolve) => setTimeout(() => resolve(undefined), applyMs)),
  };
  const notifications = {
    async store(notification: Notification, { lease }: { lease: boolean }) {
      seen[lease ? 'leased' : 'unleased'] += 1;
      await Promise.resolve();
      const leased: DueNotification = { notification, attempts: 1, receivedAt: NOW, traceparent: null };
      return { isNew: true, leased: lease ? leased : null };
    },
    takeDue: async () => [],
    settle: async () => {
      seen.settled += 1;
    },
  };
  const deps = {
    ledgers,
    notifications,
    arrivals: createArrivals(),
    alerts: {},
    clock: { now: () => NOW },
    signal: new AbortController().signal,
  } as unknown as Parameters<typeof createNotificationWork>[0];
  const work = createNotificationWork(deps);
  const storeMany = (many: number) =>
    Promise.all(Array.from({ length: many }, (_, number) => work.store(success(number))));
  return { work, seen, storeMany };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('of ten thousand notifications at once a process keeps a hundred in memory, and keeps more when those are applied', async () => {
  const { work, seen, storeMany } = setUp();
  await storeMany(10_000);
  expect(seen).toEqual({ leased: 100, unleased: 9900, settled: 0 });
  const running = work.run();
  await vi.runAllTimersAsync();
  await running;
  expect(seen.settled).toBe(100);
  await storeMany(200);
  expect(seen.leased).toBe(200);
});

test('while a process waits for a slow batch, what it is told of is left to any process', async () => {
  const { work, seen, storeMany } = setUp({ applyMs: 5000 });
  await storeMany(1);
  const running = work.run();
  await vi.advanceTimersByTimeAsync(900);
  await storeMany(1);
  expect(seen.leased).toBe(2);
  await vi.advanceTimersByTimeAsync(200);
  await storeMany(1);
  expect(seen).toMatchObject({ leased: 2, unleased: 1 });
  await vi.runAllTimersAsync();
  await running;
  await storeMany(1);
  expect(seen.leased).toBe(3);
});

test('what waited in memory for its lease is left to the process that leases it next, and gives its place away', async () => {
  const { work, seen, storeMany } = setUp();
  await storeMany(100);
  await vi.advanceTimersByTimeAsync(9000);
  await storeMany(1);
  expect(seen).toMatchObject({ leased: 100, unleased: 1 });
  const running = work.run();
  await vi.runAllTimersAsync();
  await running;
  expect(seen.settled).toBe(0);
  await storeMany(1);
  expect(seen.leased).toBe(101);
});

test('a process that stops applies what it took, but not longer than the last events have to wait', async () => {
  const quick = setUp();
  await quick.storeMany(100);
  const finishing = quick.work.finish();
  await vi.runAllTimersAsync();
  await finishing;
  expect(quick.seen.settled).toBe(100);
  const slow = setUp({ applyMs: 2000 });
  await slow.storeMany(100);
  const giving = slow.work.finish();
  await vi.advanceTimersByTimeAsync(6000);
  await giving;
  expect(slow.seen.settled).toBe(30);
});
