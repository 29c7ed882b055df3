// Guards the checkout page: one per reservation, sent back to known places only, paid once, ended with the hold.
import {
  endPayment,
  openCheckoutSession,
  openIntent,
  removePaymentAccount,
  settlePayment,
} from '@lodging/contract-payments';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openedPage, pageOrder, payOnPage, sessionOf, sessionsFor } from './checkout-page.ts';
import { AMOUNT, heard, newTenant, opened, order, pay, post, settled, stateOf, toldOf } from './money.ts';
import type { Tenant } from './money.ts';
import { startRig } from './rig.ts';
import type { Rig } from './rig.ts';

let rig: Rig;
let tenant: Tenant;

beforeAll(async () => {
  rig = await startRig();
  tenant = await newTenant(rig);
});
afterAll(() => rig.stop());
afterEach(() => {
  rig.emulator.controls.faults.clear();
  rig.emulator.controls.notifications.rules.clear();
});

const open = (request = pageOrder(), live = true) => rig.ask(openCheckoutSession, tenant.id, request, live);
const end = (reservationId: string) => rig.ask(endPayment, tenant.id, { reservationId });
const settle = (reservationId: string) => rig.ask(settlePayment, tenant.id, { reservationId });

describe('open-checkout-session', () => {
  it('opens a page on the account of the tenant that says what is paid and for which reservation', async () => {
    const page = await openedPage(rig, tenant);
    const session = await sessionOf(rig, tenant, page.id);
    expect(page.url).toBe(session.url);
    expect(session).toMatchObject({
      mode: 'payment',
      ui_mode: 'hosted_page',
      livemode: true,
      amount_total: Number(AMOUNT),
      currency: 'eur',
      client_reference_id: page.reservationId,
      metadata: { tenantId: tenant.id, reservationId: page.reservationId },
      success_url: 'https://hotel.example/done?session={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://hotel.example/back',
    });
    expect(session.expires_at - session.created).toBeGreaterThanOrEqual(1800);
    const shown = await (await fetch(page.url)).text();
    expect(shown).toContain('Stay');
    expect(await stateOf(rig, page.reservationId)).toBe('requires_payment');
  });

  it('paid on the page is told once, and the guest is sent back', async () => {
    const page = await openedPage(rig, tenant);
    const paid = await payOnPage(page.url);
    expect(paid.headers.get('location')).toBe(`https://hotel.example/done?session=${page.id}`);
    const event = await heard(rig, page.reservationId, 'payment.succeeded');
    const { payment_intent: intent } = await sessionOf(rig, tenant, page.id);
    expect(event.data['payment']).toEqual({
      reservationId: page.reservationId,
      providerPaymentIntentId: intent,
      amountMinorUnits: AMOUNT,
      currency: 'EUR',
      state: 'succeeded',
    });
    await eventually('all notifications are settled', async () => {
      const waiting = await rig.rows(`SELECT FROM provider_events WHERE state = 'waiting'`);
      return waiting.length === 0;
    });
    expect(toldOf(rig, page.reservationId, 'payment.succeeded')).toHaveLength(1);
    expect(await open(pageOrder({ reservationId: page.reservationId }))).toMatchObject({
      refusal: { code: 'already_paid' },
    });
    expect(await rig.rows(`SELECT FROM provider_events WHERE state = 'parked'`)).toHaveLength(0);
  });

  it('tells of a declined card on the page, which stays open for the next', async () => {
    const page = await openedPage(rig, tenant);
    expect((await payOnPage(page.url, 'pm_card_chargeDeclined')).status).toBe(402);
    const failed = await heard(rig, page.reservationId, 'payment.failed');
    expect(failed.data['payment']).toMatchObject({ state: 'requires_payment' });
    await payOnPage(page.url);
    await heard(rig, page.reservationId, 'payment.succeeded');
  });

  it('gives thirty parallel calls one and the same page, and the same again for other addresses', async () => {
    const request = pageOrder();
    const answers = await Promise.all(Array.from({ length: 30 }, () => open(request)));
    const pages = answers.map((answer) => (answer.ok ? answer.value.url : answer.refusal.code));
    expect(new Set(pages).size).toBe(1);
    expect(await open({ ...request, cancelUrl: 'https://hotel.example/elsewhere' })).toMatchObject({
      value: { url: pages[0] },
    });
    expect(await sessionsFor(rig, tenant, request.reservationId)).toHaveLength(1);
  });

  it('and open-intent never both open a payment', async () => {
    for (const _round of Array.from({ length: 6 })) {
      const request = order();
      const page = pageOrder({ reservationId: request.reservationId });
      const answers = await Promise.all([rig.ask(openIntent, tenant.id, request), open(page)]);
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      expect(answers.find(({ ok }) => !ok)).toMatchObject({ refusal: { code: 'payment_already_initiated' } });
    }
    const page = await openedPage(rig, tenant);
    expect(await rig.ask(openIntent, tenant.id, order(page))).toMatchObject({
      refusal: { code: 'payment_already_initiated' },
    });
    const handle = await opened(rig, tenant);
    expect(await open(pageOrder(handle))).toMatchObject({ refusal: { code: 'payment_already_initiated' } });
    await pay(rig, tenant, handle);
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
  ])('refuses to send a guest to %s', async (_what, url) => {
    const request = pageOrder();
    for (const changes of [{ successUrl: url }, { cancelUrl: url }])
      expect(await open({ ...request, ...changes })).toMatchObject({
        refusal: { code: 'invalid_redirect_url' },
      });
    expect(await sessionsFor(rig, tenant, request.reservationId)).toHaveLength(0);
  });

  it('lets the sandbox send a guest to localhost', async () => {
    const local = { successUrl: 'http://localhost:5173/done', cancelUrl: 'http://localhost:5173/' };
    expect(await open(pageOrder(local), false)).toMatchObject({ ok: true });
  });

  it('is refused without an account, before the addresses are looked at, and on one that cannot charge', async () => {
    const bad = pageOrder({ successUrl: 'nowhere' });
    const refusal = { refusal: { code: 'provider_not_configured' } };
    expect(await rig.ask(openCheckoutSession, randomUUID(), bad)).toMatchObject(refusal);
    const left = await newTenant(rig);
    await rig.ask(removePaymentAccount, left.id, {});
    expect(await rig.ask(openCheckoutSession, left.id, pageOrder())).toMatchObject(refusal);
    const disabled = await newTenant(rig, `acct_disabled_${randomUUID().slice(0, 8)}`);
    expect(await rig.ask(openCheckoutSession, disabled.id, pageOrder())).toMatchObject(refusal);
  });

  it('is refused after the end of the hold', async () => {
    const past = Temporal.Now.instant().subtract({ seconds: 1 }).toString();
    expect(await open(pageOrder({ expiresAt: past }))).toMatchObject({
      refusal: { code: 'reservation_not_holdable' },
    });
  });

  it('gives the same page to a retry whose first answer was lost on the way from the provider', async () => {
    const request = pageOrder();
    const fault = { path: '/v1/checkout/sessions', method: 'POST' };
    rig.emulator.controls.faults.add({ effect: 'lost_reply', count: 2, ...fault });
    expect(await open(request)).toMatchObject({ refusal: { code: 'payment_setup_failed' } });
    const page = await openedPage(rig, tenant, request);
    const sessions = await sessionsFor(rig, tenant, request.reservationId);
    expect(sessions.map(({ id, url }) => ({ id, url }))).toEqual([{ id: page.id, url: page.url }]);
  });

  it('keeps its page over a restart, also under a new sealing key, and its address unreadable at rest', async () => {
    const request = pageOrder();
    const page = await openedPage(rig, tenant, request);
    const rows = await rig.rows('SELECT payments::text AS row FROM payments WHERE reservation_id = $1', [
      page.reservationId,
    ]);
    expect(JSON.stringify(rows)).not.toContain(page.url);
    await rig.restart({ PAYMENT_SECRET_KEY: 'another key for tests, as long as it must be' });
    expect(await openedPage(rig, tenant, request)).toEqual(page);
    await rig.restart();
  });
});

