import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import type { DeliveryRule, PaymentEmulator } from '../src/index.ts';
import { HOTEL, LIVE_KEY, TEST_KEY, eventually, sdk, startEmulator } from './start-emulator.ts';
import { SECRET, startWebhookInbox } from './webhook-inbox.ts';
import type { WebhookInbox } from './webhook-inbox.ts';

let emulator: PaymentEmulator;
let inbox: WebhookInbox;
let stripe: Stripe;
beforeEach(async () => {
  inbox = await startWebhookInbox();
  await start();
});
afterEach(async () => {
  await emulator.stop();
  await inbox.stop();
});

async function start(options: { readonly webhookTimeoutMs?: number } = {}): Promise<void> {
  const webhooks = [{ url: inbox.url, secret: SECRET }];
  emulator = await startEmulator({ webhooks, retryDelaysMs: [20, 40, 80], ...options });
  stripe = sdk(emulator);
}

const stay = { amount: 5000, currency: 'eur' };
const visa = { payment_method: 'pm_card_visa' };

async function received(count: number): Promise<Stripe.Event[]> {
  return eventually(`${count} notifications arrive`, () => inbox.events.length >= count && inbox.events);
}

async function arrival(type: string): Promise<Stripe.Event> {
  return eventually(`${type} arrives`, () => inbox.events.find((event) => event.type === type));
}

async function addRule(rule: DeliveryRule): Promise<void> {
  const response = await fetch(`${emulator.url}/_emulator/webhooks/rules`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rule),
  });
  expect(response.status).toBe(201);
}

describe('notifications', () => {
  it('are sent for each step of a payment, with account, mode and request', async () => {
    const intent = await stripe.paymentIntents.create(stay, { idempotencyKey: 'k-1' });
    const paid = await stripe.paymentIntents.confirm(intent.id, visa);
    const events = await received(3);
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.succeeded',
    ]);
    expect(events.find(({ type }) => type === 'payment_intent.created')).toMatchObject({
      account: HOTEL,
      api_version: '2026-10-28.endive',
      livemode: false,
      request: { id: intent.lastResponse.requestId, idempotency_key: 'k-1' },
      data: { object: { id: intent.id, status: 'requires_payment_method' } },
    });
    const { lastResponse: _, ...now } = paid;
    expect((await arrival('payment_intent.succeeded')).data.object).toEqual(now);
  });

  it('are sent to the endpoints that are subscribed to them', async () => {
    const some = await startWebhookInbox();
    emulator.controls.notifications.addEndpoint({ url: some.url, secret: SECRET, events: ['charge.*'] });
    await stripe.paymentIntents.create({ ...stay, confirm: true, ...visa });
    await received(3);
    await eventually('the other endpoint receives the event of the charge', () => some.events.length > 0);
    expect(some.events.map(({ type }) => type)).toEqual(['charge.succeeded']);
    expect(emulator.controls.deliveries()).toHaveLength(4);
    await some.stop();
  });

  it('have the mode of the object, and no account for those of the platform', async () => {
    await sdk(emulator, LIVE_KEY).paymentIntents.create(stay);
    expect((await received(1))[0]?.livemode).toBe(true);
    await sdk(emulator, TEST_KEY, null).paymentIntents.create(stay);
    const platform = (await received(2))[1];
    expect(platform?.livemode).toBe(false);
    expect(platform).not.toHaveProperty('account');
  });

  it('are sent for declines, authentication, cancellation, refunds, sessions and accounts', async () => {
    const intent = await stripe.paymentIntents.create(stay);
    await stripe.paymentIntents
      .confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' })
      .catch(() => undefined);
    await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_authenticationRequired' });
    await stripe.paymentIntents.cancel(intent.id);
    const paid = await stripe.paymentIntents.create({
      ...stay,
      confirm: true,
      payment_method: 'pm_card_refundFail',
    });
    await stripe.refunds.create({ payment_intent: paid.id });
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: 'https://hotel.example/done',
      line_items: [{ price_data: { currency: 'eur', unit_amount: 900, product_data: { name: 'Stay' } } }],
    });
    await fetch(session.url ?? '', { method: 'POST', redirect: 'manual' });
    const params = { mode: 'payment', success_url: 'https://hotel.example/done' } as const;
    const line = { price_data: { currency: 'eur', unit_amount: 900, product_data: { name: 'Stay' } } };
    const left = await stripe.checkout.sessions.create({ ...params, line_items: [line] });
    await stripe.checkout.sessions.expire(left.id);
    emulator.controls.setAccount(HOTEL, false);
    const wanted = [
      'payment_intent.payment_failed',
      'charge.failed',
      'payment_intent.requires_action',
      'payment_intent.canceled',
      'refund.created',
      'charge.refunded',
      'refund.updated',
      'refund.failed',
      'checkout.session.completed',
      'checkout.session.expired',
      'account.updated',
    ];
    for (const type of wanted) expect((await arrival(type)).account).toBe(HOTEL);
  });
});

