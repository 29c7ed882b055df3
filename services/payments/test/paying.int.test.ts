import {
  openIntent,
  removePaymentAccount,
  readPaymentAccount,
  setPaymentAccount,
  checkPayment,
} from '@lodging/contract-payments';
import { createSealer } from '@lodging/kit-security';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AMOUNT, buildIntentRequest, createTenant, openPayment, pay, stateOf } from './open-payment.ts';
import { eventsOf, waitForEvent } from './published-events.ts';
import { PAYMENT_SECRET_KEY, startPayments, stripeClient, TEST_KEY } from './start-payments.ts';
import type { RunningPayments } from './start-payments.ts';

let payments: RunningPayments;
beforeAll(async () => {
  payments = await startPayments();
});
afterAll(() => payments.stop());

async function intentsOf(accountId: string): Promise<string[]> {
  const page = await payments.stripe.paymentIntents.list({ limit: 100 }, { stripeAccount: accountId });
  return page.data.map(({ id }) => id);
}

describe('open-intent', () => {
  it('returns a handle that the guest can pay with, and publishes the payment once', async () => {
    const tenant = await createTenant(payments);
    const request = buildIntentRequest();
    const handle = await openPayment(payments, tenant, request);
    expect(handle).toMatchObject({
      reservationId: request.reservationId,
      amountMinorUnits: AMOUNT,
      currency: 'EUR',
      state: 'requires_payment',
    });
    const intent = await pay(payments, tenant, handle);
    expect(intent.client_secret).toBe(handle.clientSecret);
    expect(intent.allowed_payment_method_types).toEqual(['card']);
    expect(Object.keys(intent.metadata).toSorted()).toEqual(['paymentId', 'reservationId', 'tenantId']);
    const event = await waitForEvent(payments, request.reservationId, 'payment.succeeded');
    expect(event).toMatchObject({ tenantId: tenant.id, livemode: true });
    expect(event.data).toEqual({
      payment: {
        reservationId: request.reservationId,
        providerPaymentIntentId: handle.providerPaymentIntentId,
        amountMinorUnits: AMOUNT,
        currency: 'EUR',
        state: 'succeeded',
      },
      providerEventId: expect.stringMatching(/^evt_/),
      purpose: 'stay',
      changeId: null,
    });
    expect(JSON.stringify(payments.events)).not.toContain(handle.clientSecret);
    const stored = await payments.query('SELECT * FROM payments');
    expect(JSON.stringify([stored, await payments.query('SELECT * FROM provider_events')])).not.toContain(
      handle.clientSecret,
    );
    expect(JSON.stringify(payments.log.lines)).not.toContain(handle.clientSecret);
  });

  it('returns the same handle to a replay, and to another key while the intent is open', async () => {
    const tenant = await createTenant(payments);
    const request = buildIntentRequest();
    const first = await payments.call(openIntent, tenant.id, request);
    const again = await payments.call(openIntent, tenant.id, request);
    const other = await payments.call(openIntent, tenant.id, { ...request, idempotencyKey: randomUUID() });
    expect(first).toMatchObject({ ok: true, replayed: false, value: { outcome: 'created' } });
    expect(again).toMatchObject({ ok: true, replayed: true, value: { outcome: 'replayed' } });
    expect(other).toMatchObject({ ok: true, replayed: false, value: { outcome: 'already_open' } });
    if (!first.ok || !again.ok || !other.ok) throw new Error('refused');
    expect(again.value.handle).toEqual(first.value.handle);
    expect(other.value.handle).toEqual(first.value.handle);
  });

  it('returns one intent to thirty parallel calls, with one key and with many', async () => {
    const tenant = await createTenant(payments);
    payments.emulator.controls.faults.add({
      effect: 'slow',
      delayMs: 300,
      path: '/v1/payment_intents',
      account: tenant.accountId,
    });
    const request = buildIntentRequest();
    const calls = Array.from({ length: 30 }, (_, index) =>
      payments.call(
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

  it('refuses one key for two reservations, also at the same time', async () => {
    const tenant = await createTenant(payments);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        payments.call(openIntent, tenant.id, buildIntentRequest({ idempotencyKey: key })),
      ),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    for (const answer of answers)
      if (!answer.ok) expect(answer.refusal.code).toBe('idempotency_key_conflict');
  });

  it('keeps the keys of two tenants apart', async () => {
    const [one, two] = [await createTenant(payments), await createTenant(payments)];
    const request = buildIntentRequest();
    await openPayment(payments, one, request);
    expect(await payments.call(openIntent, two.id, request)).toMatchObject({ value: { outcome: 'created' } });
  });

  it('refuses a paid reservation, an expired hold, and a tenant that cannot be paid', async () => {
    const tenant = await createTenant(payments);
    const request = buildIntentRequest();
    await pay(payments, tenant, await openPayment(payments, tenant, request));
    await waitForEvent(payments, request.reservationId, 'payment.succeeded');
    const refusalOf = async (tenantId: string, given: ReturnType<typeof buildIntentRequest>) => {
      const answer = await payments.call(openIntent, tenantId, given);
      return answer.ok ? answer.value.outcome : answer.refusal.code;
    };
    expect(await refusalOf(tenant.id, { ...request, idempotencyKey: randomUUID() })).toBe('already_paid');
    expect(await refusalOf(tenant.id, request)).toBe('replayed');
    expect(await refusalOf(tenant.id, buildIntentRequest({ minutesLeft: -1 }))).toBe(
      'reservation_not_holdable',
    );
    expect(await refusalOf(randomUUID(), buildIntentRequest())).toBe('provider_not_configured');
    const disabled = await createTenant(payments, 'acct_disabled_hotel');
    const forDisabled = buildIntentRequest();
    expect(await refusalOf(disabled.id, forDisabled)).toBe('provider_not_configured');
    await payments.call(setPaymentAccount, disabled.id, {
      provider: 'stripe',
      accountId: 'acct_able',
      redirectOrigins: [],
    });
    expect(await refusalOf(disabled.id, forDisabled)).toBe('created');
  });

  it('uses the secret key of the mode: a sandbox intent is not live', async () => {
    const tenant = await createTenant(payments);
    const handle = await openPayment(payments, tenant, buildIntentRequest(), false);
    const intent = await stripeClient(payments.emulator.url, TEST_KEY).paymentIntents.retrieve(
      handle.providerPaymentIntentId,
      {},
      { stripeAccount: tenant.accountId },
    );
    expect(intent.livemode).toBe(false);
    await pay(payments, tenant, handle);
    expect(await waitForEvent(payments, handle.reservationId, 'payment.succeeded')).toMatchObject({
      livemode: false,
    });
  });
});

describe('the client secret', () => {
  it('opens from the database, without a call to the provider', async () => {
    const tenant = await createTenant(payments);
    const request = buildIntentRequest();
    await openPayment(payments, tenant, request);
    const [row] = await payments.query<{ id: string }>('SELECT id FROM payments WHERE reservation_id = $1', [
      request.reservationId,
    ]);
    // Key, purpose and owner must never change: databases hold secrets that were sealed with them.
    const sealed = createSealer(PAYMENT_SECRET_KEY, 'lodging.payments.client-secret').seal(
      `${tenant.id}|payments.client_secret|${row?.id}`,
      'pi_sealed_before',
    );
    await payments.query('UPDATE payments SET client_secret_sealed = $1 WHERE id = $2', [sealed, row?.id]);
    const calls = payments.emulator.controls.requests().length;
    expect(await openPayment(payments, tenant, request)).toMatchObject({ clientSecret: 'pi_sealed_before' });
    expect(payments.emulator.controls.requests()).toHaveLength(calls);
  });
});

describe('a declined card', () => {
  it('is published as failed and leaves the intent open for another card', async () => {
    const tenant = await createTenant(payments);
    const handle = await openPayment(payments, tenant);
    const { reservationId } = handle;
    await expect(pay(payments, tenant, handle, 'pm_card_chargeDeclined')).rejects.toThrow('declined');
    expect((await waitForEvent(payments, reservationId, 'payment.failed')).data['payment']).toMatchObject({
      state: 'requires_payment',
    });
    await pay(payments, tenant, handle);
    await waitForEvent(payments, reservationId, 'payment.succeeded');
    expect(eventsOf(payments, reservationId, 'payment.failed')).toHaveLength(1);
    expect(await stateOf(payments, reservationId)).toBe('succeeded');
  });

  it('is published once for each attempt of the guest', async () => {
    const tenant = await createTenant(payments);
    const handle = await openPayment(payments, tenant);
    for (const _attempt of [1, 2])
      await expect(pay(payments, tenant, handle, 'pm_card_chargeDeclined')).rejects.toThrow('declined');
    await eventually(
      'both are published',
      () => eventsOf(payments, handle.reservationId, 'payment.failed').length === 2,
    );
  });

  it('differs from a cancelled intent, which has failed for good: another one can be opened', async () => {
    const tenant = await createTenant(payments);
    const request = buildIntentRequest();
    const handle = await openPayment(payments, tenant, request);
    await payments.stripe.paymentIntents.cancel(
      handle.providerPaymentIntentId,
      {},
      { stripeAccount: tenant.accountId },
    );
    const event = await waitForEvent(payments, request.reservationId, 'payment.failed');
    expect(event.data['payment']).toMatchObject({ state: 'failed' });
    const next = await openPayment(payments, tenant, { ...request, idempotencyKey: randomUUID() });
    expect(next.providerPaymentIntentId).not.toBe(handle.providerPaymentIntentId);
  });
});

describe('check-payment', () => {
  it('returns a success before its notification arrives', async () => {
    const tenant = await createTenant(payments);
    payments.emulator.controls.notifications.rules.add({ effect: 'drop', account: tenant.accountId });
    const handle = await openPayment(payments, tenant);
    const { reservationId } = handle;
    const check = () => payments.call(checkPayment, tenant.id, { reservationId });
    await pay(payments, tenant, handle);
    const answers = await Promise.all(Array.from({ length: 10 }, check));
    for (const answer of answers)
      expect(answer).toMatchObject({ value: { state: 'succeeded', currency: 'EUR' } });
    await waitForEvent(payments, reservationId, 'payment.succeeded');
    expect(eventsOf(payments, reservationId, 'payment.succeeded')).toHaveLength(1);
  });

  it('returns a success without its notification where the provider did not know it two seconds before', async () => {
    const tenant = await createTenant(payments);
    payments.emulator.controls.notifications.rules.add({ effect: 'drop', account: tenant.accountId });
    const handle = await openPayment(payments, tenant);
    const { reservationId } = handle;
    const check = () => payments.call(checkPayment, tenant.id, { reservationId });
    expect(await check()).toMatchObject({ value: { state: 'requires_payment', amountMinorUnits: AMOUNT } });
    await pay(payments, tenant, handle);
    await eventually('the payment is read from the provider again', async () => {
      const answer = await check();
      return answer.ok && answer.value.state === 'succeeded';
    });
    expect(await check()).toMatchObject({ value: { state: 'succeeded', currency: 'EUR' } });
  });

  it('returns none without a payment, and for the payment of another tenant', async () => {
    const [one, two] = [await createTenant(payments), await createTenant(payments)];
    const { reservationId } = await openPayment(payments, one);
    const none = { value: { state: 'none', amountMinorUnits: null, currency: null } };
    expect(await payments.call(checkPayment, two.id, { reservationId })).toMatchObject(none);
    expect(await payments.call(checkPayment, one.id, { reservationId: randomUUID() })).toMatchObject(none);
  });
});

describe('the payment account', () => {
  it('is set and removed, and the next call sees it', async () => {
    const tenant = await createTenant(payments);
    expect(await payments.call(removePaymentAccount, tenant.id, {})).toMatchObject({
      value: { removed: true },
    });
    expect(await payments.call(openIntent, tenant.id, buildIntentRequest())).toMatchObject({
      refusal: { code: 'provider_not_configured' },
    });
    expect(await payments.call(removePaymentAccount, tenant.id, {})).toMatchObject({
      refusal: { code: 'payment_account_not_found' },
    });
  });

  it('keeps its redirect origins where none are sent, and gives them up for an empty list', async () => {
    const tenant = randomUUID();
    const [provider, origins] = ['stripe' as const, ['https://hotel.example', 'https://shop.example']];
    const set = (account: object) =>
      payments.call(setPaymentAccount, tenant, { provider, accountId: 'acct_a', ...account });
    const stored = (accountId: string, redirectOrigins: string[]) => ({
      ok: true,
      value: { provider, accountId, redirectOrigins },
    });
    expect(await set({})).toMatchObject(stored('acct_a', []));
    expect(await set({ redirectOrigins: origins })).toMatchObject(stored('acct_a', origins));
    expect(await set({ accountId: 'acct_b' })).toMatchObject(stored('acct_b', origins));
    expect(await payments.call(readPaymentAccount, tenant, {})).toMatchObject(stored('acct_b', origins));
    expect(await set({ redirectOrigins: [] })).toMatchObject(stored('acct_a', []));
    expect(await payments.call(readPaymentAccount, tenant, {})).toMatchObject(stored('acct_a', []));
  });

  it('refuses invalid redirect origins', async () => {
    const origins = [
      'https://hotel.example',
      'http://hotel.example',
      'https://hotel.example/back',
      'nonsense',
    ];
    const request = { provider: 'stripe' as const, accountId: 'acct_a', redirectOrigins: origins };
    const answer = await payments.call(setPaymentAccount, randomUUID(), request);
    if (answer.ok) throw new Error('accepted');
    const errors = answer.refusal.extra?.['errors'] as { pointer: string }[];
    expect(errors.map(({ pointer }) => pointer)).toEqual(
      [1, 2, 3].map((index) => `/redirectOrigins/${index}`),
    );
    const local = { ...request, redirectOrigins: ['http://localhost:5173'] };
    expect(await payments.call(setPaymentAccount, randomUUID(), local)).toMatchObject({
      refusal: { code: 'validation_failed', extra: { errors: [{ pointer: '/redirectOrigins/0' }] } },
    });
    expect(await payments.call(setPaymentAccount, randomUUID(), local, false)).toMatchObject({ ok: true });
  });
});
