import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import type { PaymentEmulator } from '../src/index.ts';
import { idOf, refusalOf, sdk, startEmulator } from './start-emulator.ts';

let emulator: PaymentEmulator;
let stripe: Stripe;
beforeAll(async () => {
  emulator = await startEmulator();
  stripe = sdk(emulator);
});
afterAll(async () => emulator.stop());

const params = {
  mode: 'payment',
  success_url: 'https://hotel.example/done?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://hotel.example/back',
  client_reference_id: 'r-1',
  line_items: [
    {
      quantity: 2,
      price_data: { currency: 'eur', unit_amount: 4500, product_data: { name: 'Night <by> the sea' } },
    },
  ],
  payment_intent_data: { metadata: { reservation: 'r-1' } },
} satisfies Stripe.Checkout.SessionCreateParams;

async function pay(session: Stripe.Checkout.Session, card: string): Promise<Response> {
  const body = new URLSearchParams({ payment_method: card });
  return fetch(session.url ?? '', { method: 'POST', redirect: 'manual', body });
}

describe('a checkout session', () => {
  it('is created open, with a page that shows its line items', async () => {
    const session = await stripe.checkout.sessions.create({ ...params, expand: ['line_items'] });
    expect(session).toMatchObject({
      object: 'checkout.session',
      amount_total: 9000,
      currency: 'eur',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      client_reference_id: 'r-1',
      ui_mode: 'hosted_page',
      line_items: { data: [{ description: 'Night <by> the sea', quantity: 2, amount_total: 9000 }] },
    });
    expect(session.id).toMatch(/^cs_test_/);
    const shown = await (await fetch(session.url ?? '')).text();
    expect(shown).toContain('€90.00');
    expect(shown).toContain('Night &lt;by&gt; the sea');
    expect(shown).toContain('https://hotel.example/back');
  });

  it('is complete when paid, and redirects the guest', async () => {
    const session = await stripe.checkout.sessions.create(params);
    const response = await pay(session, 'pm_card_visa');
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`https://hotel.example/done?session=${session.id}`);
    const complete = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge'],
    });
    expect(complete).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      payment_intent: { status: 'succeeded', amount_received: 9000, metadata: { reservation: 'r-1' } },
    });
    expect((await fetch(session.url ?? '')).status).toBe(404);
    expect((await refusalOf(stripe.checkout.sessions.expire(session.id))).statusCode).toBe(400);
  });

  it('stays open after a decline, with one intent for all attempts', async () => {
    const session = await stripe.checkout.sessions.create(params);
    const declined = await pay(session, 'pm_card_chargeDeclined');
    expect(declined.status).toBe(402);
    expect(await declined.text()).toContain('Your card was declined.');
    const open = await stripe.checkout.sessions.retrieve(session.id);
    expect(open.status).toBe('open');
    await pay(session, 'pm_card_visa');
    const complete = await stripe.checkout.sessions.retrieve(session.id);
    expect(complete).toMatchObject({ status: 'complete', payment_intent: open.payment_intent });
  });

  it('is complete once the cardholder has authenticated', async () => {
    const session = await stripe.checkout.sessions.create(params);
    const answer = await pay(session, 'pm_card_authenticationRequired');
    const page = answer.headers.get('location') ?? '';
    expect(page).toContain('/authenticate/pi_');
    const body = new URLSearchParams({ outcome: 'complete' });
    const back = await fetch(page, { method: 'POST', redirect: 'manual', body });
    expect(back.headers.get('location')).toContain('https://hotel.example/done');
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
  });

  it('accepts no payment once expired, and cancels its intent', async () => {
    const session = await stripe.checkout.sessions.create(params);
    await pay(session, 'pm_card_chargeDeclined');
    const expired = await stripe.checkout.sessions.expire(session.id);
    expect(expired).toMatchObject({ status: 'expired', url: null });
    const intent = await stripe.paymentIntents.retrieve(idOf(expired.payment_intent));
    expect(intent.status).toBe('canceled');
    expect((await pay(session, 'pm_card_visa')).status).toBe(404);
    expect((await stripe.checkout.sessions.list({ status: 'expired' })).data.map(({ id }) => id)).toContain(
      session.id,
    );
  });

  it('refuses an expiry within half an hour, unknown prices, and accounts that cannot charge', async () => {
    const soon = Math.floor(Date.now() / 1000) + 900;
    expect((await refusalOf(stripe.checkout.sessions.create({ ...params, expires_at: soon }))).param).toBe(
      'expires_at',
    );
    const named = stripe.checkout.sessions.create({
      ...params,
      line_items: [{ price: 'price_1', quantity: 1 }],
    });
    expect((await refusalOf(named)).code).toBe('resource_missing');
    const disabled = stripe.checkout.sessions.create(params, { stripeAccount: 'acct_disabled' });
    expect((await refusalOf(disabled)).statusCode).toBe(400);
    const other = stripe.checkout.sessions.create({ ...params, success_url: 'javascript:alert(1)' });
    expect((await refusalOf(other)).code).toBe('url_invalid');
  });
});