describe('end-payment', () => {
  it('ends the page at the provider, and none can be opened afterwards', async () => {
    const page = await openedPage(rig, tenant);
    expect(await end(page.reservationId)).toMatchObject({ value: { outcome: 'ended' } });
    expect((await sessionOf(rig, tenant, page.id)).status).toBe('expired');
    expect((await payOnPage(page.url)).status).toBe(404);
    expect(await open(pageOrder({ reservationId: page.reservationId }))).toMatchObject({
      refusal: { code: 'reservation_not_holdable' },
    });
    expect(await settle(page.reservationId)).toMatchObject({ value: { state: 'failed' } });
    expect(toldOf(rig, page.reservationId, 'payment.failed')).toHaveLength(0);
  });

  it('ends a page on which a card was declined, with the intent that it had begun', async () => {
    const page = await openedPage(rig, tenant);
    await payOnPage(page.url, 'pm_card_chargeDeclined');
    expect(await end(page.reservationId)).toMatchObject({ value: { outcome: 'ended' } });
    expect(await stateOf(rig, page.reservationId)).toBe('failed');
  });

  it('says succeeded where the guest was faster, also when nobody told us yet', async () => {
    rig.emulator.controls.notifications.rules.add({ effect: 'drop', account: tenant.accountId });
    const page = await openedPage(rig, tenant);
    await payOnPage(page.url);
    expect(await end(page.reservationId)).toMatchObject({ value: { outcome: 'succeeded' } });
    await heard(rig, page.reservationId, 'payment.succeeded');
  });

  it('leaves one truth when the guest pays at that very moment', async () => {
    for (const _round of Array.from({ length: 8 })) {
      const page = await openedPage(rig, tenant);
      const [paid, ended] = await Promise.all([payOnPage(page.url), end(page.reservationId)]);
      const isPaid = paid.status === 303;
      expect(ended).toMatchObject({ value: { outcome: isPaid ? 'succeeded' : 'ended' } });
      expect(await stateOf(rig, page.reservationId)).toBe(isPaid ? 'succeeded' : 'failed');
    }
  });

  it('and a page opened at the same moment leave none that could be paid', async () => {
    const pages = Array.from({ length: 8 }, () => pageOrder());
    for (const request of pages) {
      const [answer] = await Promise.all([open(request), end(request.reservationId)]);
      await end(request.reservationId);
      if (!answer.ok) expect(answer.refusal.code).toBe('reservation_not_holdable');
      const sessions = await sessionsFor(rig, tenant, request.reservationId);
      expect(sessions.filter(({ status }) => status === 'open')).toHaveLength(0);
    }
  });

  it('ends a page whose answer was lost when it was made', async () => {
    const request = pageOrder();
    const fault = { path: '/v1/checkout/sessions', method: 'POST' };
    rig.emulator.controls.faults.add({ effect: 'lost_reply', count: 2, ...fault });
    expect(await open(request)).toMatchObject({ refusal: { code: 'payment_setup_failed' } });
    expect(await end(request.reservationId)).toMatchObject({ value: { outcome: 'ended' } });
    const sessions = await sessionsFor(rig, tenant, request.reservationId);
    expect(sessions.map(({ status }) => status)).toEqual(['expired']);
  });

  it('is not certain while the provider is away', async () => {
    const page = await openedPage(rig, tenant);
    rig.emulator.controls.faults.add({ effect: 'status', status: 503, count: 0 });
    await expect(end(page.reservationId)).rejects.toThrow('unavailable');
    rig.emulator.controls.faults.clear();
    expect(await end(page.reservationId)).toMatchObject({ value: { outcome: 'ended' } });
  });
});