describe('an endpoint that fails', () => {
  it('gets the same event again until it answers 2xx', async () => {
    inbox.answers.push(500, 302);
    await stripe.paymentIntents.create(stay);
    const events = await received(3);
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
    const delivery = await eventually('the delivery succeeds', () =>
      emulator.controls.deliveries({ state: 'succeeded' }).at(0),
    );
    expect(delivery.attempts.map(({ status }) => status)).toEqual([500, 302, 200]);
  });

  it('gets the event again after a timeout', async () => {
    await emulator.stop();
    await start({ webhookTimeoutMs: 150 });
    inbox.answers.push(0);
    await stripe.paymentIntents.create(stay);
    await received(2);
    const [delivery] = emulator.controls.deliveries();
    expect(delivery?.attempts[0]).toMatchObject({ status: null, error: 'timed out' });
  });

  it('gets nothing after the last attempt, until the event is resent', async () => {
    inbox.answers.push(500, 500, 500, 500);
    await stripe.paymentIntents.create(stay);
    const [failed] = await eventually('the delivery fails for good', () => {
      const deliveries = emulator.controls.deliveries({ state: 'failed' });
      return deliveries.length > 0 && deliveries;
    });
    expect(failed?.attempts).toHaveLength(4);
    const resent = await fetch(`${emulator.url}/_emulator/events/${failed?.eventId}/resend`, {
      method: 'POST',
    });
    expect(resent.status).toBe(202);
    expect((await received(5))[4]?.id).toBe(failed?.eventId);
  });
});

describe('delivery rules', () => {
  it('send an event twice', async () => {
    await addRule({ effect: 'twice', types: ['payment_intent.created'], copies: 3, count: 1 });
    const intent = await stripe.paymentIntents.create(stay);
    await stripe.paymentIntents.confirm(intent.id, visa);
    const events = await received(5);
    expect(events.filter(({ type }) => type === 'payment_intent.created')).toHaveLength(3);
    expect(new Set(events.map(({ id }) => id)).size).toBe(3);
  });

  it('send an event late, or at a flush', async () => {
    await addRule({ effect: 'late', types: ['payment_intent.succeeded'], delayMs: 60_000 });
    const intent = await stripe.paymentIntents.create(stay);
    await stripe.paymentIntents.confirm(intent.id, visa);
    await received(2);
    const pending = () => emulator.controls.deliveries({ state: 'pending' });
    await eventually('the others are acknowledged', async () => pending().length === 1);
    expect(pending()).toMatchObject([{ eventType: 'payment_intent.succeeded', objectId: intent.id }]);
    await fetch(`${emulator.url}/_emulator/webhooks/flush`, { method: 'POST' });
    await arrival('payment_intent.succeeded');
    await addRule({ effect: 'late', types: ['payment_intent.canceled'], delayMs: 60 });
    await stripe.paymentIntents.cancel((await stripe.paymentIntents.create(stay)).id);
    await arrival('payment_intent.canceled');
  });

  it('send events in reverse order', async () => {
    await addRule({ effect: 'reorder', batch: 3 });
    const intent = await stripe.paymentIntents.create(stay);
    await stripe.paymentIntents.confirm(intent.id, visa);
    const events = await received(3);
    expect(events.map(({ type }) => type)).toEqual([
      'payment_intent.succeeded',
      'charge.succeeded',
      'payment_intent.created',
    ]);
  });

  it('drop an event, which can be resent', async () => {
    await addRule({ effect: 'drop', types: ['payment_intent.*'] });
    const intent = await stripe.paymentIntents.create(stay);
    await stripe.paymentIntents.confirm(intent.id, visa);
    expect((await received(1)).map(({ type }) => type)).toEqual(['charge.succeeded']);
    const dropped = emulator.controls.deliveries({ state: 'dropped' });
    expect(dropped).toHaveLength(2);
    const url = `${emulator.url}/_emulator/webhooks/rules`;
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(204);
    const paid = dropped.find(({ eventType }) => eventType === 'payment_intent.succeeded');
    emulator.controls.resend(paid?.eventId ?? '');
    await arrival('payment_intent.succeeded');
    await stripe.paymentIntents.create(stay);
    await arrival('payment_intent.created');
  });

  it('hold for an endpoint that is added later', async () => {
    const second = await startWebhookInbox();
    const url = `${emulator.url}/_emulator/webhooks/endpoints`;
    const headers = { 'content-type': 'application/json' };
    await fetch(url, { method: 'POST', headers, body: JSON.stringify({ url: second.url, secret: SECRET }) });
    await stripe.paymentIntents.create(stay);
    await eventually(
      'both endpoints receive it',
      () => second.events.length === 1 && inbox.events.length === 1,
    );
    await fetch(url, { method: 'DELETE', headers, body: JSON.stringify({ url: second.url }) });
    await stripe.paymentIntents.create(stay);
    await received(2);
    expect(second.events).toHaveLength(1);
    await second.stop();
  });
});
