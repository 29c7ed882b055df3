import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import type { Answer } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import { hold, quote, verifyGuest } from '../harness/stay.ts';
import type { Reservation } from '../harness/records.ts';

const demo = inject('demo');

async function shop() {
  const tenant = await makeTenant(demo);
  const room = await makeLodging(tenant.secret, { units: 60 });
  const requestedStay = {
    resourceId: room.id,
    ratePlanId: room.ratePlanId,
    from: '2027-05-03T15:00:00Z',
    to: '2027-05-05T10:00:00Z',
    partySize: 1,
  };
  const place = async (client = tenant.browser) => {
    const { signedQuoteToken } = await quote(client, requestedStay);
    return client.create<Reservation>('/v1/holds', { signedQuoteToken });
  };
  const limit = async (limits: object) =>
    expect(
      (await tenant.admin.send('PATCH', `/admin/v1/tenants/${tenant.id}`, { body: limits })).status,
    ).toBe(200);
  return { tenant, requestedStay, place, limit };
}

it('a publishable key takes 25 units of a hotel at a time, whatever it asks at once; a secret key takes more', async () => {
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

describe('a hotel of sixteen units', () => {
  const night = (count: number) => ({
    from: '2027-08-01T15:00:00Z',
    to: `${Temporal.PlainDate.from('2027-08-01').add({ days: count })}T10:00:00Z`,
  });

  async function hotel(units: readonly number[]) {
    const tenant = await makeTenant(demo);
    const rooms = [];
    for (const count of units)
      rooms.push({ ...(await makeLodging(tenant.secret, { units: count })), units: count });
    const place = async (room: { id: string; ratePlanId: string }, quantity: number, nights: number) => {
      const { id: resourceId, ratePlanId } = room;
      const requestedStay = { resourceId, ratePlanId, ...night(nights), partySize: quantity, quantity };
      const { signedQuoteToken } = await quote(tenant.browser, requestedStay);
      return tenant.browser.create<Reservation>('/v1/holds', { signedQuoteToken });
    };
    const isFree = async ({ id, units: quantity }: { id: string; units: number }, nights: number) => {
      const { from, to } = night(nights);
      const query = `resource_id=${id}&from=${from}&to=${to}&party_size=${quantity}&quantity=${quantity}`;
      const answer = await tenant.secret.get<{ available: boolean }>(`/v1/availability?${query}`);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body.available;
    };
    return { tenant, rooms, place, isFree };
  }

  it('cannot be held for a month by one address without a verified guest', async () => {
    const { rooms, place, isFree } = await hotel([4, 4, 4, 2, 2]);
    const answers = await Promise.all(rooms.map((room) => place(room, room.units, 30)));
    // One hold is always possible, however large.
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const refused of answers.filter(({ status }) => status !== 201)) {
      expectProblem(refused, 429, 'rate_limited');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const free = await Promise.all(rooms.map((room) => isFree(room, 30)));
    expect(free.filter((one) => one)).toHaveLength(4);
  });

  it('is held for seven nights of all its units, and more once guests are verified', async () => {
    const { tenant, rooms, place } = await hotel([16]);
    const [room] = rooms;
    if (room === undefined) throw new Error('the hotel has no room');
    const [one, two] = [await place(room, 4, 14), await place(room, 4, 14)];
    expect([one.status, two.status]).toEqual([201, 201]);
    expectProblem(await place(room, 1, 1), 429, 'rate_limited');
    await verifyGuest(demo, tenant.browser, one.body.id);
    expect((await place(room, 4, 14)).status).toBe(201);
    expectProblem(await place(room, 1, 1), 429, 'rate_limited');
  });

  it('was one of four before: the limit follows its units within a minute', async () => {
    const { tenant, rooms, place } = await hotel([4]);
    const [room] = rooms;
    if (room === undefined) throw new Error('the hotel has no room');
    expect((await place(room, 3, 20)).status).toBe(201);
    expectProblem(await place(room, 1, 7), 429, 'rate_limited');
    const changed = await tenant.secret.send('PATCH', `/v1/resources/${room.id}`, { body: { units: 16 } });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    await eventually('a hold of the larger hotel', async () => (await place(room, 1, 7)).status === 201, {
      withinMs: 60_000,
    });
  });
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
  const { tenant, requestedStay } = await shop();
  const email = `guest-${randomUUID()}@example.test`;
  const holds = await Promise.all(Array.from({ length: 14 }, () => hold(tenant.browser, requestedStay)));
  const sent = await Promise.all(
    holds.map(({ id }) => tenant.browser.post(`/v1/holds/${id}/otp`, { email })),
  );
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(10);
  const refused = sent.find(({ status }) => status !== 200);
  if (refused === undefined) throw new Error('nothing was refused');
  expectProblem(refused, 429, 'rate_limited');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
});

it('twenty codes an hour are mailed to one address, over all tenants and with secret keys too', async () => {
  const shops = await Promise.all([shop(), shop(), shop()]);
  const email = `stranger-${randomUUID()}@example.test`;
  const clients = shops.flatMap(({ tenant, requestedStay }) =>
    [tenant.browser, tenant.secret].map((client) => ({ client, requestedStay })),
  );
  const sent: Answer<unknown>[] = [];
  for (const { client, requestedStay } of clients) {
    const holds = await Promise.all(Array.from({ length: 4 }, () => hold(client, requestedStay)));
    sent.push(...(await Promise.all(holds.map(({ id }) => client.post(`/v1/holds/${id}/otp`, { email })))));
  }
  expect(sent.map(({ status }) => status)).toEqual([...Array(20).fill(200), ...Array(4).fill(429)]);
  for (const refused of sent.slice(20)) {
    expectProblem(refused, 429, 'rate_limited');
    // In steps that say nothing about when another tenant sent one.
    expect(Number(refused.headers.get('retry-after')) % 900).toBe(0);
  }
});

it('a booking keeps its address: a publishable key cannot have codes sent to another', async () => {
  const { tenant, requestedStay } = await shop();
  const guestEmail = `guest-${randomUUID()}@example.test`;
  const booked = await tenant.secret.create<{ booking: Reservation }>('/v1/bookings', {
    ...requestedStay,
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
