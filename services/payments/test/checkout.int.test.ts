import {
  endPayment,
  openCheckoutSession,
  openIntent,
  removePaymentAccount,
  checkPayment,
} from '@lodging/contract-payments';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createClientSecretVault } from '../src/outbound/attempts/client-secret-vault.ts';
import {
  openSession,
  buildSessionRequest,
  payInBrowser,
  readSession,
  listSessions,
} from './checkout-session.ts';
import { AMOUNT, buildIntentRequest, createTenant, openPayment, pay, stateOf } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { eventsOf, waitForEvent } from './published-events.ts';
import { outcomeOf, postNotification, waitUntilAllSettled } from './stripe-event.ts';
import { PAYMENT_SECRET_KEY } from './start-payments.ts';
import type { RunningPayments } from './start-payments.ts';
import { usePayments } from './use-payments.ts';

let payments: RunningPayments;
let tenant: Tenant;
usePayments((started) => ({ payments, tenant } = started));

const open = (request = buildSessionRequest(), livemode = true) =>
  payments.call(openCheckoutSession, tenant.id, request, livemode);
const end = (reservationId: string) => payments.call(endPayment, tenant.id, { reservationId });
const check = (reservationId: string) => payments.call(checkPayment, tenant.id, { reservationId });

describe('open-checkout-session', () => {
  it('creates a session on the account of the tenant, with amount, currency and reservation', async () => {
    const opened = await openSession(payments, tenant);
    const session = await readSession(payments, tenant, opened.id);
    expect(opened.url).toBe(session.url);
    expect(session).toMatchObject({
      mode: 'payment',
      ui_mode: 'hosted_page',
      livemode: true,
      amount_total: Number(AMOUNT),
      currency: 'eur',
      client_reference_id: opened.reservationId,
      metadata: { tenantId: tenant.id, reservationId: opened.reservationId },
      success_url: 'https://hotel.example/done?session={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://hotel.example/back',
    });
    expect(session.expires_at - session.created).toBeGreaterThanOrEqual(1800);
    const html = await (await fetch(opened.url)).text();
    expect(html).toContain('Stay');
    expect(await stateOf(payments, opened.reservationId)).toBe('requires_payment');
  });

  it('says what is sold where that is known, also when an attempt is repeated', async () => {
    const productName = 'Room 101, 10–12 June, A7P7K3Q9';
    const request = { ...buildSessionRequest(), productName };
    const { url } = await openSession(payments, tenant, request);
    expect(await (await fetch(url)).text()).toContain(productName);
    // The open session is the answer, with the name that it has.
    const again = await openSession(payments, tenant, { ...request, productName: 'Another name' });
    expect(again.url).toBe(url);
  });

  it('publishes the payment once, and the guest is redirected', async () => {
    const session = await openSession(payments, tenant);
    const paid = await payInBrowser(session.url);
    expect(paid.headers.get('location')).toBe(`https://hotel.example/done?session=${session.id}`);
    const event = await waitForEvent(payments, session.reservationId, 'payment.succeeded');
    const { payment_intent: intent } = await readSession(payments, tenant, session.id);
    expect(event.data['payment']).toEqual({
      reservationId: session.reservationId,
      providerPaymentIntentId: intent,
      amountMinorUnits: AMOUNT,
      currency: 'EUR',
      state: 'succeeded',
    });
    await waitUntilAllSettled(payments);
    expect(eventsOf(payments, session.reservationId, 'payment.succeeded')).toHaveLength(1);
    expect(await open(buildSessionRequest({ reservationId: session.reservationId }))).toMatchObject({
      refusal: { code: 'already_paid' },
    });
    expect(await payments.query(`SELECT FROM provider_events WHERE state = 'parked'`)).toHaveLength(0);
  });

  it('publishes a declined card; the session stays open for another one', async () => {
    const session = await openSession(payments, tenant);
    expect((await payInBrowser(session.url, 'pm_card_chargeDeclined')).status).toBe(402);
    const failed = await waitForEvent(payments, session.reservationId, 'payment.failed');
    expect(failed.data['payment']).toMatchObject({ state: 'requires_payment' });
    await payInBrowser(session.url);
    await waitForEvent(payments, session.reservationId, 'payment.succeeded');
  });

  it('returns the same session to thirty parallel calls, and to a call with other URLs', async () => {
    const request = buildSessionRequest();
    const answers = await Promise.all(Array.from({ length: 30 }, () => open(request)));
    const urls = answers.map((answer) => (answer.ok ? answer.value.url : answer.refusal.code));
    expect(new Set(urls).size).toBe(1);
    expect(await open({ ...request, cancelUrl: 'https://hotel.example/elsewhere' })).toMatchObject({
      value: { url: urls[0] },
    });
    expect(await listSessions(payments, tenant, request.reservationId)).toHaveLength(1);
  });

  it('and open-intent never both open a payment', async () => {
    for (const _round of Array.from({ length: 6 })) {
      const request = buildIntentRequest();
      const session = buildSessionRequest({ reservationId: request.reservationId });
      const answers = await Promise.all([payments.call(openIntent, tenant.id, request), open(session)]);
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      expect(answers.find(({ ok }) => !ok)).toMatchObject({ refusal: { code: 'payment_already_initiated' } });
    }
    const session = await openSession(payments, tenant);
    expect(await payments.call(openIntent, tenant.id, buildIntentRequest(session))).toMatchObject({
      refusal: { code: 'payment_already_initiated' },
    });
    const handle = await openPayment(payments, tenant);
    expect(await open(buildSessionRequest(handle))).toMatchObject({
      refusal: { code: 'payment_already_initiated' },
    });
    await pay(payments, tenant, handle);
  });

  it.each([
    ['another origin', 'https://evil.example/done'],
    ['an origin that only begins like a listed one', 'https://hotel.example.evil.example/'],
    ['user information', 'https://guest@hotel.example/'],
    ['an empty user', 'https://@hotel.example/'],
    ['a backslash', 'https:\\\\hotel.example/'],
    ['a line break inside', 'https://hotel.example/\nx'],
    ['a relative address', '/done'],
    ['a script', 'javascript:alert(1)'],
    ['plain http', 'http://hotel.example/'],
    ['http on localhost with a live key', 'http://localhost:5173/done'],
    ['another port', 'https://hotel.example:8443/'],
  ])('refuses to redirect a guest to %s', async (_what, url) => {
    const request = buildSessionRequest();
    for (const changes of [{ successUrl: url }, { cancelUrl: url }])
      expect(await open({ ...request, ...changes })).toMatchObject({
        refusal: { code: 'invalid_redirect_url' },
      });
    expect(await listSessions(payments, tenant, request.reservationId)).toHaveLength(0);
  });

  it('allows redirects to localhost in the sandbox', async () => {
    const local = { successUrl: 'http://localhost:5173/done', cancelUrl: 'http://localhost:5173/' };
    expect(await open(buildSessionRequest(local), false)).toMatchObject({ ok: true });
  });

  it('is refused without an account, before the URLs are checked, and on an account that cannot charge', async () => {
    const bad = buildSessionRequest({ successUrl: 'nowhere' });
    const refusal = { refusal: { code: 'provider_not_configured' } };
    expect(await payments.call(openCheckoutSession, randomUUID(), bad)).toMatchObject(refusal);
    const left = await createTenant(payments);
    await payments.call(removePaymentAccount, left.id, {});
    expect(await payments.call(openCheckoutSession, left.id, buildSessionRequest())).toMatchObject(refusal);
    const disabled = await createTenant(payments, `acct_disabled_${randomUUID().slice(0, 8)}`);
    expect(await payments.call(openCheckoutSession, disabled.id, buildSessionRequest())).toMatchObject(
      refusal,
    );
  });

  it('is refused after the end of the hold', async () => {
    const past = Temporal.Now.instant().subtract({ seconds: 1 }).toString();
    expect(await open(buildSessionRequest({ expiresAt: past }))).toMatchObject({
      refusal: { code: 'reservation_not_holdable' },
    });
  });

  it('returns the same session to a retry whose first response was lost', async () => {
    const request = buildSessionRequest();
    const fault = { path: '/v1/checkout/sessions', method: 'POST' };
    payments.emulator.controls.faults.add({ effect: 'lost_reply', count: 2, ...fault });
    expect(await open(request)).toMatchObject({ refusal: { code: 'payment_setup_failed' } });
    const session = await openSession(payments, tenant, request);
    const sessions = await listSessions(payments, tenant, request.reservationId);
    expect(sessions.map(({ id, url }) => ({ id, url }))).toEqual([{ id: session.id, url: session.url }]);
  });

  it('returns the same session after a restart, also under a new sealing key; its URL is sealed at rest', async () => {
    const request = buildSessionRequest();
    const session = await openSession(payments, tenant, request);
    const rows = await payments.query(
      'SELECT payments::text AS row FROM payments WHERE reservation_id = $1',
      [session.reservationId],
    );
    expect(JSON.stringify(rows)).not.toContain(session.url);
    await payments.restart({ PAYMENT_SECRET_KEY: 'another key for tests, as long as it must be' });
    expect(await openSession(payments, tenant, request)).toEqual(session);
    await payments.restart();
  });
});

