import { expect, it } from 'vitest';
import { deserializeNotification, serializeNotification } from './stored-notification.ts';
import type { StoredNotification } from './stored-notification.ts';

const envelope = {
  providerEventId: 'evt_1',
  type: 'payment_intent.succeeded',
  accountId: 'acct_1',
  livemode: true,
  apiVersion: '2026-10-28.endive',
  createdAt: '2026-11-20T09:00:00Z',
};
const references = { tenantId: null, paymentId: null, refundId: null, reservationId: null };
const amount = { amountMinorUnits: '12500', currency: 'EUR' };

/** As they lie in existing databases. */
const stored: StoredNotification['subject'][] = [
  {
    kind: 'intent',
    intentId: 'pi_1',
    status: 'succeeded',
    ...amount,
    receivedMinorUnits: null,
    livemode: true,
    failure: null,
    references,
  },
  {
    kind: 'session',
    sessionId: 'cs_1',
    intentId: null,
    status: 'complete',
    amountMinorUnits: null,
    currency: null,
    livemode: true,
    references,
  },
  { kind: 'refund', providerRefundId: 're_1', intentId: 'pi_1', status: 'pending', ...amount, references },
  { kind: 'refunded-charge', intentId: 'pi_1', refundedMinorUnits: '500', references },
  { kind: 'unneeded' },
  { kind: 'unreadable', reason: 'unreadable: amount' },
];

it.each(stored)('a stored notification about %o is read, and written in the same form', (subject) => {
  const notification = deserializeNotification({ ...envelope, subject });
  expect(JSON.parse(serializeNotification(notification))).toEqual({ ...envelope, subject });
});

it('amounts are bigint and times are instants', () => {
  const [intent] = stored;
  if (intent === undefined) throw new Error('there is an intent');
  const { createdAt, subject } = deserializeNotification({ ...envelope, subject: intent });
  expect(createdAt.equals('2026-11-20T09:00:00Z')).toBe(true);
  expect(subject).toMatchObject({ amountMinorUnits: 12_500n, receivedMinorUnits: null });
});
