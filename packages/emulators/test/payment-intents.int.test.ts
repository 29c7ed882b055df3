import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import type { PaymentEmulator } from '../src/index.ts';
import { LIVE_KEY, refusalOf, sdk, startEmulator } from './start-emulator.ts';

let emulator: PaymentEmulator;
let stripe: Stripe;
beforeAll(async () => {
  emulator = await startEmulator();
  stripe = sdk(emulator);
});
afterAll(async () => emulator.stop());

const stay = { amount: 12_500, currency: 'eur', metadata: { reservation: 'r-1' } };

describe('creating and reading', () => {
  it('creates an intent that requires a payment method, and retrieves it', async () => {
    const intent = await stripe.paymentIntents.create({ ...stay, allowed_payment_method_types: ['card'] });
    expect(intent).toMatchObject({
      object: 'payment_intent',
      amount: 12_500,
      currency: 'eur',
      status: 'requires_payment_method',
      metadata: { reservation: 'r-1' },
      allowed_payment_method_types: ['card'],
      livemode: false,
      latest_charge: null,
    });
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`));
    const { lastResponse, ...read } = await stripe.paymentIntents.retrieve(intent.id);
    expect(lastResponse.statusCode).toBe(200);
    const { lastResponse: _, ...created } = intent;
    expect(read).toEqual(created);
  });

  it('creates live objects with a live key, readable with either key', async () => {
    const intent = await sdk(emulator, LIVE_KEY).paymentIntents.create(stay);
    expect(intent.livemode).toBe(true);
    expect(
      (await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).livemode,
    ).toBe(true);
  });

  it.each([
    [{ amount: 49, currency: 'eur' }, 'amount_too_small', 'amount'],
    [{ amount: 49, currency: 'jpy' }, 'amount_too_small', 'amount'],
    [{ amount: 100_000_000, currency: 'usd' }, 'amount_too_large', 'amount'],
    [{ amount: 0, currency: 'eur' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: 12.5, currency: 'eur' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: 1234, currency: 'kwd' }, undefined, 'amount'],
    [{ amount: 1234, currency: 'xyz' }, undefined, 'currency'],
    [{ amount: 1234, currency: '' }, 'parameter_missing', 'currency'],
    [{ amount: 1234, currency: 'eur', colour: 'red' }, 'parameter_unknown', 'colour'],
  ])('refuses %j', async (params, code, param) => {
    const error = await refusalOf(stripe.paymentIntents.create(params));
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, param });
    expect(error.code).toBe(code);
  });

  it('accepts yen without decimals, and dinars divisible by ten', async () => {
    expect((await stripe.paymentIntents.create({ amount: 50, currency: 'JPY' })).currency).toBe('jpy');
    expect((await stripe.paymentIntents.create({ amount: 12_340, currency: 'kwd' })).amount).toBe(12_340);
  });
});

describe('lists', () => {
  it('lists newest first, a page at a time, and by the time of creation', async () => {
    const account = { stripeAccount: 'acct_lists' };
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.push((await stripe.paymentIntents.create(stay, account)).id);
    const first = await stripe.paymentIntents.list({ limit: 2 }, account);
    expect(first.data.map(({ id }) => id)).toEqual([made[4], made[3]]);
    expect(first.has_more).toBe(true);
    const rest = await stripe.paymentIntents.list({ limit: 10, starting_after: made[3] ?? '' }, account);
    expect(rest.data.map(({ id }) => id)).toEqual([made[2], made[1], made[0]]);
    expect(rest.has_more).toBe(false);
    const newer = await stripe.paymentIntents.list({ limit: 1, ending_before: made[2] ?? '' }, account);
    expect(newer.data.map(({ id }) => id)).toEqual([made[3]]);
    const all = await stripe.paymentIntents.list({ limit: 2 }, account).autoPagingToArray({ limit: 100 });
    expect(all).toHaveLength(5);
    const created = all[0]?.created ?? 0;
    expect((await stripe.paymentIntents.list({ created: { gte: created - 60 } }, account)).data).toHaveLength(
      5,
    );
    expect((await stripe.paymentIntents.list({ created: { gt: created + 60 } }, account)).data).toHaveLength(
      0,
    );
    expect((await refusalOf(stripe.paymentIntents.list({ limit: 101 }, account))).param).toBe('limit');
  });
});

describe('paying', () => {
  it('succeeds with a good card and shows the charge', async () => {
    const intent = await stripe.paymentIntents.create(stay);
    const paid = await stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_visa',
      expand: ['latest_charge', 'payment_method'],
    });
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 12_500,
      latest_charge: { object: 'charge', amount: 12_500, paid: true, payment_intent: intent.id },
      payment_method: { object: 'payment_method', card: { last4: '4242' } },
    });
    const again = await refusalOf(
      stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
    );
    expect(again.code).toBe('payment_intent_unexpected_state');
  });

  it('creates and pays in one call', async () => {
    const paid = await stripe.paymentIntents.create({
      ...stay,
      payment_method: 'pm_card_mastercard',
      confirm: true,
    });
    expect(paid.status).toBe('succeeded');
    const charges = await stripe.charges.list({ payment_intent: paid.id });
    expect(charges.data).toMatchObject([{ id: paid.latest_charge, captured: true, refunded: false }]);
  });

  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', ''],
  ])('answers %s with 402 and leaves the intent open for another card', async (card, code, declineCode) => {
    const intent = await stripe.paymentIntents.create(stay);
    const error = await refusalOf(stripe.paymentIntents.confirm(intent.id, { payment_method: card }));
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code });
    expect(error.decline_code).toBe(declineCode);
    expect(error.payment_intent).toMatchObject({ id: intent.id, status: 'requires_payment_method' });
    const open = await stripe.paymentIntents.retrieve(intent.id);
    expect(open).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { code },
    });
    const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
  });

  it('keeps an intent whose payment was declined at creation', async () => {
    const error = await refusalOf(
      stripe.paymentIntents.create({ ...stay, payment_method: 'pm_card_chargeDeclined', confirm: true }),
    );
    const id = error.payment_intent?.id ?? '';
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method');
  });

  it('accepts card numbers and tokens', async () => {
    const payBy = async (intent: Stripe.PaymentIntent, card: object): Promise<Stripe.PaymentIntent> =>
      stripe.paymentIntents.confirm(intent.id, { payment_method_data: { type: 'card', ...card } });
    const intent = await stripe.paymentIntents.create(stay);
    const raw = { card: { number: '4000 0000 0000 9995', exp_month: 12, exp_year: 2034 } };
    expect((await refusalOf(payBy(intent, raw))).decline_code).toBe('insufficient_funds');
    expect((await payBy(intent, { card: { token: 'tok_visa' } })).status).toBe('succeeded');
  });

  it('accepts a card first and the confirmation later', async () => {
    const intent = await stripe.paymentIntents.create({ ...stay, payment_method: 'pm_card_visa' });
    expect(intent.status).toBe('requires_confirmation');
    expect((await stripe.paymentIntents.confirm(intent.id)).status).toBe('succeeded');
  });

  it('refuses to confirm without a card, or with an unknown one', async () => {
    const intent = await stripe.paymentIntents.create(stay);
    expect((await refusalOf(stripe.paymentIntents.confirm(intent.id))).code).toBe(
      'payment_intent_unexpected_state',
    );
    const error = await refusalOf(stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_unknown' }));
    expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'payment_method' });
  });

  it('requires capture where capture is manual', async () => {
    const held = await stripe.paymentIntents.create({
      ...stay,
      capture_method: 'manual',
      confirm: true,
      payment_method: 'pm_card_visa',
    });
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 12_500, amount_received: 0 });
  });
});

describe('authentication', () => {
  async function atTheBank(returnUrl?: string): Promise<Stripe.PaymentIntent> {
    const intent = await stripe.paymentIntents.create(stay);
    return stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_authenticationRequired',
      ...(returnUrl === undefined ? {} : { return_url: returnUrl }),
    });
  }

  async function answer(intent: Stripe.PaymentIntent, outcome: 'complete' | 'fail'): Promise<Response> {
    const url = intent.next_action?.redirect_to_url?.url ?? '';
    expect(await (await fetch(url)).text()).toContain('Is it you?');
    return fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome }) });
  }

  it('redirects the cardholder to a page and succeeds when they complete it', async () => {
    const intent = await atTheBank('https://hotel.example/back?step=3');
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } });
    const response = await answer(intent, 'complete');
    expect(response.status).toBe(303);
    const back = new URL(response.headers.get('location') ?? '');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      step: '3',
      payment_intent: intent.id,
      redirect_status: 'succeeded',
    });
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  });

  it('leaves the intent open when the cardholder fails authentication', async () => {
    const intent = await atTheBank();
    expect((await answer(intent, 'fail')).status).toBe(200);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
  });

  it('declines at once where the cardholder cannot be sent to a page', async () => {
    const params = { ...stay, confirm: true, error_on_requires_action: true };
    const error = await refusalOf(
      stripe.paymentIntents.create({ ...params, payment_method: 'pm_card_authenticationRequired' }),
    );
    expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' });
  });

  it('keeps a bank debit processing until it is settled', async () => {
    const params = { ...stay, confirm: true, payment_method: 'pm_usBankAccount_success' };
    const intent = await stripe.paymentIntents.create(params);
    expect(intent.status).toBe('processing');
    expect(emulator.controls.settlePayment(intent.id, 'succeeded').status).toBe('succeeded');
  });
});

describe('cancelling', () => {
  it('cancels an open intent once, and never one that is paid', async () => {
    const intent = await stripe.paymentIntents.create(stay);
    const canceled = await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    expect((await refusalOf(stripe.paymentIntents.cancel(intent.id))).code).toBe(
      'payment_intent_unexpected_state',
    );
    const confirm = stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect((await refusalOf(confirm)).code).toBe('payment_intent_unexpected_state');
    const paid = await stripe.paymentIntents.create({
      ...stay,
      confirm: true,
      payment_method: 'pm_card_visa',
    });
    const error = await refusalOf(stripe.paymentIntents.cancel(paid.id));
    expect(error).toMatchObject({ statusCode: 400, payment_intent: { id: paid.id, status: 'succeeded' } });
  });
});

describe('accounts', () => {
  it('exist under every id; a disabled one cannot charge', async () => {
    expect(await stripe.accounts.retrieve('acct_anything')).toMatchObject({
      id: 'acct_anything',
      charges_enabled: true,
    });
    expect((await stripe.accounts.retrieve('acct_disabled_1')).charges_enabled).toBe(false);
    const error = await refusalOf(stripe.paymentIntents.create(stay, { stripeAccount: 'acct_disabled_1' }));
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
    expect(error.message).toContain('cannot currently make live charges');
    expect((await stripe.paymentIntents.list({}, { stripeAccount: 'acct_disabled_1' })).data).toEqual([]);
  });

  it('can be disabled and enabled by the control API', async () => {
    emulator.controls.setAccount('acct_switch', false);
    await refusalOf(stripe.paymentIntents.create(stay, { stripeAccount: 'acct_switch' }));
    emulator.controls.setAccount('acct_switch', true);
    expect((await stripe.paymentIntents.create(stay, { stripeAccount: 'acct_switch' })).object).toBe(
      'payment_intent',
    );
  });
});