it('PAYMENT_SECRET_KEY is replaced: what it sealed is resealed while both are set', async () => {
  await openSession(payments, tenant);
  const next = 'the key that replaces it, as long as the other';
  await payments.restart({ PAYMENT_SECRET_KEY: JSON.stringify([next, PAYMENT_SECRET_KEY]) });
  const vault = createClientSecretVault([next]);
  await eventually('all are sealed with the new one', async () => {
    const rows = await payments.query<{ tenantId: string; id: string; sealed: string }>(
      `SELECT tenant_id AS "tenantId", id, client_secret_sealed AS sealed FROM payments
        WHERE tenant_id = $1 AND client_secret_sealed IS NOT NULL AND state <> 'failed'`,
      [tenant.id],
    );
    const opened = rows.filter((row) => vault.open(row.tenantId, row.id, row.sealed) !== undefined);
    return rows.length > 0 && opened.length === rows.length;
  });
  await payments.restart();
});

describe('end-payment', () => {
  it('expires the session at the provider, and none can be opened afterwards', async () => {
    const session = await openSession(payments, tenant);
    expect(await end(session.reservationId)).toMatchObject({ value: { outcome: 'ended' } });
    expect((await readSession(payments, tenant, session.id)).status).toBe('expired');
    expect((await payInBrowser(session.url)).status).toBe(404);
    expect(await open(buildSessionRequest({ reservationId: session.reservationId }))).toMatchObject({
      refusal: { code: 'reservation_not_holdable' },
    });
    expect(await check(session.reservationId)).toMatchObject({ value: { state: 'failed' } });
    expect(eventsOf(payments, session.reservationId, 'payment.failed')).toHaveLength(0);
  });

  it('expires a session on which a card was declined, with its intent', async () => {
    const session = await openSession(payments, tenant);
    await payInBrowser(session.url, 'pm_card_chargeDeclined');
    expect(await end(session.reservationId)).toMatchObject({ value: { outcome: 'ended' } });
    expect(await stateOf(payments, session.reservationId)).toBe('failed');
  });

  it('returns succeeded where the guest paid first, also without a notification', async () => {
    payments.emulator.controls.notifications.rules.add({ effect: 'drop', account: tenant.accountId });
    const session = await openSession(payments, tenant);
    await payInBrowser(session.url);
    expect(await end(session.reservationId)).toMatchObject({ value: { outcome: 'succeeded' } });
    await waitForEvent(payments, session.reservationId, 'payment.succeeded');
  });

  it('agrees with the provider when the guest pays at the same moment', async () => {
    for (const _round of Array.from({ length: 8 })) {
      const session = await openSession(payments, tenant);
      const [paid, ended] = await Promise.all([payInBrowser(session.url), end(session.reservationId)]);
      const isPaid = paid.status === 303;
      expect(ended).toMatchObject({ value: { outcome: isPaid ? 'succeeded' : 'ended' } });
      expect(await stateOf(payments, session.reservationId)).toBe(isPaid ? 'succeeded' : 'failed');
    }
  });

  it('and a session that is opened at the same moment leave none that can be paid', async () => {
    const requests = Array.from({ length: 8 }, () => buildSessionRequest());
    for (const request of requests) {
      const [answer] = await Promise.all([open(request), end(request.reservationId)]);
      await end(request.reservationId);
      if (!answer.ok) expect(answer.refusal.code).toBe('reservation_not_holdable');
      const sessions = await listSessions(payments, tenant, request.reservationId);
      expect(sessions.filter(({ status }) => status === 'open')).toHaveLength(0);
    }
  });

  it('expires a session whose creation had no response', async () => {
    const request = buildSessionRequest();
    const fault = { path: '/v1/checkout/sessions', method: 'POST' };
    payments.emulator.controls.faults.add({ effect: 'lost_reply', count: 2, ...fault });
    expect(await open(request)).toMatchObject({ refusal: { code: 'payment_setup_failed' } });
    expect(await end(request.reservationId)).toMatchObject({ value: { outcome: 'ended' } });
    const sessions = await listSessions(payments, tenant, request.reservationId);
    expect(sessions.map(({ status }) => status)).toEqual(['expired']);
  });

  it('fails while the provider is down', async () => {
    const session = await openSession(payments, tenant);
    payments.emulator.controls.faults.add({ effect: 'status', status: 503, count: 0 });
    await expect(end(session.reservationId)).rejects.toThrow('unavailable');
    payments.emulator.controls.faults.clear();
    expect(await end(session.reservationId)).toMatchObject({ value: { outcome: 'ended' } });
  });
});