describe('a page that nobody told of', () => {
  it('is asked for when somebody wants to know', async () => {
    rig.emulator.controls.notifications.rules.add({ effect: 'drop', account: tenant.accountId });
    const page = await openedPage(rig, tenant);
    expect(await settle(page.reservationId)).toMatchObject({ value: { state: 'requires_payment' } });
    await payOnPage(page.url);
    expect(await settle(page.reservationId)).toMatchObject({ value: { state: 'succeeded' } });
    await heard(rig, page.reservationId, 'payment.succeeded');
  });

  it('is found paid by its own notification alone', async () => {
    rig.emulator.controls.notifications.rules.add({ effect: 'drop', types: ['payment_intent.*'] });
    const page = await openedPage(rig, tenant);
    await payOnPage(page.url);
    await heard(rig, page.reservationId, 'payment.succeeded');
  });

  it('is found paid by the notification of its intent alone', async () => {
    rig.emulator.controls.notifications.rules.add({ effect: 'drop', types: ['checkout.*'] });
    const page = await openedPage(rig, tenant);
    await payOnPage(page.url);
    await heard(rig, page.reservationId, 'payment.succeeded');
  });

  it('can be opened anew after it expired at the provider', async () => {
    const page = await openedPage(rig, tenant);
    rig.emulator.controls.expireSession(page.id);
    await eventually('it is over', async () => (await stateOf(rig, page.reservationId)) === 'failed');
    const next = await openedPage(rig, tenant, pageOrder({ reservationId: page.reservationId }));
    expect(next.id).not.toBe(page.id);
  });
});

describe('a notification about a page', () => {
  it.each([
    ['another amount', { amount_total: 1 }, {}, 'amount_mismatch'],
    ['another currency', { currency: 'usd' }, {}, 'currency_mismatch'],
    ['another mode', { livemode: false }, { livemode: false }, 'livemode_mismatch'],
    ['another account', {}, { account: 'acct_other' }, 'account_mismatch'],
  ])('with %s is parked', async (_what, object, event, reason) => {
    const page = await openedPage(rig, tenant);
    const body = {
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'checkout.session.expired',
      account: tenant.accountId,
      api_version: '2026-10-28.endive',
      created: Math.floor(Date.now() / 1000),
      livemode: true,
      ...event,
      data: { object: { ...(await sessionOf(rig, tenant, page.id)), status: 'expired', ...object } },
    };
    await post(rig, body);
    expect(await settled(rig, body)).toEqual({ state: 'parked', reason });
    expect(await stateOf(rig, page.reservationId)).toBe('requires_payment');
  });
});
