import { endPayment, openIntent, returnPayment } from '@lodging/contract-payments';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openSession, payInBrowser, readSession } from './checkout-session.ts';
import { AMOUNT, buildIntentRequest, openPayment, pay, stateOf } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { eventsOf, waitForEvent } from './published-events.ts';
import { buildStripeEvent, postNotification } from './stripe-event.ts';
import type { RunningPayments } from './start-payments.ts';
import { usePayments } from './use-payments.ts';

let payments: RunningPayments;
let tenant: Tenant;
usePayments((started) => ({ payments, tenant } = started), { RECONCILE_SECONDS: '0.3' });

const on = () => ({ stripeAccount: tenant.accountId });

async function intentsFor(reservationId: string) {
  const page = await payments.stripe.paymentIntents.list({ limit: 100 }, on());
  return page.data.filter(({ metadata }) => metadata['reservationId'] === reservationId);
}

describe('the reconciler', () => {
  it('records a success whose notification was lost', async () => {
    payments.emulator.controls.notifications.rules.add({ effect: 'drop' });
    const handle = await openPayment(payments, tenant);
    await pay(payments, tenant, handle);
    await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
    expect(eventsOf(payments, handle.reservationId, 'payment.succeeded')).toHaveLength(1);
  });

  it('records a paid session, and expires one that could not be expired before', async () => {
    payments.emulator.controls.notifications.rules.add({ effect: 'drop' });
    const [paid, open] = [await openSession(payments, tenant), await openSession(payments, tenant)];
    await payInBrowser(paid.url);
    await waitForEvent(payments, paid.reservationId, 'payment.succeeded');
    payments.emulator.controls.faults.add({ effect: 'status', status: 503, count: 0 });
    await expect(payments.call(endPayment, tenant.id, open)).rejects.toThrow('unavailable');
    payments.emulator.controls.faults.clear();
    await eventually(
      'the session is expired',
      async () => (await stateOf(payments, open.reservationId)) === 'failed',
    );
    expect((await readSession(payments, tenant, open.id)).status).toBe('expired');
  });

  it('publishes a declined card once', async () => {
    payments.emulator.controls.notifications.rules.add({ effect: 'late', delayMs: 1200 });
    const handle = await openPayment(payments, tenant);
    await expect(pay(payments, tenant, handle, 'pm_card_chargeDeclined')).rejects.toThrow('declined');
    await waitForEvent(payments, handle.reservationId, 'payment.failed');
    await eventually('the notification was applied too', async () => {
      const rows = await payments.query(
        `SELECT FROM provider_events WHERE state = 'applied' AND type = 'payment_intent.payment_failed'
           AND notification -> 'subject' ->> 'intentId' = $1`,
        [handle.providerPaymentIntentId],
      );
      return rows.length === 1;
    });
    expect(eventsOf(payments, handle.reservationId, 'payment.failed')).toHaveLength(1);
  });

  it('cancels an intent that could not be cancelled while the provider was down', async () => {
    const handle = await openPayment(payments, tenant);
    payments.emulator.controls.faults.add({ effect: 'status', status: 503, count: 0 });
    await expect(payments.call(endPayment, tenant.id, handle)).rejects.toThrow('unavailable');
    payments.emulator.controls.faults.clear();
    await eventually(
      'the intent is cancelled',
      async () => (await stateOf(payments, handle.reservationId)) === 'failed',
    );
    const [intent] = await intentsFor(handle.reservationId);
    expect(intent?.status).toBe('canceled');
  });

  it('completes a refund whose response was lost', async () => {
    const handle = await openPayment(payments, tenant);
    await pay(payments, tenant, handle);
    await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
    payments.emulator.controls.notifications.rules.add({ effect: 'drop' });
    payments.emulator.controls.faults.add({
      effect: 'refuse',
      count: 2,
      method: 'POST',
      path: '/v1/refunds',
    });
    const { reservationId } = handle;
    await payments.call(endPayment, tenant.id, { reservationId });
    expect(await payments.call(returnPayment, tenant.id, { reservationId, reason: 'late' })).toMatchObject({
      value: { refund: { state: 'pending' } },
    });
    expect((await waitForEvent(payments, reservationId, 'refund.created')).data['refund']).toMatchObject({
      state: 'succeeded',
    });
    expect(await stateOf(payments, reservationId)).toBe('refunded');
    const refunds = await payments.stripe.refunds.list(
      { payment_intent: handle.providerPaymentIntentId },
      on(),
    );
    expect(refunds.data.map(({ amount }) => amount)).toEqual([Number(AMOUNT)]);
  });

  it('records the end of a refund that was pending at the bank', async () => {
    const handle = await openPayment(payments, tenant);
    await pay(payments, tenant, handle, 'pm_card_pendingRefund');
    await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
    payments.emulator.controls.notifications.rules.add({ effect: 'drop' });
    const { reservationId } = handle;
    await payments.call(endPayment, tenant.id, { reservationId });
    await payments.call(returnPayment, tenant.id, { reservationId, reason: 'late' });
    await eventually(
      'the payment is refunded',
      async () => (await stateOf(payments, handle.reservationId)) === 'refunded',
    );
    expect(eventsOf(payments, handle.reservationId, 'refund.created')).toHaveLength(1);
  });
});

