import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { Client } from '../harness/client.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeGeneric, makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import {
  codeFromMail,
  confirm,
  hold,
  openPayment,
  payByCard,
  quote,
  untilState,
  verifyGuest,
  type RequestedStay,
} from '../harness/stay.ts';
import type { DemoTenant } from '../harness/demo.ts';

const demo = inject('demo');
const window = { from: '2027-05-03T15:00:00Z', to: '2027-05-05T10:00:00Z' };
let tenant: OwnTenant;
let requestedStay: RequestedStay & { ratePlanId: string };
let day = 0;

/** The same stay, a week later than the last time it was requested. */
function nextStay(): RequestedStay & { ratePlanId: string } {
  day += 7;
  const later = (text: string) =>
    Temporal.Instant.from(text)
      .add({ hours: 24 * day })
      .toString();
  return { ...requestedStay, from: later(requestedStay.from), to: later(requestedStay.to) };
}

beforeAll(async () => {
  tenant = await makeTenant(demo);
  const room = await makeLodging(tenant.secret);
  requestedStay = { resourceId: room.id, ratePlanId: room.ratePlanId, ...window, partySize: 2 };
});

describe('refusals of availability and quotes', () => {
  it('resource_not_found for an id that is unknown, and for one that is no UUID', async () => {
    const query = (id: string) =>
      `/v1/availability?resource_id=${id}&from=${window.from}&to=${window.to}&party_size=1`;
    expectProblem(await tenant.secret.get(query(randomUUID())), 404, 'resource_not_found');
    expectProblem(await tenant.secret.get('/v1/resources/not-a-uuid'), 404, 'resource_not_found');
    expectProblem(
      await tenant.secret.post('/v1/quotes', { ...requestedStay, resourceId: randomUUID() }),
      404,
      'resource_not_found',
    );
  });

  it('invalid_window for from not before to, a stay of no night, one that is over, too long or too far', async () => {
    const windows = [
      { from: window.to, to: window.from },
      { from: window.from, to: window.from },
      { from: '2027-05-03T10:00:00Z', to: '2027-05-03T18:00:00Z' },
      { from: '2020-01-01T15:00:00Z', to: '2020-01-03T10:00:00Z' },
      { from: '2027-01-01T15:00:00Z', to: '2028-02-01T10:00:00Z' },
      { from: '2090-01-01T15:00:00Z', to: '2090-01-03T10:00:00Z' },
    ];
    for (const bad of windows) {
      expectProblem(
        await tenant.secret.post('/v1/quotes', { ...requestedStay, ...bad }),
        400,
        'invalid_window',
      );
    }
  });

  it('rate_plan_required without a plan, and with one for a generic resource; rate_plan_not_found for an unknown one', async () => {
    const { ratePlanId, ...without } = requestedStay;
    expectProblem(await tenant.secret.post('/v1/quotes', without), 400, 'rate_plan_required');
    const bike = await makeGeneric(tenant.secret);
    const withPlan = { resourceId: bike.id, ...window, partySize: 1, ratePlanId };
    expectProblem(await tenant.secret.post('/v1/quotes', withPlan), 400, 'rate_plan_required');
    expectProblem(
      await tenant.secret.post('/v1/quotes', { ...requestedStay, ratePlanId: randomUUID() }),
      404,
      'rate_plan_not_found',
    );
  });

  it('unavailable with occupancy_exceeded for a party that does not fit', async () => {
    const answer = await tenant.secret.post('/v1/quotes', { ...requestedStay, partySize: 3 });
    expect(expectProblem(answer, 409, 'unavailable').reasons).toEqual(['occupancy_exceeded']);
  });
});

