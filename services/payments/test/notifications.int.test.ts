// Guards what is believed of the provider's notifications: signed, now, ours, right to the cent; and nothing else.
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  AMOUNT,
  eventOf,
  heard,
  newTenant,
  opened,
  order,
  pay,
  post,
  settled,
  stateOf,
  toldOf,
} from './money.ts';
import type { Tenant } from './money.ts';
import { startRig, WEBHOOK_SECRETS } from './rig.ts';
import type { Rig } from './rig.ts';

let rig: Rig;
let tenant: Tenant;
let handle: Awaited<ReturnType<typeof opened>>;

beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.stop());
beforeEach(async () => {
  tenant = await newTenant(rig);
  handle = await opened(rig, tenant);
});

const succeeded = (changes = {}) => eventOf(tenant, handle, 'payment_intent.succeeded', changes);

async function problemOf(response: Response): Promise<Record<string, unknown>> {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  return (await response.json()) as Record<string, unknown>;
}

describe('the signature', () => {
  it.each(WEBHOOK_SECRETS)('is good with either secret of a rotation: %s', async (secret) => {
    expect((await post(rig, succeeded(), { secret })).status).toBe(200);
    await heard(rig, handle.reservationId, 'payment.succeeded');
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
    const response = await post(rig, event, posting);
    expect(response.status).toBe(400);
    expect(await problemOf(response)).toMatchObject({ status: 400, code: 'invalid_signature' });
    const stored = await rig.rows('SELECT FROM provider_events WHERE provider_event_id = $1', [event['id']]);
    expect(stored).toHaveLength(0);
  });

  it.each([-290, 50])('is good %d seconds from now', async (skewSeconds) => {
    expect((await post(rig, succeeded(), { skewSeconds })).status).toBe(200);
  });

  it('is over the bytes: a body changed by one space is refused', async () => {
    const payload = JSON.stringify(succeeded());
    const header = rig.stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRETS[0] });
    expect((await post(rig, `${payload} `, { header })).status).toBe(400);
    expect((await post(rig, payload, { header })).status).toBe(200);
  });
});

describe('a notification', () => {
  it('is applied once, however often it is sent', async () => {
    const event = succeeded();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(rig, event)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await settled(rig, event)).toEqual({ state: 'applied', reason: null });
    const again = succeeded();
    await post(rig, again);
    await settled(rig, again);
    await heard(rig, handle.reservationId, 'payment.succeeded');
    expect(toldOf(rig, handle.reservationId, 'payment.succeeded')).toHaveLength(1);
  });

  it('that comes after its successor changes nothing', async () => {
    await post(rig, succeeded());
    await heard(rig, handle.reservationId, 'payment.succeeded');
    const stale = [
      eventOf(tenant, handle, 'payment_intent.processing', { object: { status: 'processing' } }),
      eventOf(tenant, handle, 'payment_intent.payment_failed', {
        object: { status: 'requires_payment_method' },
      }),
      eventOf(tenant, handle, 'payment_intent.requires_action', { object: { status: 'requires_action' } }),
      eventOf(tenant, handle, 'payment_intent.canceled', { object: { status: 'canceled' } }),
    ];
    for (const event of stale) await post(rig, event);
    for (const event of stale) expect(await settled(rig, event)).toMatchObject({ state: 'applied' });
    expect(await stateOf(rig, handle.reservationId)).toBe('succeeded');
    expect(toldOf(rig, handle.reservationId, 'payment.failed')).toHaveLength(0);
  });

  it('moves the payment through the states that a guest sees', async () => {
    for (const [type, status, state] of [
      ['payment_intent.requires_action', 'requires_action', 'requires_action'],
      ['payment_intent.processing', 'processing', 'processing'],
    ] as const) {
      const event = eventOf(tenant, handle, type, { object: { status, amount_received: 0 } });
      await post(rig, event);
      await settled(rig, event);
      expect(await stateOf(rig, handle.reservationId)).toBe(state);
    }
  });

  it('is believed in its old place among a provider that sends late, twice and out of order', async () => {
    const { rules } = rig.emulator.controls.notifications;
    rules.add({ effect: 'reorder', batch: 4, delayMs: 100, account: tenant.accountId, count: 4 });
    rules.add({ effect: 'twice', copies: 3, account: tenant.accountId });
    const other = await opened(rig, tenant);
    await expect(pay(rig, tenant, other, 'pm_card_chargeDeclined')).rejects.toThrow('declined');
    await pay(rig, tenant, other);
    await heard(rig, other.reservationId, 'payment.succeeded');
    await eventually('all of it was delivered', async () => {
      const open = rig.emulator.controls
        .deliveries({ account: tenant.accountId })
        .filter(({ state }) => state === 'pending' || state === 'held');
      return open.length === 0;
    });
    expect(await stateOf(rig, other.reservationId)).toBe('succeeded');
    expect(toldOf(rig, other.reservationId, 'payment.succeeded')).toHaveLength(1);
  });
});

