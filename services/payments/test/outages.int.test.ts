// Guards what is left of a payment when something dies in the middle: found again, finished, never done twice.
import { endPayment, openIntent, returnPayment } from '@lodging/contract-payments';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openedPage, payOnPage, sessionOf } from './checkout-page.ts';
import { AMOUNT, heard, newTenant, opened, order, pay, post, stateOf, toldOf, eventOf } from './money.ts';
import type { Tenant } from './money.ts';
import { startRig } from './rig.ts';
import type { Rig } from './rig.ts';

let rig: Rig;
let tenant: Tenant;

beforeAll(async () => {
  rig = await startRig({ RECONCILE_SECONDS: '0.3' });
  tenant = await newTenant(rig);
});
afterAll(() => rig.stop());
afterEach(() => {
  rig.emulator.controls.faults.clear();
  rig.emulator.controls.notifications.rules.clear();
});

const on = () => ({ stripeAccount: tenant.accountId });

async function intentsFor(reservationId: string) {
  const page = await rig.stripe.paymentIntents.list({ limit: 100 }, on());
  return page.data.filter(({ metadata }) => metadata['reservationId'] === reservationId);
}

describe('the reconciler', () => {
  it('finds a success that no notification told of', async () => {
    rig.emulator.controls.notifications.rules.add({ effect: 'drop' });
    const handle = await opened(rig, tenant);
    await pay(rig, tenant, handle);
    await heard(rig, handle.reservationId, 'payment.succeeded');
    expect(toldOf(rig, handle.reservationId, 'payment.succeeded')).toHaveLength(1);
  });

  it('finds a checkout page that was paid, and ends one that could not be ended', async () => {
    rig.emulator.controls.notifications.rules.add({ effect: 'drop' });
    const [paid, left] = [await openedPage(rig, tenant), await openedPage(rig, tenant)];
    await payOnPage(paid.url);
    await heard(rig, paid.reservationId, 'payment.succeeded');
    rig.emulator.controls.faults.add({ effect: 'status', status: 503, count: 0 });
    await expect(rig.ask(endPayment, tenant.id, left)).rejects.toThrow('unavailable');
    rig.emulator.controls.faults.clear();
    await eventually('it is ended', async () => (await stateOf(rig, left.reservationId)) === 'failed');
    expect((await sessionOf(rig, tenant, left.id)).status).toBe('expired');
  });

  it('finds a declined card once', async () => {
    rig.emulator.controls.notifications.rules.add({ effect: 'late', delayMs: 1200 });
    const handle = await opened(rig, tenant);
    await expect(pay(rig, tenant, handle, 'pm_card_chargeDeclined')).rejects.toThrow('declined');
    await heard(rig, handle.reservationId, 'payment.failed');
    await eventually('the notification came as well', async () => {
      const rows = await rig.rows(
        `SELECT FROM provider_events WHERE state = 'applied' AND type = 'payment_intent.payment_failed'
           AND notification -> 'subject' ->> 'intentId' = $1`,
        [handle.providerPaymentIntentId],
      );
      return rows.length === 1;
    });
    expect(toldOf(rig, handle.reservationId, 'payment.failed')).toHaveLength(1);
  });

  it('cancels what could not be cancelled while the provider was away', async () => {
    const handle = await opened(rig, tenant);
    rig.emulator.controls.faults.add({ effect: 'status', status: 503, count: 0 });
    await expect(rig.ask(endPayment, tenant.id, handle)).rejects.toThrow('unavailable');
    rig.emulator.controls.faults.clear();
    await eventually('it is cancelled', async () => (await stateOf(rig, handle.reservationId)) === 'failed');
    const [intent] = await intentsFor(handle.reservationId);
    expect(intent?.status).toBe('canceled');
  });

  it('brings a refund to its end whose answer was lost', async () => {
    const handle = await opened(rig, tenant);
    await pay(rig, tenant, handle);
    await heard(rig, handle.reservationId, 'payment.succeeded');
    rig.emulator.controls.notifications.rules.add({ effect: 'drop' });
    rig.emulator.controls.faults.add({ effect: 'refuse', count: 2, method: 'POST', path: '/v1/refunds' });
    const { reservationId } = handle;
    expect(await rig.ask(returnPayment, tenant.id, { reservationId, reason: 'late' })).toMatchObject({
      value: { refund: { state: 'pending' } },
    });
    expect((await heard(rig, reservationId, 'refund.created')).data['refund']).toMatchObject({
      state: 'succeeded',
    });
    expect(await stateOf(rig, reservationId)).toBe('refunded');
    const refunds = await rig.stripe.refunds.list({ payment_intent: handle.providerPaymentIntentId }, on());
    expect(refunds.data.map(({ amount }) => amount)).toEqual([Number(AMOUNT)]);
  });

  it('follows a refund that the bank takes its time over', async () => {
    const handle = await opened(rig, tenant);
    await pay(rig, tenant, handle, 'pm_card_pendingRefund');
    await heard(rig, handle.reservationId, 'payment.succeeded');
    rig.emulator.controls.notifications.rules.add({ effect: 'drop' });
    await rig.ask(returnPayment, tenant.id, { reservationId: handle.reservationId, reason: 'late' });
    await eventually('all is back', async () => (await stateOf(rig, handle.reservationId)) === 'refunded');
    expect(toldOf(rig, handle.reservationId, 'refund.created')).toHaveLength(1);
  });
});