describe('refusals of holds', () => {
  it('idempotency_key_required without the header or with one that is no UUID', async () => {
    const { signedQuoteToken } = await quote(tenant.secret, nextStay());
    expectProblem(
      await tenant.secret.post('/v1/holds', { signedQuoteToken }),
      400,
      'idempotency_key_required',
    );
    const bad = await tenant.secret.post('/v1/holds', { signedQuoteToken }, { idempotencyKey: 'once' });
    expectProblem(bad, 400, 'idempotency_key_required');
  });

  it('invalid_quote_token for a token that is forged, foreign, or of another party', async () => {
    const { signedQuoteToken } = await quote(tenant.secret, nextStay());
    const [head = '', body = '', signature = ''] = signedQuoteToken.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
    const cheaper = Buffer.from(JSON.stringify({ ...claims, totalMinorUnits: '1' })).toString('base64url');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'quote+jwt' })).toString('base64url');
    for (const forged of [
      'x',
      `${head}.${cheaper}.${signature}`,
      `${none}.${body}.`,
      `${head}.${body}`,
      'a'.repeat(9_000),
    ]) {
      expectProblem(
        await tenant.secret.create('/v1/holds', { signedQuoteToken: forged }),
        400,
        'invalid_quote_token',
      );
    }
    const other = new Client(demo.gatewayUrl, demo.tenants[0]?.secretKey);
    expectProblem(await other.create('/v1/holds', { signedQuoteToken }), 400, 'invalid_quote_token');
    expectProblem(
      await tenant.secret.create('/v1/holds', { signedQuoteToken, partySize: 1 }),
      400,
      'invalid_quote_token',
    );
  });

  it('hold_conflict for units that are gone and for a quote that already made a hold; the key stays usable', async () => {
    const stay = nextStay();
    const first = await quote(tenant.secret, stay);
    const second = await quote(tenant.secret, stay);
    const idempotencyKey = randomUUID();
    expect(
      (await tenant.secret.create('/v1/holds', { signedQuoteToken: first.signedQuoteToken })).status,
    ).toBe(201);
    const late = await tenant.secret.post(
      '/v1/holds',
      { signedQuoteToken: second.signedQuoteToken },
      { idempotencyKey },
    );
    expectProblem(late, 409, 'hold_conflict');
    const again = await tenant.secret.create('/v1/holds', { signedQuoteToken: first.signedQuoteToken });
    expectProblem(again, 409, 'hold_conflict');
    const third = await quote(tenant.secret, nextStay());
    const retried = await tenant.secret.post(
      '/v1/holds',
      { signedQuoteToken: third.signedQuoteToken },
      { idempotencyKey },
    );
    expect(retried.status).toBe(201);
  });

  it('idempotency_key_conflict for one key with another body', async () => {
    const idempotencyKey = randomUUID();
    const first = await quote(tenant.secret, nextStay());
    const second = await quote(tenant.secret, nextStay());
    await tenant.secret.post('/v1/holds', { signedQuoteToken: first.signedQuoteToken }, { idempotencyKey });
    const other = await tenant.secret.post(
      '/v1/holds',
      { signedQuoteToken: second.signedQuoteToken },
      { idempotencyKey },
    );
    expectProblem(other, 409, 'idempotency_key_conflict');
  });
});

