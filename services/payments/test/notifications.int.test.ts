import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AMOUNT, buildIntentRequest, createTenant, openPayment, pay, stateOf } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { eventsOf, waitForEvent } from './published-events.ts';
import { buildStripeEvent, outcomeOf, postNotification } from './stripe-event.ts';
import { startPayments, WEBHOOK_SECRETS } from './start-payments.ts';
import type { RunningPayments } from './start-payments.ts';

let payments: RunningPayments;
let tenant: Tenant;
let handle: Awaited<ReturnType<typeof openPayment>>;

beforeAll(async () => {
  payments = await startPayments();
});
afterAll(() => payments.stop());
beforeEach(async () => {
  tenant = await createTenant(payments);
  handle = await openPayment(payments, tenant);
});

const succeeded = (changes = {}) => buildStripeEvent(tenant, handle, 'payment_intent.succeeded', changes);

async function problemOf(response: Response): Promise<Record<string, unknown>> {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  return (await response.json()) as Record<string, unknown>;
}

describe('the signature', () => {
  it.each(WEBHOOK_SECRETS)('is valid with either secret of a rotation: %s', async (secret) => {
    expect((await postNotification(payments, succeeded(), { secret })).status).toBe(200);
    await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
  });

  it.each([
    ['another secret', { secret: 'whsec_forged' }],
    ['no header', { header: null }],
    ['an empty header', { header: '' }],
    ['a header that is none', { header: 'nonsense' }],
    ['a header without a signature', { header: `t=${Math.floor(Date.now() / 1000)}` }],
    ['two times', { header: 't=1,t=2,v1=00' }],
    ['301 seconds ago', { skewSeconds: -301 }],
    ['a year ago', { skewSeconds: -31_536_000 }],
    ['two minutes ahead', { skewSeconds: 120 }],
    ['an hour ahead', { skewSeconds: 3600 }],
    ['a year ahead', { skewSeconds: 31_536_000 }],
  ])('is refused with %s', async (_what, posting) => {
    const event = succeeded();
    const response = await postNotification(payments, event, posting);
    expect(response.status).toBe(400);
    expect(await problemOf(response)).toMatchObject({ status: 400, code: 'invalid_signature' });
    const stored = await payments.query('SELECT FROM provider_events WHERE provider_event_id = $1', [
      event['id'],
    ]);
    expect(stored).toHaveLength(0);
  });

  it.each([-290, 50])('is valid %d seconds from now', async (skewSeconds) => {
    expect((await postNotification(payments, succeeded(), { skewSeconds })).status).toBe(200);
  });

  it('covers the raw bytes: a body with one more space is refused', async () => {
    const payload = JSON.stringify(succeeded());
    const header = payments.stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRETS[0] });
    expect((await postNotification(payments, `${payload} `, { header })).status).toBe(400);
    expect((await postNotification(payments, payload, { header })).status).toBe(200);
  });
});

