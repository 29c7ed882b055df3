import { expect, test } from 'vitest';
import type { Notification } from '../../domain/notifications/notification.ts';
import type { ReportedChange } from '../../ports/ledger.ts';
import { receiveNotification } from './receive-notification.ts';

const NOW = Temporal.Instant.from('2026-11-20T09:00:00Z');
const references = { tenantId: 'tenant', reservationId: 'reservation', paymentId: 'payment', refundId: null };

const success: Notification = {
  accountId: 'acct_1',
  livemode: true,
  providerEventId: 'evt_1',
  type: 'payment_intent.succeeded',
  apiVersion: null,
  createdAt: NOW,
  subject: {
    kind: 'intent',
    intentId: 'pi_1',
    status: 'succeeded',
    failure: null,
    livemode: true,
    amountMinorUnits: 1000n,
    receivedMinorUnits: 1000n,
    currency: 'EUR',
    references,
  },
};

interface Options {
  readonly change?: () => Promise<ReportedChange>;
  readonly hasCapacity?: boolean;
}

function setUp({ change = async () => 'applied', hasCapacity = true }: Options = {}) {
  const seen: string[] = [];
  const ledgers = {
    reportedBy: () => ledgers,
    async changeReported() {
      seen.push('apply');
      return change();
    },
  };
  const deps = {
    ledgers,
    apiVersion: '2026-10-28.endive',
    inFlight: {
      begin() {
        seen.push('begin');
        return () => seen.push('end');
      },
    },
    applyingAtOnce: { hasCapacity: () => hasCapacity, run: (work: () => unknown) => work() },
    notifications: {
      async store() {
        seen.push('store');
        return true;
      },
    },
    alerts: { notificationFailed: () => seen.push('failed') },
    wakeNotifications: () => seen.push('wake'),
  } as unknown as Parameters<typeof receiveNotification>[0];
  return { seen, receive: (notification: Notification) => receiveNotification(deps, notification) };
}

test('a notification of a named payment is applied, and not stored a second time', async () => {
  const { seen, receive } = setUp();
  expect(await receive(success)).toBe(true);
  expect(seen).toEqual(['begin', 'apply', 'end']);
});

test('one that was stored before is reported as such', async () => {
  const { seen, receive } = setUp({ change: async () => 'duplicate' });
  expect(await receive(success)).toBe(false);
  expect(seen).toEqual(['begin', 'apply', 'end']);
});

test('one that cannot be applied is stored for the timer, which is woken', async () => {
  const { seen, receive } = setUp({ change: () => Promise.reject(new Error('locked')) });
  expect(await receive(success)).toBe(true);
  expect(seen).toEqual(['begin', 'apply', 'failed', 'store', 'wake', 'end']);
});

test('beyond the capacity of the process, it is stored for the timer of any process', async () => {
  const { seen, receive } = setUp({ hasCapacity: false });
  expect(await receive(success)).toBe(true);
  expect(seen).toEqual(['begin', 'store', 'wake', 'end']);
});

test.each([
  ['of another mode', { livemode: false }],
  ['without an account', { accountId: null }],
  ['of a later generation of the API', { apiVersion: '2027-01-01.fig' }],
  [
    'that names no payment',
    { subject: { ...success.subject, references: { ...references, paymentId: null } } },
  ],
])('one %s is stored for the timer', async (_what, change) => {
  const { seen, receive } = setUp();
  expect(await receive({ ...success, ...change } as Notification)).toBe(true);
  expect(seen).toEqual(['begin', 'store', 'wake', 'end']);
});