describe('refusals of the one-time code', () => {
  it('hold_not_found for an unknown hold', async () => {
    const email = 'guest@example.test';
    for (const id of [randomUUID(), 'nonsense']) {
      expectProblem(await tenant.secret.post(`/v1/holds/${id}/otp`, { email }), 404, 'hold_not_found');
      expectProblem(
        await tenant.secret.post(`/v1/holds/${id}/otp/verify`, { email, code: '123456' }),
        404,
        'hold_not_found',
      );
    }
  });

  it('bad_code six times, then exhausted_attempts even for the right code; a new code starts again', async () => {
    const reservation = await hold(tenant.secret, nextStay());
    const email = `guest-${randomUUID()}@example.test`;
    const verify = (code: string, address = email) =>
      tenant.secret.post(`/v1/holds/${reservation.id}/otp/verify`, { email: address, code });
    expectProblem(await verify('123456'), 400, 'bad_code');
    expect((await tenant.secret.post(`/v1/holds/${reservation.id}/otp`, { email })).status).toBe(200);
    const code = await codeFromMail(demo, email);
    const wrong = code === '000000' ? '000001' : '000000';
    expectProblem(await verify(code, 'other-guest@example.test'), 400, 'bad_code');
    for (let attempt = 2; attempt <= 6; attempt += 1) expectProblem(await verify(wrong), 400, 'bad_code');
    expectProblem(await verify(code), 423, 'exhausted_attempts');
    const fresh = `guest-${randomUUID()}@example.test`;
    expect((await tenant.secret.post(`/v1/holds/${reservation.id}/otp`, { email: fresh })).status).toBe(200);
    const next = await codeFromMail(demo, fresh);
    expect((await verify(next, fresh.toUpperCase())).status).toBe(200);
    expectProblem(await verify(next, fresh), 400, 'bad_code');
  });

  it('rate_limited with Retry-After after five codes', async () => {
    const reservation = await hold(tenant.secret, nextStay());
    const issue = () =>
      tenant.secret.post(`/v1/holds/${reservation.id}/otp`, { email: 'guest@example.test' });
    for (let count = 0; count < 5; count += 1) expect((await issue()).status).toBe(200);
    const refused = await issue();
    expectProblem(refused, 429, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('counts six attempts of sixty parallel guesses', async () => {
    const reservation = await hold(tenant.secret, nextStay());
    const email = `guest-${randomUUID()}@example.test`;
    await tenant.secret.post(`/v1/holds/${reservation.id}/otp`, { email });
    const code = await codeFromMail(demo, email);
    const wrong = code === '000000' ? '000001' : '000000';
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        tenant.secret.post<{ code: string }>(`/v1/holds/${reservation.id}/otp/verify`, {
          email,
          code: wrong,
        }),
      ),
    );
    expect(answers.filter((answer) => answer.body.code === 'bad_code')).toHaveLength(6);
    expect(answers.filter((answer) => answer.status === 423)).toHaveLength(14);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(40);
  });
});

describe('refusals of payment and confirm', () => {
  it('provider_not_configured without an account, and with one that cannot charge', async () => {
    for (const accountId of [null, 'acct_disabled1']) {
      const poor = await makeTenant(demo, { accountId });
      const room = await makeLodging(poor.secret);
      const reservation = await hold(poor.secret, {
        ...requestedStay,
        resourceId: room.id,
        ratePlanId: room.ratePlanId,
      });
      expectProblem(
        await poor.secret.create(`/v1/holds/${reservation.id}/payment-intent`),
        409,
        'provider_not_configured',
      );
    }
  });

  it('hold_not_found, idempotency_key_required and idempotency_key_conflict on payment-intent', async () => {
    expectProblem(
      await tenant.secret.create(`/v1/holds/${randomUUID()}/payment-intent`),
      404,
      'hold_not_found',
    );
    const first = await hold(tenant.secret, nextStay());
    const second = await hold(tenant.secret, nextStay());
    expectProblem(
      await tenant.secret.post(`/v1/holds/${first.id}/payment-intent`),
      400,
      'idempotency_key_required',
    );
    const idempotencyKey = randomUUID();
    await tenant.secret.create(`/v1/holds/${first.id}/payment-intent`, {}, { idempotencyKey });
    const other = await tenant.secret.create(`/v1/holds/${second.id}/payment-intent`, {}, { idempotencyKey });
    expectProblem(other, 409, 'idempotency_key_conflict');
  });

  it('hold_not_found, invalid_guest_token, wrong_reservation and payment_required on confirm, in that order', async () => {
    const first = await hold(tenant.secret, nextStay());
    const second = await hold(tenant.secret, nextStay());
    const token = await verifyGuest(demo, tenant.secret, first.id);
    const { signedQuoteToken } = await quote(tenant.secret, nextStay());
    expectProblem(await confirm(tenant.secret, randomUUID(), token), 404, 'hold_not_found');
    for (const bad of ['', 'nonsense', `${token.slice(0, -4)}AAAA`, signedQuoteToken]) {
      expectProblem(await confirm(tenant.secret, first.id, bad), 400, 'invalid_guest_token');
    }
    expectProblem(await confirm(tenant.secret, second.id, token), 400, 'wrong_reservation');
    expectProblem(await confirm(tenant.secret, first.id, token), 409, 'payment_required');
  });

  it('already_paid after the payment, and the booking stays confirmed', async () => {
    const reservation = await hold(tenant.secret, nextStay());
    const handle = await openPayment(tenant.secret, reservation.id);
    await payByCard(demo, { accountId: tenant.accountId } as DemoTenant, handle);
    await untilState(tenant.secret, reservation.id, 'confirmed');
    expectProblem(
      await tenant.secret.create(`/v1/holds/${reservation.id}/payment-intent`),
      409,
      'already_paid',
    );
    const email = 'guest@example.test';
    expectProblem(
      await tenant.secret.post(`/v1/holds/${reservation.id}/otp`, { email }),
      409,
      'hold_not_held',
    );
    expectProblem(
      await tenant.secret.post(`/v1/holds/${reservation.id}/otp/verify`, { email, code: '123456' }),
      409,
      'hold_not_held',
    );
  });

  it('booking_not_found for an unknown booking', async () => {
    for (const id of [randomUUID(), '1'])
      expectProblem(await tenant.secret.get(`/v1/bookings/${id}`), 404, 'booking_not_found');
  });
});
