import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import type { PaymentEmulator } from '../src/index.ts';
import { HOTEL, OTHER, TEST_KEY, refusalOf, sdk, startEmulator } from './start-emulator.ts';

let emulator: PaymentEmulator;
let stripe: Stripe;
beforeAll(async () => {
  emulator = await startEmulator();
  stripe = sdk(emulator);
});
afterAll(async () => emulator.stop());

const stay = { amount: 5000, currency: 'eur' };
const basic = `Basic ${Buffer.from(`${TEST_KEY}:`).toString('base64')}`;

async function call(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${emulator.url}${path}`, init);
}

describe('keys', () => {
  it.each([
    ['none', {}],
    ['an unknown one', { authorization: 'Bearer sk_test_unknown0000000000000000' }],
    ['another scheme', { authorization: 'Digest x' }],
  ])('answers 401 to %s', async (_name, headers: Record<string, string>) => {
    const response = await call('/v1/payment_intents', { headers });
    expect(response.status).toBe(401);
    expect(response.headers.get('request-id')).toMatch(/^req_/);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
    expect((await call('/v1/nowhere', { headers })).status).toBe(401);
  });

  it('answers an unknown key with an authentication error that masks it', async () => {
    const error = await refusalOf(sdk(emulator, 'sk_test_wrong_key_of_another').paymentIntents.list());
    expect(error).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 });
    expect(error.message).not.toContain('wrong_key');
  });

  it('accepts the key as the user name of Basic authentication', async () => {
    const response = await call('/v1/payment_intents', { headers: { authorization: basic } });
    expect(await response.json()).toMatchObject({ object: 'list', url: '/v1/payment_intents' });
  });
});

describe('accounts', () => {
  it('hides an object of one account from other accounts and from the platform', async () => {
    const intent = await stripe.paymentIntents.create({
      ...stay,
      confirm: true,
      payment_method: 'pm_card_visa',
    });
    await stripe.refunds.create({ payment_intent: intent.id, amount: 100 });
    for (const account of [OTHER, null]) {
      const there = sdk(emulator, TEST_KEY, account);
      const calls = [
        async () => there.paymentIntents.retrieve(intent.id),
        async () => there.paymentIntents.cancel(intent.id),
        async () => there.refunds.create({ payment_intent: intent.id }),
      ];
      for (const each of calls)
        expect(await refusalOf(each())).toMatchObject({ statusCode: 404, code: 'resource_missing' });
      for (const list of [there.paymentIntents.list(), there.charges.list(), there.refunds.list()])
        expect((await list).data).toEqual([]);
    }
  });

  it('refuses an invalid account id', async () => {
    const error = await refusalOf(stripe.paymentIntents.list({}, { stripeAccount: 'hotel' }));
    expect(error).toMatchObject({ type: 'StripePermissionError', statusCode: 403, code: 'account_invalid' });
  });
});

describe('the envelope', () => {
  it('echoes version and account, and has a request id', async () => {
    const { lastResponse } = await stripe.paymentIntents.create(stay);
    expect(lastResponse.apiVersion).toBe('2026-10-28.endive');
    expect(lastResponse.stripeAccount).toBe(HOTEL);
    expect(lastResponse.requestId).toMatch(/^req_/);
  });

  it('refuses an invalid version, JSON bodies and unknown paths', async () => {
    const headers = { authorization: basic, 'content-type': 'application/json' };
    const json = await call('/v1/payment_intents', { method: 'POST', headers, body: '{}' });
    expect(json.status).toBe(400);
    expect(await json.json()).toMatchObject({
      error: { message: expect.stringContaining('x-www-form-urlencoded') },
    });
    const nowhere = await call('/v1/nowhere', { headers: { authorization: basic } });
    expect(nowhere.status).toBe(404);
    expect(await nowhere.json()).toMatchObject({
      error: { message: expect.stringContaining('GET: /v1/nowhere') },
    });
    const old = await call('/v1/payment_intents', {
      headers: { authorization: basic, 'stripe-version': 'newest' },
    });
    expect(old.status).toBe(400);
  });

  it('reads both forms of a list in a form body', async () => {
    const made = await stripe.paymentIntents.create({
      ...stay,
      confirm: true,
      payment_method: 'pm_card_visa',
    });
    const headers = { authorization: basic, 'stripe-account': HOTEL };
    for (const expand of ['expand[]=latest_charge', 'expand[0]=latest_charge']) {
      const response = await call(`/v1/payment_intents/${made.id}?${expand}`, { headers });
      expect(await response.json()).toMatchObject({ latest_charge: { object: 'charge' } });
    }
    const wrong = stripe.paymentIntents.retrieve(made.id, { expand: ['colour'] });
    expect((await refusalOf(wrong)).param).toBe('expand');
  });
});

describe('Idempotency-Key', () => {
  it('replays the first answer unchanged, and marks it', async () => {
    const options = { idempotencyKey: 'pi:r-1:1' };
    const first = await stripe.paymentIntents.create(stay, options);
    const second = await stripe.paymentIntents.create(stay, options);
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId);
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  });

  it('creates one intent for a hundred concurrent calls', async () => {
    const account = { stripeAccount: 'acct_parallel', idempotencyKey: 'pi:r-2:1' };
    const calls = Array.from({ length: 100 }, async () => stripe.paymentIntents.create(stay, account));
    const ids = new Set((await Promise.all(calls)).map(({ id }) => id));
    expect(ids.size).toBe(1);
    const all = await stripe.paymentIntents.list({}, { stripeAccount: 'acct_parallel' });
    expect(all.data).toHaveLength(1);
  });

  it('refuses other parameters and another endpoint under the same key', async () => {
    const options = { idempotencyKey: 'pi:r-3:1' };
    const intent = await stripe.paymentIntents.create({ ...stay, metadata: { a: '1', b: '2' } }, options);
    await stripe.paymentIntents.create({ metadata: { b: '2', a: '1' }, ...stay }, options);
    const other = await refusalOf(stripe.paymentIntents.create({ ...stay, amount: 6000 }, options));
    expect(other).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    const elsewhere = await refusalOf(stripe.paymentIntents.cancel(intent.id, {}, options));
    expect(elsewhere.type).toBe('StripeIdempotencyError');
  });

  it('is scoped to its account', async () => {
    const here = await stripe.paymentIntents.create(stay, { idempotencyKey: 'shared' });
    const there = await sdk(emulator, TEST_KEY, OTHER).paymentIntents.create(stay, {
      idempotencyKey: 'shared',
    });
    expect(there.id).not.toBe(here.id);
  });

  it('replays a decline, but not the error of a malformed request', async () => {
    const intent = await stripe.paymentIntents.create(stay);
    const options = { idempotencyKey: 'pay-1' };
    const decline = async (): Promise<unknown> =>
      stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' }, options);
    const first = await refusalOf(decline());
    const second = await refusalOf(decline());
    expect(second.charge).toBe(first.charge);
    await refusalOf(stripe.paymentIntents.create({ ...stay, amount: 1 }, { idempotencyKey: 'typo' }));
    expect((await stripe.paymentIntents.create(stay, { idempotencyKey: 'typo' })).amount).toBe(5000);
  });

  it('refuses a second call while the first is still running', async () => {
    emulator.controls.faults.add({ effect: 'slow', delayMs: 500 });
    const create = () => stripe.paymentIntents.create(stay, { idempotencyKey: 'slow-1' });
    const answers = await Promise.allSettled([create(), create()]);
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused.map(({ reason }) => reason)).toMatchObject([
      { statusCode: 409, code: 'idempotency_key_in_use' },
    ]);
  });
});

describe('faults on demand', () => {
  it('answer 500 or 429 for a number of calls, without effect', async () => {
    const account = { stripeAccount: 'acct_faults' };
    emulator.controls.faults.add({ effect: 'status', status: 500, count: 2, path: '/v1/payment_intents' });
    await stripe.refunds.list({}, account);
    expect((await refusalOf(stripe.paymentIntents.create(stay, account))).type).toBe('StripeAPIError');
    expect((await refusalOf(stripe.paymentIntents.create(stay, account))).statusCode).toBe(500);
    expect((await stripe.paymentIntents.list({}, account)).data).toEqual([]);
    emulator.controls.faults.add({ effect: 'status', status: 429 });
    expect((await refusalOf(stripe.paymentIntents.list({}, account))).type).toBe('StripeRateLimitError');
  });

  it('close the connection after the effect, which a retry with the same key finds', async () => {
    const account = { stripeAccount: 'acct_lost' };
    emulator.controls.faults.add({ effect: 'lost_reply', account: 'acct_lost' });
    const intent = await sdk(emulator, TEST_KEY, 'acct_lost', 2).paymentIntents.create(stay);
    expect(intent.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect((await stripe.paymentIntents.list({}, account)).data.map(({ id }) => id)).toEqual([intent.id]);
    emulator.controls.faults.add({ effect: 'lost_reply', account: 'acct_lost', count: 2 });
    expect((await refusalOf(stripe.paymentIntents.create(stay, account))).type).toBe('StripeConnectionError');
    expect((await stripe.paymentIntents.list({}, account)).data).toHaveLength(2);
  });

  it('close the connection without effect', async () => {
    const account = { stripeAccount: 'acct_cut' };
    emulator.controls.faults.add({ effect: 'refuse', account: 'acct_cut', count: 2 });
    expect((await refusalOf(stripe.paymentIntents.create(stay, account))).type).toBe('StripeConnectionError');
    expect((await stripe.paymentIntents.list({}, account)).data).toEqual([]);
  });

  it('answer after the timeout of the caller', async () => {
    emulator.controls.faults.add({ effect: 'slow', delayMs: 300 });
    const error = await refusalOf(stripe.paymentIntents.list({}, { timeout: 50 }));
    expect(error.type).toBe('StripeConnectionError');
    emulator.controls.faults.add({ effect: 'slow', delayMs: 50 });
    expect((await stripe.paymentIntents.list({}, { timeout: 5000 })).object).toBe('list');
  });

  it('can be set over HTTP, which refuses unknown fields', async () => {
    const post = async (body: unknown): Promise<Response> =>
      call('/_emulator/faults', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await post({ effect: 'status', status: 503, count: 0, method: 'GET' })).status).toBe(201);
    expect((await refusalOf(stripe.paymentIntents.list())).statusCode).toBe(503);
    expect((await refusalOf(stripe.paymentIntents.list())).statusCode).toBe(503);
    expect((await stripe.paymentIntents.create(stay)).object).toBe('payment_intent');
    expect((await call('/_emulator/faults', { method: 'DELETE' })).status).toBe(204);
    expect((await stripe.paymentIntents.list()).object).toBe('list');
    expect((await post({ effect: 'status', stauts: 503 })).status).toBe(400);
    expect((await post({ effect: 'explode' })).status).toBe(400);
  });

  it('come with a log of the API calls', async () => {
    const intent = await stripe.paymentIntents.create(stay, { idempotencyKey: 'seen' });
    const { requests } = (await (await call('/_emulator/requests?limit=1')).json()) as {
      requests: unknown[];
    };
    expect(requests).toMatchObject([
      {
        id: intent.lastResponse.requestId,
        method: 'POST',
        path: '/v1/payment_intents',
        account: HOTEL,
        idempotencyKey: 'seen',
        status: 200,
        params: { amount: '5000', currency: 'eur' },
      },
    ]);
  });
});