describe('a notification', () => {
  it('is applied once, however often it is sent', async () => {
    const event = succeeded();
    const answers = await Promise.all(Array.from({ length: 20 }, () => postNotification(payments, event)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await outcomeOf(payments, event)).toEqual({ state: 'applied', reason: null });
    const again = succeeded();
    await postNotification(payments, again);
    await outcomeOf(payments, again);
    await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
    expect(eventsOf(payments, handle.reservationId, 'payment.succeeded')).toHaveLength(1);
  });

  it('of a decline is published before that of the success that follows, though it was stored after it', async () => {
    const other = await openPayment(payments, tenant);
    const first = buildStripeEvent(tenant, other, 'payment_intent.processing', {
      object: { status: 'processing', amount_received: 0 },
    });
    const declined = buildStripeEvent(tenant, handle, 'payment_intent.payment_failed', {
      object: {
        status: 'requires_payment_method',
        amount_received: 0,
        latest_charge: 'ch_declined',
        last_payment_error: { code: 'card_declined', charge: 'ch_declined' },
      },
    });
    const success = succeeded({ event: { created: declined['created'] } });
    // The timer waits with the first one while the others are stored.
    await payments.query('BEGIN');
    await payments.query('SELECT FROM ledgers WHERE reservation_id = $1 FOR UPDATE', [other.reservationId]);
    await postNotification(payments, first);
    await eventually('the first one is being applied', async () => {
      const [row] = await payments.query<{ attempts: number }>(
        'SELECT attempts FROM provider_events WHERE provider_event_id = $1',
        [first['id']],
      );
      return row?.attempts === 1;
    });
    for (const event of [success, declined]) await postNotification(payments, event);
    await payments.query('COMMIT');
    await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
    const published = payments.events.filter(
      ({ data }) => data['payment']?.['reservationId'] === handle.reservationId,
    );
    expect(published.map(({ type }) => type.split('.').at(-1))).toEqual(['failed', 'succeeded']);
  });

  it('that arrives after a later one changes nothing', async () => {
    await postNotification(payments, succeeded());
    await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
    const stale = [
      buildStripeEvent(tenant, handle, 'payment_intent.processing', { object: { status: 'processing' } }),
      buildStripeEvent(tenant, handle, 'payment_intent.payment_failed', {
        object: { status: 'requires_payment_method' },
      }),
      buildStripeEvent(tenant, handle, 'payment_intent.requires_action', {
        object: { status: 'requires_action' },
      }),
      buildStripeEvent(tenant, handle, 'payment_intent.canceled', { object: { status: 'canceled' } }),
    ];
    for (const event of stale) await postNotification(payments, event);
    for (const event of stale) expect(await outcomeOf(payments, event)).toMatchObject({ state: 'applied' });
    expect(await stateOf(payments, handle.reservationId)).toBe('succeeded');
    expect(eventsOf(payments, handle.reservationId, 'payment.failed')).toHaveLength(0);
  });

  it('moves the payment through its open states', async () => {
    for (const [type, status, state] of [
      ['payment_intent.requires_action', 'requires_action', 'requires_action'],
      ['payment_intent.processing', 'processing', 'processing'],
    ] as const) {
      const event = buildStripeEvent(tenant, handle, type, { object: { status, amount_received: 0 } });
      await postNotification(payments, event);
      await outcomeOf(payments, event);
      expect(await stateOf(payments, handle.reservationId)).toBe(state);
    }
  });

  it('is applied in the right order when the provider sends late, twice and out of order', async () => {
    const { rules } = payments.emulator.controls.notifications;
    rules.add({ effect: 'reorder', batch: 4, delayMs: 100, account: tenant.accountId, count: 4 });
    rules.add({ effect: 'twice', copies: 3, account: tenant.accountId });
    const other = await openPayment(payments, tenant);
    await expect(pay(payments, tenant, other, 'pm_card_chargeDeclined')).rejects.toThrow('declined');
    await pay(payments, tenant, other);
    await waitForEvent(payments, other.reservationId, 'payment.succeeded');
    await eventually('every notification was delivered', async () => {
      const open = payments.emulator.controls
        .deliveries({ account: tenant.accountId })
        .filter(({ state }) => state === 'pending' || state === 'held');
      return open.length === 0;
    });
    expect(await stateOf(payments, other.reservationId)).toBe('succeeded');
    expect(eventsOf(payments, other.reservationId, 'payment.succeeded')).toHaveLength(1);
  });
});

describe('a signed notification that does not match the payment', () => {
  it.each([
    ['a cent less', 'amount_mismatch', { object: { amount: 12_499 } }],
    ['less received', 'amount_mismatch', { object: { amount_received: 1 } }],
    ['another currency', 'currency_mismatch', { object: { currency: 'usd' } }],
    ['another account', 'account_mismatch', { event: { account: 'acct_stranger' } }],
    ['no account', 'account_missing', { event: { account: undefined } }],
    ['an account that is no text', 'account_missing', { event: { account: 5 } }],
    ['test money', 'livemode_mismatch', { event: { livemode: false }, object: { livemode: false } }],
    ['two modes', 'livemode_mismatch', { event: { livemode: true }, object: { livemode: false } }],
    ['no mode', 'livemode_missing', { event: { livemode: undefined } }],
    ['a status that is no success', 'status_contradicts_type', { object: { status: 'processing' } }],
    ['no amount', 'unreadable: amount', { object: { amount: undefined } }],
    ['an amount in words', 'unreadable: amount', { object: { amount: '12500' } }],
    ['a fraction', 'unreadable: amount', { object: { amount: 12_500.5 } }],
    ['a nul in the currency', 'unreadable: currency', { object: { currency: 'e\u0000r' } }],
    ['no object', 'unreadable: object', { event: { data: { object: null } } }],
    ['no data', 'unreadable', { event: { data: 'nothing' } }],
    ['an object that is a list', 'unreadable', { event: { data: { object: [] } } }],
  ])('is parked: %s', async (_what, reason, changes) => {
    const event = succeeded(changes);
    expect((await postNotification(payments, event)).status).toBe(200);
    const outcome = await outcomeOf(payments, event);
    expect(outcome.state).toBe('parked');
    expect(outcome.reason).toContain(reason);
    expect(await stateOf(payments, handle.reservationId)).toBe('requires_payment');
    const alert = payments.log.lines.find((line) => line['event'] === event['id']);
    expect(alert).toMatchObject({ metric: 'payments.notifications.parked' });
  });

  it('is parked when its intent and its metadata belong to different payments', async () => {
    const other = await openPayment(payments, tenant);
    const [row] = await payments.query<{ id: string }>('SELECT id FROM payments WHERE reservation_id = $1', [
      other.reservationId,
    ]);
    const crossed = succeeded({ object: { metadata: { tenantId: tenant.id, paymentId: row?.id } } });
    await postNotification(payments, crossed);
    expect(await outcomeOf(payments, crossed)).toMatchObject({
      state: 'parked',
      reason: 'metadata_mismatch',
    });
    const named = succeeded({
      object: {
        metadata: { tenantId: tenant.id, paymentId: row?.id, reservationId: other.reservationId },
      },
    });
    await postNotification(payments, named);
    expect(await outcomeOf(payments, named)).toMatchObject({ state: 'parked', reason: 'metadata_mismatch' });
    const invented = succeeded({
      object: { id: 'pi_invented', metadata: { tenantId: tenant.id, paymentId: row?.id } },
    });
    await postNotification(payments, invented);
    expect(await outcomeOf(payments, invented)).toMatchObject({ state: 'parked', reason: 'intent_mismatch' });
    expect(await stateOf(payments, other.reservationId)).toBe('requires_payment');
  });
});

describe('a notification with missing or unknown fields', () => {
  it.each([
    [
      'without a version, a time and an amount received',
      { event: { api_version: undefined, created: undefined }, object: { amount_received: undefined } },
    ],
    ['with a time that is no number', { event: { created: 'yesterday' } }],
    ['with a status left out', { object: { status: undefined } }],
    ['with unknown fields', { event: { more: [1, { deep: true }] }, object: { surprise: { a: null } } }],
    ['without metadata', { object: { metadata: undefined } }],
    ['with metadata of another kind', { object: { metadata: 'none' } }],
    ['of an older API generation', { event: { api_version: '2025-03-31.basil' } }],
    ['of an API version before generations', { event: { api_version: '2019-01-01' } }],
    ['with an expanded charge', { object: { latest_charge: { id: 'ch_1' } } }],
  ])('is applied: %s', async (_what, changes) => {
    await postNotification(payments, succeeded(changes));
    await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
  });

  it.each([
    ['a list', '[]'],
    ['a number', '5'],
    ['null', 'null'],
    ['broken JSON', '{"id":'],
    ['a text', '"evt"'],
    ['no id', '{"type":"payment_intent.succeeded"}'],
    ['an id that is a number', '{"id":5,"type":"payment_intent.succeeded"}'],
    ['an id with a nul', '{"id":"evt_\\u0000","type":"payment_intent.succeeded"}'],
    ['a type that is an object', '{"id":"evt_1","type":{}}'],
  ])('is not an event: %s', async (_what, body) => {
    const response = await postNotification(payments, body);
    expect(response.status).toBe(400);
    expect(await problemOf(response)).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '', message: expect.any(String) }],
    });
  });

  it('of an unneeded type, or about an intent that is not ours, is ignored', async () => {
    const unneeded = succeeded({ event: { type: 'customer.created' } });
    const foreign = succeeded({ object: { id: 'pi_of_the_shop' } });
    for (const event of [unneeded, foreign]) await postNotification(payments, event);
    expect(await outcomeOf(payments, unneeded)).toEqual({ state: 'ignored', reason: 'unneeded' });
    expect(await outcomeOf(payments, foreign)).toEqual({ state: 'ignored', reason: 'not_ours' });
  });

  it('of a later API generation makes the service read the payment from the provider', async () => {
    const event = succeeded({ event: { api_version: '2099-03-30.zinnia' } });
    await postNotification(payments, event);
    expect(await outcomeOf(payments, event)).toMatchObject({ state: 'applied' });
    expect(await stateOf(payments, handle.reservationId)).toBe('requires_payment');
  });
});

