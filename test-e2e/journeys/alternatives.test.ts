import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Client } from '../harness/client.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { quote } from '../harness/stay.ts';
import type { Alternative, Availability } from '../harness/records.ts';

const demo = inject('demo');

const stay = { from: '2027-06-10T15:00:00.000Z', to: '2027-06-12T11:00:00.000Z' };
const FIELDS = [
  'kind',
  'resourceId',
  'ratePlanId',
  'from',
  'to',
  'nights',
  'shiftDays',
  'totalMinorUnits',
  'currency',
  'displayTotal',
];

let tenant: OwnTenant;
let room: Required<{ id: string; ratePlanId: string }>;
let sibling: typeof room;
beforeAll(async () => {
  tenant = await makeTenant(demo);
  room = await makeLodging(tenant.secret);
  sibling = await makeLodging(tenant.secret, { baseAmountMinorUnits: '12000' });
  await book(room, '2027-06-11', '2027-06-12');
});

async function book({ id, ratePlanId }: typeof room, arrival: string, departure: string): Promise<void> {
  const [from, to] = [`${arrival}T15:00:00.000Z`, `${departure}T11:00:00.000Z`];
  const body = { resourceId: id, ratePlanId, from, to, partySize: 2, guestEmail: 'a@example.com' };
  const booked = await tenant.secret.create('/v1/bookings', { ...body, paidOffline: true });
  expect(booked.status, JSON.stringify(booked.body)).toBe(201);
}

const availability = (by: Client, query: string, { id } = room) =>
  by.get<Availability>(
    `/v1/availability?resource_id=${id}&from=${stay.from}&to=${stay.to}&party_size=2${query}`,
  );
const requestedStay = () => ({ resourceId: room.id, ratePlanId: room.ratePlanId, ...stay, partySize: 2 });
const bookingOf = (body: object) => ({
  ...requestedStay(),
  guestEmail: 'ada@example.com',
  guestName: 'Ada Lovelace',
  paidOffline: true,
  ...body,
});

async function expectQuotes(alternatives: readonly Alternative[], currency?: string): Promise<void> {
  for (const alternative of alternatives) {
    expect(Object.keys(alternative).toSorted()).toEqual(FIELDS.toSorted());
    const { resourceId, ratePlanId, from, to } = alternative;
    const body = { resourceId, ratePlanId: ratePlanId ?? '', from, to, partySize: 2 };
    const priced = await quote(tenant.browser, { ...body, ...(currency !== undefined && { currency }) });
    expect(priced.priceBreakdown.totalMinorUnits).toBe(alternative.totalMinorUnits);
    expect(priced.priceBreakdown.currency).toBe(alternative.currency);
    expect(priced.displayTotal).toEqual(alternative.displayTotal);
  }
}

const placesOf = (alternatives: readonly Alternative[]) =>
  alternatives.map(({ kind, resourceId, shiftDays, nights }) => [kind, resourceId, shiftDays, nights]);

