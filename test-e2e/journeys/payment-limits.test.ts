import { describe, expect, inject, it } from 'vitest';
import type { Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import { confirm, hold, openPayment, provider, quote, untilState, verifyGuest } from '../harness/stay.ts';
import type { PaymentHandle, Reservation } from '../harness/records.ts';

const demo = inject('demo');
const DECLINED = 'pm_card_chargeDeclined';
const urls = { successUrl: 'https://shop.example/thanks', cancelUrl: 'https://shop.example/again' };

async function shop() {
  const tenant = await makeTenant(demo);
  const account = {
    mode: 'live',
    provider: 'stripe',
    accountId: tenant.accountId,
    redirectOrigins: ['https://shop.example'],
  };
  const path = `/admin/v1/tenants/${tenant.id}/payment-account`;
  expect((await tenant.admin.put(path, account)).status).toBe(200);
  const room = await makeLodging(tenant.secret, { units: 9 });
  const window = { from: '2027-05-03T15:00:00Z', to: '2027-05-05T10:00:00Z' };
  const stay = { resourceId: room.id, ratePlanId: room.ratePlanId, ...window, partySize: 1 };
  const place = async (client: Client) => {
    const { signedQuoteToken } = await quote(client, stay);
    return client.create<Reservation>('/v1/holds', { signedQuoteToken });
  };
  const pay = ({ providerPaymentIntentId: id }: PaymentHandle, card: string) =>
    provider(demo).paymentIntents.confirm(
      id,
      { payment_method: card },
      { stripeAccount: tenant.accountId, maxNetworkRetries: 0 },
    );
  return { tenant, stay, place, pay };
}

async function payOnPage(url: string, card: string): Promise<number> {
  const body = new URLSearchParams({ payment_method: card });
  return (await fetch(url, { method: 'POST', redirect: 'manual', body })).status;
}

/** The events of the cards come by notification. */
async function untilNoFurtherHold(place: () => Promise<{ status: number }>) {
  await eventually('the client is refused a further hold', async () => (await place()).status === 429);
}

describe('five declined cards', () => {
  it('end the page of a hold, and its client holds nothing more; others and secret keys do', async () => {
    const { tenant, stay, place } = await shop();
    const reservation = await hold(tenant.browser, stay);
    const path = `/v1/holds/${reservation.id}/checkout-session`;
    const session = await tenant.browser.post<{ url: string }>(path, urls);
    expect(session.status, JSON.stringify(session.body)).toBe(201);
    for (let tried = 0; tried < 4; tried += 1) expect(await payOnPage(session.body.url, DECLINED)).toBe(402);
    expect((await place(tenant.browser)).status).toBe(201);
    expect(await payOnPage(session.body.url, DECLINED)).toBe(402);
    await eventually('the page has ended', async () => (await fetch(session.body.url)).status === 404);
    expect(await payOnPage(session.body.url, 'pm_card_visa')).toBe(404);
    expectProblem(await tenant.browser.post(path, urls), 502, 'payment_setup_failed');

    await untilNoFurtherHold(() => place(tenant.browser));
    const refused = await place(tenant.browser);
    expectProblem(refused, 429, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900);
    expect((await place(tenant.secret)).status).toBe(201);
    const cancelled = await tenant.secret.send('DELETE', `/v1/bookings/${reservation.id}`);
    expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200);
    expectProblem(await place(tenant.browser), 429, 'rate_limited');
  });

  it('end the intent of a hold of a secret key, which places further holds', async () => {
    const { tenant, stay, place, pay } = await shop();
    const { id } = await hold(tenant.secret, stay);
    const handle = await openPayment(tenant.secret, id);
    for (let tried = 0; tried < 5; tried += 1)
      await expect(pay(handle, DECLINED)).rejects.toMatchObject({ statusCode: 402 });
    await eventually('the intent has ended', async () => {
      const on = { stripeAccount: tenant.accountId };
      const { status } = await provider(demo).paymentIntents.retrieve(handle.providerPaymentIntentId, {}, on);
      return status === 'canceled';
    });
    await expect(pay(handle, 'pm_card_visa')).rejects.toThrow('canceled');
    expect((await place(tenant.secret)).status).toBe(201);
    expect((await place(tenant.browser)).status).toBe(201);
  });
});

describe('confirm', () => {
  const OPEN_MS = 2_000;

  async function readsOf(intentId: string): Promise<number[]> {
    const answer = await fetch(`${demo.stripe.url}/_emulator/requests?limit=2000`);
    const { requests } = (await answer.json()) as {
      requests: { method: string; path: string; at: string }[];
    };
    return requests
      .filter(({ method, path }) => method === 'GET' && path.endsWith(intentId))
      .map(({ at }) => Date.parse(at))
      .toSorted((one, other) => one - other);
  }

  it('has an open payment read at most once in two seconds, by however many requests and keys', async () => {
    const { tenant, stay, pay } = await shop();
    const reservation = await hold(tenant.browser, stay);
    const token = await verifyGuest(demo, tenant.browser, reservation.id);
    const handle = await openPayment(tenant.secret, reservation.id);
    const reads = () => readsOf(handle.providerPaymentIntentId);
    while ((await reads()).length < 3) {
      const clients = [tenant.browser, tenant.secret, tenant.browser, tenant.secret];
      const answers = await Promise.all(clients.map((client) => confirm(client, reservation.id, token)));
      for (const answer of answers) expectProblem(answer, 409, 'payment_required');
    }
    const at = await reads();
    const pauses = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    // The provider notes a request when it arrives, a little after it was sent.
    for (const pause of pauses) expect(pause).toBeGreaterThan(OPEN_MS / 2);
    await pay(handle, 'pm_card_visa');
    await untilState(tenant.secret, reservation.id, 'confirmed');
    expect((await confirm(tenant.browser, reservation.id, token)).status).toBe(200);
  });
});