describe('a signed notification that does not fit the payment', () => {
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
  ])('is parked and not believed: %s', async (_what, reason, changes) => {
    const event = succeeded(changes);
    expect((await post(rig, event)).status).toBe(200);
    const verdict = await settled(rig, event);
    expect(verdict.state).toBe('parked');
    expect(verdict.reason).toContain(reason);
    expect(await stateOf(rig, handle.reservationId)).toBe('requires_payment');
    const alarm = rig.log.lines.find((line) => line['event'] === event['id']);
    expect(alarm).toMatchObject({ metric: 'payments.notifications.parked' });
  });

  it('is parked when it speaks of one intent and refers to the payment of another', async () => {
    const other = await opened(rig, tenant);
    const [row] = await rig.rows<{ id: string }>('SELECT id FROM payments WHERE reservation_id = $1', [
      other.reservationId,
    ]);
    const crossed = succeeded({ object: { metadata: { tenantId: tenant.id, paymentId: row?.id } } });
    await post(rig, crossed);
    expect(await settled(rig, crossed)).toMatchObject({ state: 'parked', reason: 'metadata_mismatch' });
    const invented = succeeded({
      object: { id: 'pi_invented', metadata: { tenantId: tenant.id, paymentId: row?.id } },
    });
    await post(rig, invented);
    expect(await settled(rig, invented)).toMatchObject({ state: 'parked', reason: 'intent_mismatch' });
    expect(await stateOf(rig, other.reservationId)).toBe('requires_payment');
  });
});

describe('a notification with more or less than usual', () => {
  it.each([
    [
      'without a version, a time and an amount received',
      { event: { api_version: undefined, created: undefined }, object: { amount_received: undefined } },
    ],
    ['with a time that is no number', { event: { created: 'yesterday' } }],
    ['with a status left out', { object: { status: undefined } }],
    ['with fields nobody knows', { event: { more: [1, { deep: true }] }, object: { surprise: { a: null } } }],
    ['without metadata', { object: { metadata: undefined } }],
    ['with metadata of another kind', { object: { metadata: 'none' } }],
    ['of an older API generation', { event: { api_version: '2025-03-31.basil' } }],
    ['of an API version before generations', { event: { api_version: '2019-01-01' } }],
    ['with an expanded charge', { object: { latest_charge: { id: 'ch_1' } } }],
  ])('is believed all the same: %s', async (_what, changes) => {
    await post(rig, succeeded(changes));
    await heard(rig, handle.reservationId, 'payment.succeeded');
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
  ])('is no event: %s', async (_what, body) => {
    const response = await post(rig, body);
    expect(response.status).toBe(400);
    expect(await problemOf(response)).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '', message: expect.any(String) }],
    });
  });

  it('of a type we do not need, and of intents that are not ours, is ignored', async () => {
    const unneeded = succeeded({ event: { type: 'customer.created' } });
    const foreign = succeeded({ object: { id: 'pi_of_the_shop' } });
    for (const event of [unneeded, foreign]) await post(rig, event);
    expect(await settled(rig, unneeded)).toEqual({ state: 'ignored', reason: 'unneeded' });
    expect(await settled(rig, foreign)).toEqual({ state: 'ignored', reason: 'not_ours' });
  });

  it('of a later API generation only makes us ask the provider', async () => {
    const event = succeeded({ event: { api_version: '2099-03-30.zinnia' } });
    await post(rig, event);
    expect(await settled(rig, event)).toMatchObject({ state: 'applied' });
    expect(await stateOf(rig, handle.reservationId)).toBe('requires_payment');
  });
});

