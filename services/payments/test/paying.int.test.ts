// Guards the way of the money in: one intent per reservation, whoever asks and however often, and what comes of it.
import {
  openIntent,
  removePaymentAccount,
  setPaymentAccount,
  settlePayment,
} from '@lodging/contract-payments';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AMOUNT, heard, newTenant, opened, order, pay, stateOf, toldOf } from './money.ts';
import { startRig, stripeOf, TEST_KEY } from './rig.ts';
import type { Rig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.stop());

async function intentsOf(accountId: string): Promise<string[]> {
  const page = await rig.stripe.paymentIntents.list({ limit: 100 }, { stripeAccount: accountId });
  return page.data.map(({ id }) => id);
}

describe('open-intent', () => {
  it('hands out a handle that the guest can pay, and tells of the payment once', async () => {
    const tenant = await newTenant(rig);
    const request = order();
    const handle = await opened(rig, tenant, request);
    expect(handle).toMatchObject({
      reservationId: request.reservationId,
      amountMinorUnits: AMOUNT,
      currency: 'EUR',
      state: 'requires_payment',
    });
    const intent = await pay(rig, tenant, handle);
    expect(intent.client_secret).toBe(handle.clientSecret);
    expect(intent.allowed_payment_method_types).toEqual(['card']);
    expect(Object.keys(intent.metadata).toSorted()).toEqual(['paymentId', 'reservationId', 'tenantId']);
    const event = await heard(rig, request.reservationId, 'payment.succeeded');
    expect(event).toMatchObject({ tenantId: tenant.id, livemode: true });
    expect(event.data).toEqual({
      payment: {
        reservationId: request.reservationId,
        providerPaymentIntentId: handle.providerPaymentIntentId,
        amountMinorUnits: AMOUNT,
        currency: 'EUR',
        state: 'succeeded',
      },
    });
    expect(JSON.stringify(rig.told)).not.toContain(handle.clientSecret);
    const stored = await rig.rows('SELECT * FROM payments');
    expect(JSON.stringify([stored, await rig.rows('SELECT * FROM provider_events')])).not.toContain(
      handle.clientSecret,
    );
    expect(JSON.stringify(rig.log.lines)).not.toContain(handle.clientSecret);
  });

  it('answers the same handle to a repeat, and to another key while the intent is open', async () => {
    const tenant = await newTenant(rig);
    const request = order();
    const first = await rig.ask(openIntent, tenant.id, request);
    const again = await rig.ask(openIntent, tenant.id, request);
    const other = await rig.ask(openIntent, tenant.id, { ...request, idempotencyKey: randomUUID() });
    expect(first).toMatchObject({ ok: true, replayed: false, value: { outcome: 'created' } });
    expect(again).toMatchObject({ ok: true, replayed: true, value: { outcome: 'replayed' } });
    expect(other).toMatchObject({ ok: true, replayed: false, value: { outcome: 'already_open' } });
    if (!first.ok || !again.ok || !other.ok) throw new Error('refused');
    expect(again.value.handle).toEqual(first.value.handle);
    expect(other.value.handle).toEqual(first.value.handle);
  });

  it('lets thirty parallel calls, with one key and with many, get one and the same intent', async () => {
    const tenant = await newTenant(rig);
    rig.emulator.controls.faults.add({
      effect: 'slow',
      delayMs: 300,
      path: '/v1/payment_intents',
      account: tenant.accountId,
    });
    const request = order();
    const calls = Array.from({ length: 30 }, (_, index) =>
      rig.ask(
        openIntent,
        tenant.id,
        index % 2 === 0 ? request : { ...request, idempotencyKey: randomUUID() },
      ),
    );
    const answers = await Promise.all(calls);
    const handles = answers.map((answer) => (answer.ok ? answer.value.handle : answer.refusal.code));
    expect(new Set(handles.map((handle) => JSON.stringify(handle))).size).toBe(1);
    expect(answers.filter((answer) => answer.ok && answer.value.outcome === 'created')).toHaveLength(1);
    expect(await intentsOf(tenant.accountId)).toHaveLength(1);
  });

  it('refuses one key for two reservations, also when both come at once', async () => {
    const tenant = await newTenant(rig);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => rig.ask(openIntent, tenant.id, order({ idempotencyKey: key }))),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    for (const answer of answers)
      if (!answer.ok) expect(answer.refusal.code).toBe('idempotency_key_conflict');
  });

  it('keeps the keys of two tenants apart', async () => {
    const [one, two] = [await newTenant(rig), await newTenant(rig)];
    const request = order();
    await opened(rig, one, request);
    expect(await rig.ask(openIntent, two.id, request)).toMatchObject({ value: { outcome: 'created' } });
  });

  it('refuses a reservation that is paid, one whose hold is over, and a tenant that cannot be paid', async () => {
    const tenant = await newTenant(rig);
    const request = order();
    await pay(rig, tenant, await opened(rig, tenant, request));
    await heard(rig, request.reservationId, 'payment.succeeded');
    const refusalOf = async (tenantId: string, given: ReturnType<typeof order>) => {
      const answer = await rig.ask(openIntent, tenantId, given);
      return answer.ok ? answer.value.outcome : answer.refusal.code;
    };
    expect(await refusalOf(tenant.id, { ...request, idempotencyKey: randomUUID() })).toBe('already_paid');
    expect(await refusalOf(tenant.id, request)).toBe('replayed');
    expect(await refusalOf(tenant.id, order({ minutesLeft: -1 }))).toBe('reservation_not_holdable');
    expect(await refusalOf(randomUUID(), order())).toBe('provider_not_configured');
    const disabled = await newTenant(rig, 'acct_disabled_hotel');
    const forDisabled = order();
    expect(await refusalOf(disabled.id, forDisabled)).toBe('provider_not_configured');
    await rig.ask(setPaymentAccount, disabled.id, {
      provider: 'stripe',
      accountId: 'acct_able',
      redirectOrigins: [],
    });
    expect(await refusalOf(disabled.id, forDisabled)).toBe('created');
  });

  it('takes the provider key of the mode: what a sandbox opens is no live money', async () => {
    const tenant = await newTenant(rig);
    const handle = await opened(rig, tenant, order(), false);
    const intent = await stripeOf(rig.emulator.url, TEST_KEY).paymentIntents.retrieve(
      handle.providerPaymentIntentId,
      {},
      { stripeAccount: tenant.accountId },
    );
    expect(intent.livemode).toBe(false);
    await pay(rig, tenant, handle);
    expect(await heard(rig, handle.reservationId, 'payment.succeeded')).toMatchObject({ livemode: false });
  });
});