describe('what can be had near a stay that cannot', () => {
  it('is in the answer of availability, for any key, and each is quoted as it stands', async () => {
    const answer = await availability(tenant.browser, '&alternatives=5');
    expect(answer.status).toBe(200);
    const { available, alternatives = [] } = answer.body;
    expect(available).toBe(false);
    expect(placesOf(alternatives)).toEqual([
      ['shift', room.id, -1, 2],
      ['shorter', room.id, 0, 1],
      ['shift', room.id, -2, 2],
      ['shift', room.id, 2, 2],
      ['resource', sibling.id, 0, 2],
    ]);
    await expectQuotes(alternatives);
    expect((await availability(tenant.secret, '&alternatives=5')).body).toEqual(answer.body);
  });

  it('is named by the refusal of a quote and of a booking, on the requested plan', async () => {
    const refused = await tenant.browser.post('/v1/quotes', { ...requestedStay(), alternatives: 3 });
    const problem = expectProblem(refused, 409, 'unavailable') as { alternatives?: Alternative[] };
    expect(problem).toMatchObject({ reasons: ['reserved'] });
    const { alternatives = [] } = problem;
    expect(placesOf(alternatives)).toEqual([
      ['shift', room.id, -1, 2],
      ['shorter', room.id, 0, 1],
      ['shift', room.id, -2, 2],
    ]);
    await expectQuotes(alternatives);
    const booked = await tenant.secret.create('/v1/bookings', bookingOf({ alternatives: 3 }));
    expect(expectProblem(booked, 409, 'unavailable')).toMatchObject({ alternatives });
    expect(JSON.stringify(booked.body)).not.toMatch(/Ada|ada@/);
  });

  it('is in the results of a search that are not available', async () => {
    const dates = { arrival: '2027-06-10', departure: '2027-06-12' };
    const body = { dates, adults: 2, bookableOnly: false, alternatives: 3, sort: 'created' };
    const found = await tenant.browser.post<{
      results: { resource: { id: string }; available: boolean; alternatives: Alternative[] }[];
    }>('/v1/search', body);
    const [full, free] = found.body.results;
    expect(full).toMatchObject({ resource: { id: room.id }, available: false });
    expect(free).toMatchObject({ resource: { id: sibling.id }, available: true, alternatives: [] });
    expect(placesOf(full?.alternatives ?? [])).toEqual([
      ['shift', room.id, -1, 2],
      ['shorter', room.id, 0, 1],
      ['shift', room.id, -2, 2],
    ]);
    await expectQuotes(full?.alternatives ?? []);
  });

  it('is not there where it is not requested, and empty where the stay is available', async () => {
    for (const query of ['', '&alternatives=0'])
      expect((await availability(tenant.browser, query)).body).not.toHaveProperty('alternatives');
    for (const wanted of [{}, { alternatives: 0 }]) {
      const refused = await tenant.browser.post('/v1/quotes', { ...requestedStay(), ...wanted });
      expect(expectProblem(refused, 409, 'unavailable')).not.toHaveProperty('alternatives');
    }
    const free = await availability(tenant.browser, '&alternatives=2', sibling);
    expect(free.body).toMatchObject({ available: true, alternatives: [] });
    const priced = await tenant.browser.post('/v1/quotes', {
      ...requestedStay(),
      resourceId: sibling.id,
      ratePlanId: sibling.ratePlanId,
      alternatives: 2,
    });
    expect(priced.status).toBe(200);
    expect(priced.body).not.toHaveProperty('alternatives');
  });

  it('is not suggested any more once it is sold', async () => {
    const other = await makeLodging(tenant.secret);
    await book(other, '2027-06-11', '2027-06-12');
    const named = async () => {
      const { alternatives = [] } = (await availability(tenant.browser, '&alternatives=5', other)).body;
      await expectQuotes(alternatives);
      return placesOf(alternatives).map(([, resourceId, shiftDays]) => `${resourceId} ${shiftDays}`);
    };
    expect(await named()).toContain(`${other.id} -1`);
    const priced = await quote(tenant.browser, {
      resourceId: other.id,
      ratePlanId: other.ratePlanId,
      from: '2027-06-09T15:00:00.000Z',
      to: '2027-06-11T11:00:00.000Z',
      partySize: 2,
    });
    const held = await tenant.browser.create('/v1/holds', { signedQuoteToken: priced.signedQuoteToken });
    expect(held.status).toBe(201);
    expect(await named()).not.toContain(`${other.id} -1`);
  });

  it('does not make another request of the same Idempotency-Key', async () => {
    const withKey = { idempotencyKey: randomUUID() };
    const [from, to] = ['2027-08-10T15:00:00.000Z', '2027-08-12T11:00:00.000Z'];
    const first = await tenant.secret.create('/v1/bookings', bookingOf({ from, to }), withKey);
    const again = await tenant.secret.create(
      '/v1/bookings',
      bookingOf({ from, to, alternatives: 5 }),
      withKey,
    );
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('is requested by a whole number up to its limit', async () => {
    for (const bad of ['6', '-1', '1.5', 'x', '', '1e0']) {
      const refused = await availability(tenant.browser, `&alternatives=${bad}`);
      expectProblem(refused, 400, 'validation_failed');
    }
    const dates = { arrival: '2027-06-10', departure: '2027-06-12' };
    for (const alternatives of [6, -1, 1.5, '1', null, true]) {
      const quoted = await tenant.browser.post('/v1/quotes', { ...requestedStay(), alternatives });
      expectProblem(quoted, 400, 'validation_failed');
      const booked = await tenant.secret.create('/v1/bookings', bookingOf({ alternatives }));
      expectProblem(booked, 400, 'validation_failed');
    }
    const search = await tenant.browser.post('/v1/search', { dates, adults: 2, alternatives: 4 });
    expectProblem(search, 400, 'validation_failed');
  });
});