describe('the door', () => {
  it('answers problem+json to every other address, method and size', async () => {
    const { origin } = new URL(rig.webhookUrl);
    const answers = [
      [await fetch(rig.webhookUrl), 405, 'method_not_allowed'],
      [await fetch(`${origin}/nowhere`, { method: 'POST', body: 'x' }), 404, 'not_found'],
      [await post(rig, 'x'.repeat(300_000)), 413, 'payload_too_large'],
      [await fetch(rig.webhookUrl, { method: 'POST' }), 400, 'invalid_signature'],
    ] as const;
    for (const [response, status, code] of answers)
      expect(await problemOf(response)).toMatchObject({ status, code });
  });

  it('takes a signed notification whatever it says its media type is', async () => {
    const payload = JSON.stringify(succeeded());
    const header = rig.stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRETS[0] });
    const response = await fetch(rig.webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'stripe-signature': header },
      body: payload,
    });
    expect(response.status).toBe(200);
  });
});

describe('a notification that comes before our row knows the intent', () => {
  it('finds the payment by our reference', async () => {
    const request = order();
    rig.emulator.controls.faults.add({
      effect: 'lost_reply',
      count: 0,
      path: '/v1/payment_intents',
      account: tenant.accountId,
    });
    await expect(opened(rig, tenant, request)).rejects.toThrow('payment_setup_failed');
    rig.emulator.controls.faults.clear();
    const [intent] = (await rig.stripe.paymentIntents.list({ limit: 1 }, { stripeAccount: tenant.accountId }))
      .data;
    if (intent === undefined) throw new Error('no intent');
    expect(await stateOf(rig, request.reservationId)).toBe('creating');
    const found = { ...handle, providerPaymentIntentId: intent.id, reservationId: request.reservationId };
    await pay(rig, tenant, found);
    await heard(rig, request.reservationId, 'payment.succeeded');
    expect(await opened(rig, tenant, request)).toMatchObject({
      clientSecret: intent.client_secret,
      state: 'succeeded',
    });
  });

  it('waits for a row that is still to be committed', async () => {
    const references = { tenantId: tenant.id, paymentId: randomUUID() };
    const early = succeeded({ object: { id: 'pi_early', metadata: references } });
    await post(rig, early);
    await eventually('it was looked at', async () => {
      const [row] = await rig.rows<{ reason: string; state: string }>(
        'SELECT state, reason FROM provider_events WHERE provider_event_id = $1',
        [early['id']],
      );
      return row?.reason === 'unknown_payment' && row.state === 'waiting';
    });
    await rig.rows(
      `INSERT INTO payments (tenant_id, id, reservation_id, attempt, state, amount_minor_units, currency, livemode,
         account_id, provider_key, expires_at, created_at, version)
       SELECT tenant_id, $2, reservation_id, 2, 'creating', $3, 'EUR', true, $4, 'pi:late', now(), now(), 1
       FROM payments WHERE reservation_id = $1 AND attempt = 1`,
      [await endedReservation(), references.paymentId, AMOUNT, tenant.accountId],
    );
    expect(await settled(rig, early)).toMatchObject({ state: 'applied' });
  });

  /** One whose first attempt is over, so that a second may stand beside it. */
  async function endedReservation(): Promise<string> {
    await rig.stripe.paymentIntents.cancel(
      handle.providerPaymentIntentId,
      {},
      { stripeAccount: tenant.accountId },
    );
    await eventually(
      'the attempt is over',
      async () => (await stateOf(rig, handle.reservationId)) === 'failed',
    );
    return handle.reservationId;
  }
});