describe('open-intent', () => {
  it('gives the same intent to a retry whose first answer was lost on the way from the provider', async () => {
    const request = order();
    const fault = { path: '/v1/payment_intents', method: 'POST' };
    rig.emulator.controls.faults.add({ effect: 'lost_reply', count: 2, ...fault });
    rig.emulator.controls.notifications.rules.add({ effect: 'drop' });
    expect(await rig.ask(openIntent, tenant.id, request)).toMatchObject({
      refusal: { code: 'payment_setup_failed' },
    });
    const handle = await opened(rig, tenant, request);
    const intents = await intentsFor(request.reservationId);
    expect(intents.map(({ id }) => id)).toEqual([handle.providerPaymentIntentId]);
    expect(handle.clientSecret).toBe(intents[0]?.client_secret);
  });

  it('hides one bad answer of the provider', async () => {
    rig.emulator.controls.faults.add({
      effect: 'status',
      status: 500,
      method: 'POST',
      path: '/v1/payment_intents',
    });
    await opened(rig, tenant);
  });

  it('fails as a set-up that may be tried again while the provider is away', async () => {
    const request = order();
    rig.emulator.controls.faults.add({ effect: 'refuse', count: 0 });
    expect(await rig.ask(openIntent, tenant.id, request)).toMatchObject({
      refusal: { code: 'payment_setup_failed' },
    });
    rig.emulator.controls.faults.clear();
    await opened(rig, tenant, request);
    expect(await intentsFor(request.reservationId)).toHaveLength(1);
  });

  it('takes over from a process that died between its row and the provider, once its lease is over', async () => {
    const request = order();
    await leaveBehind(request.reservationId, request.idempotencyKey, '3 seconds');
    const locked = await rig.ask(openIntent, tenant.id, { ...request, idempotencyKey: randomUUID() });
    expect(locked).toMatchObject({ refusal: { code: 'resource_locked', extra: { retryAfterSeconds: 1 } } });
    await eventually('the lease is over', async () => (await rig.ask(openIntent, tenant.id, request)).ok);
    const rows = await rig.rows('SELECT attempt FROM payments WHERE reservation_id = $1', [
      request.reservationId,
    ]);
    expect(rows).toEqual([{ attempt: 1 }]);
    expect(await intentsFor(request.reservationId)).toHaveLength(1);
  });

  it('finds the intent of a process that died before it could write it down', async () => {
    const request = order();
    const paymentId = await leaveBehind(request.reservationId, request.idempotencyKey, '0 seconds');
    const made = await rig.stripe.paymentIntents.create(
      {
        amount: Number(AMOUNT),
        currency: 'eur',
        allowed_payment_method_types: ['card'],
        metadata: { tenantId: tenant.id, reservationId: request.reservationId, paymentId },
      },
      { ...on(), idempotencyKey: `another:${paymentId}` },
    );
    expect(await opened(rig, tenant, request)).toMatchObject({ providerPaymentIntentId: made.id });
    expect(await intentsFor(request.reservationId)).toHaveLength(1);
  });

  it('survives a restart with its handle, also under a new sealing key', async () => {
    const request = order();
    const handle = await opened(rig, tenant, request);
    await rig.restart();
    expect(await opened(rig, tenant, request)).toEqual(handle);
    await rig.restart({ PAYMENT_SECRET_KEY: 'another key for tests, as long as it must be' });
    expect(await opened(rig, tenant, request)).toEqual(handle);
  });

  /** A row as it is left by a process that was killed before it asked the provider. */
  async function leaveBehind(reservationId: string, key: string, lease: string): Promise<string> {
    const paymentId = randomUUID();
    await rig.rows('INSERT INTO ledgers (tenant_id, reservation_id) VALUES ($1, $2)', [
      tenant.id,
      reservationId,
    ]);
    await rig.rows(
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
    await rig.rows('INSERT INTO opening_keys VALUES ($1, $2, $3, $4)', [
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
    const handle = await opened(rig, tenant);
    const event = eventOf(tenant, handle, 'payment_intent.succeeded');
    await rig.rows('ALTER TABLE provider_events RENAME TO away');
    const refused = await post(rig, event);
    await rig.rows('ALTER TABLE away RENAME TO provider_events');
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'service_unavailable' });
    expect((await post(rig, event)).status).toBe(200);
    await heard(rig, handle.reservationId, 'payment.succeeded');
  });
});

describe('one tenant', () => {
  it('sees nothing of another through the database role of the service', async () => {
    const { reservationId } = await opened(rig, tenant);
    const [rls] = await rig.rows<{ count: string }>(
      `SELECT count(*) FROM pg_class WHERE relnamespace = 'payments'::regnamespace AND relkind = 'r'
         AND NOT (relrowsecurity AND relforcerowsecurity) AND relname <> 'schema_migrations'`,
    );
    expect(rls?.count).toBe('0');
    const stranger = randomUUID();
    expect(await rig.ask(endPayment, stranger, { reservationId })).toMatchObject({
      value: { outcome: 'none' },
    });
    expect(await stateOf(rig, reservationId)).toBe('requires_payment');
  });
});