describe('open-intent', () => {
  it('returns the same intent to a retry whose first response was lost', async () => {
    const request = buildIntentRequest();
    const fault = { path: '/v1/payment_intents', method: 'POST' };
    payments.emulator.controls.faults.add({ effect: 'lost_reply', count: 2, ...fault });
    payments.emulator.controls.notifications.rules.add({ effect: 'drop' });
    expect(await payments.call(openIntent, tenant.id, request)).toMatchObject({
      refusal: { code: 'payment_setup_failed' },
    });
    const handle = await openPayment(payments, tenant, request);
    const intents = await intentsFor(request.reservationId);
    expect(intents.map(({ id }) => id)).toEqual([handle.providerPaymentIntentId]);
    expect(handle.clientSecret).toBe(intents[0]?.client_secret);
  });

  it('retries after one error of the provider', async () => {
    payments.emulator.controls.faults.add({
      effect: 'status',
      status: 500,
      method: 'POST',
      path: '/v1/payment_intents',
    });
    await openPayment(payments, tenant);
  });

  it('refuses with payment_setup_failed while the provider is down, and can be repeated', async () => {
    const request = buildIntentRequest();
    payments.emulator.controls.faults.add({ effect: 'refuse', count: 0 });
    expect(await payments.call(openIntent, tenant.id, request)).toMatchObject({
      refusal: { code: 'payment_setup_failed' },
    });
    payments.emulator.controls.faults.clear();
    await openPayment(payments, tenant, request);
    expect(await intentsFor(request.reservationId)).toHaveLength(1);
  });

  it('takes over from a process that died before its provider call, when its lease expires', async () => {
    const request = buildIntentRequest();
    await insertCreating(request.reservationId, request.idempotencyKey, '6 seconds');
    const locked = await payments.call(openIntent, tenant.id, { ...request, idempotencyKey: randomUUID() });
    expect(locked).toMatchObject({ refusal: { code: 'resource_locked', extra: { retryAfterSeconds: 1 } } });
    await eventually(
      'the lease has expired',
      async () => (await payments.call(openIntent, tenant.id, request)).ok,
    );
    const rows = await payments.query('SELECT attempt FROM payments WHERE reservation_id = $1', [
      request.reservationId,
    ]);
    expect(rows).toEqual([{ attempt: 1 }]);
    expect(await intentsFor(request.reservationId)).toHaveLength(1);
  });

  it('finds the intent of a process that died before it recorded it', async () => {
    const request = buildIntentRequest();
    const paymentId = await insertCreating(request.reservationId, request.idempotencyKey, '0 seconds');
    const made = await payments.stripe.paymentIntents.create(
      {
        amount: Number(AMOUNT),
        currency: 'eur',
        allowed_payment_method_types: ['card'],
        metadata: { tenantId: tenant.id, reservationId: request.reservationId, paymentId },
      },
      { ...on(), idempotencyKey: `another:${paymentId}` },
    );
    expect(await openPayment(payments, tenant, request)).toMatchObject({ providerPaymentIntentId: made.id });
    expect(await intentsFor(request.reservationId)).toHaveLength(1);
  });

  it('returns the same handle after a restart, also under a new sealing key', async () => {
    const request = buildIntentRequest();
    const handle = await openPayment(payments, tenant, request);
    await payments.restart();
    expect(await openPayment(payments, tenant, request)).toEqual(handle);
    await payments.restart({ PAYMENT_SECRET_KEY: 'another key for tests, as long as it must be' });
    expect(await openPayment(payments, tenant, request)).toEqual(handle);
  });

  /** A row of a process that was killed before its provider call. */
  async function insertCreating(reservationId: string, key: string, lease: string): Promise<string> {
    const paymentId = randomUUID();
    await payments.query('INSERT INTO ledgers (tenant_id, reservation_id) VALUES ($1, $2)', [
      tenant.id,
      reservationId,
    ]);
    await payments.query(
      `INSERT INTO payments (tenant_id, id, reservation_id, attempt, state, amount_minor_units, currency, livemode,
         account_id, provider_key, expires_at, lease_owner, leased_until, created_at, version)
       VALUES ($1, $2, $3, 1, 'creating', $4, 'EUR', true, $5, $6, now() + interval '15 minutes', $7,
         now() + $8::interval, now(), 1)`,
      [
        tenant.id,
        paymentId,
        reservationId,
        AMOUNT,
        tenant.accountId,
        `pi:${reservationId}:1`,
        randomUUID(),
        lease,
      ],
    );
    await payments.query('INSERT INTO opening_keys VALUES ($1, $2, $3, $4)', [
      tenant.id,
      key,
      reservationId,
      paymentId,
    ]);
    return paymentId;
  }
});

describe('a notification', () => {
  it('is not acknowledged while it cannot be stored', async () => {
    const handle = await openPayment(payments, tenant);
    const event = buildStripeEvent(tenant, handle, 'payment_intent.succeeded');
    await payments.query('ALTER TABLE provider_events RENAME TO away');
    const refused = await postNotification(payments, event);
    await payments.query('ALTER TABLE away RENAME TO provider_events');
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'service_unavailable' });
    expect((await postNotification(payments, event)).status).toBe(200);
    await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
  });
});

describe('one tenant', () => {
  it('cannot read rows of another tenant with the database role of the service', async () => {
    const { reservationId } = await openPayment(payments, tenant);
    const [rls] = await payments.query<{ count: string }>(
      `SELECT count(*) FROM pg_class WHERE relnamespace = 'payments'::regnamespace AND relkind = 'r'
         AND NOT (relrowsecurity AND relforcerowsecurity) AND relname <> 'schema_migrations'`,
    );
    expect(rls?.count).toBe('0');
    const stranger = randomUUID();
    expect(await payments.call(endPayment, stranger, { reservationId })).toMatchObject({
      value: { outcome: 'none' },
    });
    expect(await stateOf(payments, reservationId)).toBe('requires_payment');
  });
});
