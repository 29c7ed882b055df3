import { beforeAll, describe, expect, inject, it } from 'vitest';
import { Client } from '../harness/client.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { hold, untilState } from '../harness/stay.ts';

const demo = inject('demo');
let tenant: OwnTenant;
let room: { id: string; ratePlanId: string };
let week = 0;
const urls = { successUrl: 'https://shop.example/thanks', cancelUrl: 'https://shop.example/again' };

beforeAll(async () => {
  tenant = await makeTenant(demo);
  const account = {
    mode: 'live',
    provider: 'stripe',
    accountId: tenant.accountId,
    redirectOrigins: ['https://shop.example'],
  };
  expect((await tenant.admin.put(`/admin/v1/tenants/${tenant.id}/payment-account`, account)).status).toBe(
    200,
  );
  room = await makeLodging(tenant.secret);
});

async function held(): Promise<{ id: string; holdExpiresAt: string | null; totalMinorUnits: string }> {
  week += 1;
  const start = Temporal.PlainDate.from('2027-05-03').add({ weeks: week });
  const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 2 })}T10:00:00Z` };
  return hold(tenant.secret, { resourceId: room.id, ratePlanId: room.ratePlanId, ...window, partySize: 1 });
}
const open = (client: Client, id: string, body: Record<string, unknown> = urls) =>
  client.post<{ id: string; url: string; expiresAt: string }>(`/v1/holds/${id}/checkout-session`, body);

describe('checkout session', () => {
  it('is opened by a browser, paid on the provider’s page, and confirms the stay', async () => {
    const reservation = await held();
    const session = await open(tenant.browser, reservation.id);
    expect(session.status, JSON.stringify(session.body)).toBe(201);
    expect(session.body).toMatchObject({
      reservationId: reservation.id,
      expiresAt: reservation.holdExpiresAt,
      amountMinorUnits: reservation.totalMinorUnits,
      currency: 'EUR',
    });
    const page = await fetch(session.body.url);
    expect(page.status).toBe(200);
    const paid = await fetch(session.body.url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'payment_method=pm_card_visa',
    });
    expect(paid.headers.get('location')).toMatch(/^https:\/\/shop\.example\/thanks/);
    await untilState(tenant.secret, reservation.id, 'confirmed');
    expectProblem(await open(tenant.secret, reservation.id), 409, 'already_paid');
  });

  it('excludes an intent and is excluded by one', async () => {
    const first = await held();
    expect((await open(tenant.secret, first.id)).status).toBe(201);
    expectProblem(
      await tenant.secret.create(`/v1/holds/${first.id}/payment-intent`),
      409,
      'payment_already_initiated',
    );
    const second = await held();
    expect((await tenant.secret.create(`/v1/holds/${second.id}/payment-intent`)).status).toBe(201);
    expectProblem(await open(tenant.secret, second.id), 409, 'payment_already_initiated');
  });

  it('redirects to allowed origins of the tenant only', async () => {
    const { id } = await held();
    for (const successUrl of [
      'https://evil.example/thanks',
      'https://shop.example.evil.example/',
      'http://shop.example/thanks',
      'https://user:pass@shop.example/',
      'https://shop.example@evil.example/',
      'http://localhost:3000/',
      'javascript:alert(1)',
      '/thanks',
    ]) {
      expectProblem(await open(tenant.secret, id, { ...urls, successUrl }), 400, 'invalid_redirect_url');
    }
  });

  it('refuses a hold that does not exist, is not held, or cannot be paid', async () => {
    expectProblem(await open(tenant.secret, crypto.randomUUID()), 404, 'hold_not_found');
    const { id } = await held();
    expect((await tenant.secret.send('DELETE', `/v1/bookings/${id}`)).status).toBe(200);
    expectProblem(await open(tenant.secret, id), 409, 'reservation_not_holdable');
    const poor = await makeTenant(demo, { accountId: null });
    const own = await makeLodging(poor.secret);
    const window = { from: '2027-05-03T15:00:00Z', to: '2027-05-05T10:00:00Z' };
    const reservation = await hold(poor.secret, {
      resourceId: own.id,
      ratePlanId: own.ratePlanId,
      ...window,
      partySize: 1,
    });
    expectProblem(await open(poor.secret, reservation.id), 409, 'provider_not_configured');
  });
});
