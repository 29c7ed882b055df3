import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '@lodging/kit-testing';
import { createTenant, openPayment, stateOf } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { eventsOf, waitForEvent } from './published-events.ts';
import { buildStripeEvent, outcomeOf, postNotification } from './stripe-event.ts';
import { startPayments } from './start-payments.ts';
import type { RunningPayments } from './start-payments.ts';

let payments: RunningPayments;
let tenant: Tenant;
let handle: Awaited<ReturnType<typeof openPayment>>;
let metadata: Record<string, string>;

beforeAll(async () => {
  payments = await startPayments();
});
afterAll(() => payments.stop());
beforeEach(async () => {
  tenant = await createTenant(payments);
  handle = await openPayment(payments, tenant);
  const options = { stripeAccount: tenant.accountId };
  ({ metadata } = await payments.stripe.paymentIntents.retrieve(handle.providerPaymentIntentId, {}, options));
});

/** As the provider sends it: with the metadata that we gave to the intent. */
const reported = (type = 'payment_intent.succeeded', object: Record<string, unknown> = {}) =>
  buildStripeEvent(tenant, handle, type, { object: { metadata, ...object } });

async function storedOf(event: Record<string, unknown>) {
  const [row] = await payments.query<{ state: string; attempts: number }>(
    'SELECT state, attempts FROM provider_events WHERE provider_event_id = $1',
    [event['id']],
  );
  return row;
}

describe('a notification that names its payment', () => {
  it('is applied when it is acknowledged', async () => {
    const event = reported();
    expect((await postNotification(payments, event)).status).toBe(200);
    expect(await storedOf(event)).toEqual({ state: 'applied', attempts: 1 });
    expect(await stateOf(payments, handle.reservationId)).toBe('succeeded');
    await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
  });

  it('is applied once, however often it is sent at once', async () => {
    const event = reported();
    const answers = await Promise.all(Array.from({ length: 20 }, () => postNotification(payments, event)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await outcomeOf(payments, event)).toEqual({ state: 'applied', reason: null });
    await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
    expect(eventsOf(payments, handle.reservationId, 'payment.succeeded')).toHaveLength(1);
  });

  it('is stored while its payment is locked, and applied afterwards', async () => {
    const event = reported();
    await payments.query('BEGIN');
    await payments.query('SELECT FROM ledgers WHERE reservation_id = $1 FOR UPDATE', [handle.reservationId]);
    try {
      expect((await postNotification(payments, event)).status).toBe(200);
      expect(await storedOf(event)).toMatchObject({ state: 'waiting' });
    } finally {
      await payments.query('COMMIT');
    }
    expect(await outcomeOf(payments, event)).toEqual({ state: 'applied', reason: null });
    expect(await stateOf(payments, handle.reservationId)).toBe('succeeded');
  });

  it('of another amount changes nothing, and is parked', async () => {
    const event = reported('payment_intent.succeeded', { amount: 1, amount_received: 1 });
    expect((await postNotification(payments, event)).status).toBe(200);
    await eventually('it is parked', async () => (await storedOf(event))?.state === 'parked');
    expect(await stateOf(payments, handle.reservationId)).not.toBe('succeeded');
    expect(eventsOf(payments, handle.reservationId, 'payment.succeeded')).toHaveLength(0);
  });
});