describe('the webhook endpoint', () => {
  it('answers problem+json to every other address, method and size', async () => {
    const { origin } = new URL(payments.webhookUrl);
    const answers = [
      [await fetch(payments.webhookUrl), 405, 'method_not_allowed'],
      [await fetch(`${origin}/nowhere`, { method: 'POST', body: 'x' }), 404, 'not_found'],
      [await postNotification(payments, 'x'.repeat(300_000)), 413, 'payload_too_large'],
      [await fetch(payments.webhookUrl, { method: 'POST' }), 400, 'invalid_signature'],
    ] as const;
    for (const [response, status, code] of answers)
      expect(await problemOf(response)).toMatchObject({ status, code });
  });

  it('accepts a signed notification of any media type', async () => {
    const payload = JSON.stringify(succeeded());
    const header = payments.stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRETS[0] });
    const response = await fetch(payments.webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'stripe-signature': header },
      body: payload,
    });
    expect(response.status).toBe(200);
  });
});

describe('a notification that arrives before the intent is recorded', () => {
  it('finds the payment by the id in its metadata', async () => {
    const request = buildIntentRequest();
    payments.emulator.controls.faults.add({
      effect: 'lost_reply',
      count: 0,
      path: '/v1/payment_intents',
      account: tenant.accountId,
    });
    await expect(openPayment(payments, tenant, request)).rejects.toThrow('payment_setup_failed');
    payments.emulator.controls.faults.clear();
    const [intent] = (
      await payments.stripe.paymentIntents.list({ limit: 1 }, { stripeAccount: tenant.accountId })
    ).data;
    if (intent === undefined) throw new Error('no intent');
    expect(await stateOf(payments, request.reservationId)).toBe('creating');
    const found = { ...handle, providerPaymentIntentId: intent.id, reservationId: request.reservationId };
    await pay(payments, tenant, found);
    await waitForEvent(payments, request.reservationId, 'payment.succeeded');
    expect(await openPayment(payments, tenant, request)).toMatchObject({
      clientSecret: intent.client_secret,
      state: 'succeeded',
    });
  });

  it('is retried until the row is committed', async () => {
    const references = { tenantId: tenant.id, paymentId: randomUUID() };
    const early = succeeded({ object: { id: 'pi_early', metadata: references } });
    await postNotification(payments, early);
    await eventually('it was tried once', async () => {
      const [row] = await payments.query<{ reason: string; state: string }>(
        'SELECT state, reason FROM provider_events WHERE provider_event_id = $1',
        [early['id']],
      );
      return row?.reason === 'unknown_payment' && row.state === 'waiting';
    });
    await payments.query(
      `INSERT INTO payments (tenant_id, id, reservation_id, attempt, state, amount_minor_units, currency, livemode,
         account_id, provider_key, expires_at, created_at, version)
       SELECT tenant_id, $2, reservation_id, 2, 'creating', $3, 'EUR', true, $4, 'pi:late', now(), now(), 1
       FROM payments WHERE reservation_id = $1 AND attempt = 1`,
      [await endedReservation(), references.paymentId, AMOUNT, tenant.accountId],
    );
    expect(await outcomeOf(payments, early)).toMatchObject({ state: 'applied' });
  });

  /** A reservation whose first attempt has failed, so that a second one is allowed. */
  async function endedReservation(): Promise<string> {
    await payments.stripe.paymentIntents.cancel(
      handle.providerPaymentIntentId,
      {},
      { stripeAccount: tenant.accountId },
    );
    await eventually(
      'the attempt has failed',
      async () => (await stateOf(payments, handle.reservationId)) === 'failed',
    );
    return handle.reservationId;
  }
});
