import { randomUUID } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import { hold, quote } from '../harness/stay.ts';
import type { Reservation } from '../harness/stay.ts';

const demo = inject('demo');

async function shop() {
  const tenant = await makeTenant(demo);
  const room = await makeLodging(tenant.secret, { units: 60 });
  const wish = {
    resourceId: room.id,
    ratePlanId: room.ratePlanId,
    from: '2027-05-03T15:00:00Z',
    to: '2027-05-05T10:00:00Z',
    partySize: 1,
  };
  const place = async (client = tenant.browser) => {
    const { signedQuoteToken } = await quote(client, wish);
    return client.create<Reservation>('/v1/holds', { signedQuoteToken });
  };
  const limit = async (limits: object) =>
    expect(
      (await tenant.admin.send('PATCH', `/admin/v1/tenants/${tenant.id}`, { body: limits })).status,
    ).toBe(200);
  return { tenant, wish, place, limit };
}

it('a publishable key takes 25 units of a house at a time, whatever it asks at once; a secret key takes more', async () => {
  const { tenant, place } = await shop();
  const answers = await Promise.all(Array.from({ length: 40 }, () => place()));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(25);
  const refused = answers.filter(({ status }) => status !== 201);
  for (const answer of refused) {
    expectProblem(answer, 429, 'rate_limited');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(900);
  }
  expect((await place(tenant.secret)).status).toBe(201);
});

it('the operator of the platform changes the limits, and lifts them, within five seconds', async () => {
  const { place, limit } = await shop();
  await limit({ maxHeldUnitNights: 3 });
  expect((await place()).status).toBe(201);
  expectProblem(await place(), 429, 'rate_limited');
  await limit({ maxHeldUnitNights: null });
  await eventually('a second hold is placed', async () => (await place()).status === 201, {
    withinMs: 5_000,
  });
});

it('ten codes an hour are mailed to one address, over all holds', async () => {
  const { tenant, wish } = await shop();
  const email = `guest-${randomUUID()}@example.test`;
  const holds = await Promise.all(Array.from({ length: 14 }, () => hold(tenant.browser, wish)));
  const sent = await Promise.all(
    holds.map(({ id }) => tenant.browser.post(`/v1/holds/${id}/otp`, { email })),
  );
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(10);
  const refused = sent.find(({ status }) => status !== 200);
  if (refused === undefined) throw new Error('nothing was refused');
  expectProblem(refused, 429, 'rate_limited');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
});

it('a booking keeps its address: a publishable key cannot have codes sent to another', async () => {
  const { tenant, wish } = await shop();
  const guestEmail = `guest-${randomUUID()}@example.test`;
  const booked = await tenant.secret.create<{ booking: Reservation }>('/v1/bookings', {
    ...wish,
    guestEmail,
  });
  expect(booked.status, JSON.stringify(booked.body)).toBe(201);
  const path = `/v1/holds/${booked.body.booking.id}/otp`;
  expectProblem(
    await tenant.browser.post(path, { email: 'thief@example.test' }),
    409,
    'guest_email_mismatch',
  );
  expect((await tenant.browser.post(path, { email: guestEmail })).status).toBe(200);
});