describe('a declined card', () => {
  it('is told as failed and leaves the intent open, so that another card can pay', async () => {
    const tenant = await newTenant(rig);
    const handle = await opened(rig, tenant);
    const { reservationId } = handle;
    await expect(pay(rig, tenant, handle, 'pm_card_chargeDeclined')).rejects.toThrow('declined');
    expect((await heard(rig, reservationId, 'payment.failed')).data['payment']).toMatchObject({
      state: 'requires_payment',
    });
    await pay(rig, tenant, handle);
    await heard(rig, reservationId, 'payment.succeeded');
    expect(toldOf(rig, reservationId, 'payment.failed')).toHaveLength(1);
    expect(await stateOf(rig, reservationId)).toBe('succeeded');
  });

  it('is told once for each try', async () => {
    const tenant = await newTenant(rig);
    const handle = await opened(rig, tenant);
    for (const _try of [1, 2])
      await expect(pay(rig, tenant, handle, 'pm_card_chargeDeclined')).rejects.toThrow('declined');
    await eventually('both are told', () => toldOf(rig, handle.reservationId, 'payment.failed').length === 2);
  });

  it('an intent that the provider cancelled is failed for good, and another may be opened', async () => {
    const tenant = await newTenant(rig);
    const request = order();
    const handle = await opened(rig, tenant, request);
    await rig.stripe.paymentIntents.cancel(
      handle.providerPaymentIntentId,
      {},
      { stripeAccount: tenant.accountId },
    );
    const event = await heard(rig, request.reservationId, 'payment.failed');
    expect(event.data['payment']).toMatchObject({ state: 'failed' });
    const next = await opened(rig, tenant, { ...request, idempotencyKey: randomUUID() });
    expect(next.providerPaymentIntentId).not.toBe(handle.providerPaymentIntentId);
  });
});

describe('settle-payment', () => {
  it('knows of a success before its notification came', async () => {
    const tenant = await newTenant(rig);
    rig.emulator.controls.notifications.rules.add({ effect: 'drop', account: tenant.accountId });
    const handle = await opened(rig, tenant);
    const { reservationId } = handle;
    const ask = () => rig.ask(settlePayment, tenant.id, { reservationId });
    expect(await ask()).toMatchObject({ value: { state: 'requires_payment', amountMinorUnits: AMOUNT } });
    await pay(rig, tenant, handle);
    const answers = await Promise.all(Array.from({ length: 10 }, ask));
    for (const answer of answers)
      expect(answer).toMatchObject({ value: { state: 'succeeded', currency: 'EUR' } });
    await heard(rig, reservationId, 'payment.succeeded');
    expect(toldOf(rig, reservationId, 'payment.succeeded')).toHaveLength(1);
  });

  it('answers none where there never was a payment, of another tenant neither', async () => {
    const [one, two] = [await newTenant(rig), await newTenant(rig)];
    const { reservationId } = await opened(rig, one);
    const none = { value: { state: 'none', amountMinorUnits: null, currency: null } };
    expect(await rig.ask(settlePayment, two.id, { reservationId })).toMatchObject(none);
    expect(await rig.ask(settlePayment, one.id, { reservationId: randomUUID() })).toMatchObject(none);
  });
});

describe('the payment account', () => {
  it('is set, replaced and removed, and each shows on the next call', async () => {
    const tenant = await newTenant(rig);
    expect(await rig.ask(removePaymentAccount, tenant.id, {})).toMatchObject({ value: { removed: true } });
    expect(await rig.ask(openIntent, tenant.id, order())).toMatchObject({
      refusal: { code: 'provider_not_configured' },
    });
    expect(await rig.ask(removePaymentAccount, tenant.id, {})).toMatchObject({
      refusal: { code: 'payment_account_not_found' },
    });
  });

  it('refuses redirect origins that are none', async () => {
    const origins = [
      'https://hotel.example',
      'http://hotel.example',
      'https://hotel.example/back',
      'nonsense',
    ];
    const request = { provider: 'stripe' as const, accountId: 'acct_a', redirectOrigins: origins };
    const answer = await rig.ask(setPaymentAccount, randomUUID(), request);
    if (answer.ok) throw new Error('accepted');
    const errors = answer.refusal.extra?.['errors'] as { pointer: string }[];
    expect(errors.map(({ pointer }) => pointer)).toEqual(
      [1, 2, 3].map((index) => `/redirectOrigins/${index}`),
    );
  });
});