describe('a session without its notifications', () => {
  it('is read from the provider by check-payment', async () => {
    payments.emulator.controls.notifications.rules.add({ effect: 'drop', account: tenant.accountId });
    const [unpaid, paid] = [await openSession(payments, tenant), await openSession(payments, tenant)];
    expect(await check(unpaid.reservationId)).toMatchObject({ value: { state: 'requires_payment' } });
    await payInBrowser(paid.url);
    expect(await check(paid.reservationId)).toMatchObject({ value: { state: 'succeeded' } });
    await waitForEvent(payments, paid.reservationId, 'payment.succeeded');
  });

  it('is paid by the notification of the session alone', async () => {
    payments.emulator.controls.notifications.rules.add({ effect: 'drop', types: ['payment_intent.*'] });
    const session = await openSession(payments, tenant);
    await payInBrowser(session.url);
    await waitForEvent(payments, session.reservationId, 'payment.succeeded');
  });

  it('is paid by the notification of the intent alone', async () => {
    payments.emulator.controls.notifications.rules.add({ effect: 'drop', types: ['checkout.*'] });
    const session = await openSession(payments, tenant);
    await payInBrowser(session.url);
    await waitForEvent(payments, session.reservationId, 'payment.succeeded');
  });

  it('can be replaced after it expired at the provider', async () => {
    const session = await openSession(payments, tenant);
    payments.emulator.controls.expireSession(session.id);
    await eventually(
      'the payment has failed',
      async () => (await stateOf(payments, session.reservationId)) === 'failed',
    );
    const next = await openSession(
      payments,
      tenant,
      buildSessionRequest({ reservationId: session.reservationId }),
    );
    expect(next.id).not.toBe(session.id);
  });
});

describe('a notification about a session', () => {
  it.each([
    ['another amount', { amount_total: 1 }, {}, 'amount_mismatch'],
    ['another currency', { currency: 'usd' }, {}, 'currency_mismatch'],
    ['another mode', { livemode: false }, { livemode: false }, 'livemode_mismatch'],
    ['another account', {}, { account: 'acct_other' }, 'account_mismatch'],
  ])('with %s is parked', async (_what, object, event, reason) => {
    const session = await openSession(payments, tenant);
    const body = {
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'checkout.session.expired',
      account: tenant.accountId,
      api_version: '2026-10-28.endive',
      created: Math.floor(Date.now() / 1000),
      livemode: true,
      ...event,
      data: {
        object: { ...(await readSession(payments, tenant, session.id)), status: 'expired', ...object },
      },
    };
    await postNotification(payments, body);
    expect(await outcomeOf(payments, body)).toEqual({ state: 'parked', reason });
    expect(await stateOf(payments, session.reservationId)).toBe('requires_payment');
  });
});
