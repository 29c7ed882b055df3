import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Client } from '../harness/client.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeGeneric, makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { quote } from '../harness/stay.ts';
import type { Restriction } from '../harness/records.ts';

const demo = inject('demo');
let tenant: OwnTenant;

beforeAll(async () => {
  tenant = await makeTenant(demo);
});

type Entry = Record<string, unknown> & { ratePlanCode: string; from: string; to: string };

const entry = (from: string, to: string, more: Record<string, unknown> = {}): Entry => ({
  ratePlanCode: 'flex',
  from: `${from}T00:00:00Z`,
  to: `${to}T00:00:00Z`,
  ...more,
});
const put = (id: string, restrictions: Entry[]) =>
  tenant.secret.put<{ restrictions: Restriction[] }>(`/v1/resources/${id}/restrictions`, { restrictions });

async function reasons(
  client: Client,
  room: { id: string; ratePlanId: string },
  from: string,
  to: string,
): Promise<string[]> {
  const stay = {
    resourceId: room.id,
    ratePlanId: room.ratePlanId,
    from: `${from}T15:00:00Z`,
    to: `${to}T10:00:00Z`,
    partySize: 1,
  };
  const answer = await client.post<{ reasons?: string[] }>('/v1/quotes', stay);
  return answer.status === 200 ? [] : (answer.body.reasons ?? ['?']);
}

describe('restrictions', () => {
  it('refuse stop-sells, arrivals, departures, and stays too short or too long', async () => {
    const room = await makeLodging(tenant.secret);
    await put(room.id, [
      entry('2027-03-10', '2027-03-11', { stopSell: true }),
      entry('2027-03-15', '2027-03-16', { closedToArrival: true, closedToDeparture: true }),
      entry('2027-03-20', '2027-03-21', { minStayNights: 3, maxStayNights: 5 }),
      entry('2027-04-01', '2027-04-02', { maxStayNights: 999 }),
      entry('2027-04-05', '2027-04-06', { minStayNights: 999 }),
    ]);
    const reasonsOf = (from: string, to: string) => reasons(tenant.secret, room, from, to);
    expect(await reasonsOf('2027-03-09', '2027-03-12')).toEqual(['stop_sell']);
    expect(await reasonsOf('2027-03-08', '2027-03-10')).toEqual([]);
    expect(await reasonsOf('2027-03-15', '2027-03-17')).toEqual(['closed_to_arrival']);
    expect(await reasonsOf('2027-03-13', '2027-03-15')).toEqual(['closed_to_departure']);
    expect(await reasonsOf('2027-03-14', '2027-03-17')).toEqual([]);
    expect(await reasonsOf('2027-03-20', '2027-03-22')).toEqual(['min_stay']);
    expect(await reasonsOf('2027-03-20', '2027-03-26')).toEqual(['max_stay']);
    expect(await reasonsOf('2027-03-19', '2027-03-21')).toEqual([]);
    expect(await reasonsOf('2027-04-01', '2027-04-04')).toEqual([]);
    expect(await reasonsOf('2027-04-05', '2027-04-08')).toEqual(['min_stay']);
  });

  it('are replaced as a whole for every plan the body names, and survive their own answer', async () => {
    const room = await makeLodging(tenant.secret);
    const first = await put(room.id, [
      entry('2027-03-10', '2027-03-12', { stopSell: true }),
      entry('2027-04-01', '2027-04-02', { minStayNights: 2 }),
    ]);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(first.body.restrictions).toHaveLength(2);
    expect(first.body.restrictions[0]).toMatchObject({
      ratePlanCode: 'flex',
      stopSell: true,
      minStayNights: null,
      maxStayNights: null,
      closedToArrival: null,
      closedToDeparture: null,
    });
    const again = await put(
      room.id,
      first.body.restrictions.map(({ id: _id, ...rest }) => ({ ...rest })),
    );
    const bare = (list: Restriction[]) => list.map(({ id: _id, ...rest }) => rest);
    expect(bare(again.body.restrictions)).toEqual(bare(first.body.restrictions));
    const second = await put(room.id, [entry('2027-05-01', '2027-05-02', { stopSell: true })]);
    expect(second.body.restrictions).toHaveLength(1);
    expect((await put(room.id, [])).body.restrictions).toEqual(second.body.restrictions);
    const read = await tenant.secret.get<{ restrictions: Restriction[] }>(
      `/v1/resources/${room.id}/restrictions`,
    );
    expect(read.body.restrictions).toEqual(second.body.restrictions);
    expect(await reasons(tenant.secret, room, '2027-03-10', '2027-03-12')).toEqual([]);
  });

  it('give one whole result when two thousand entries are put by eight at once', async () => {
    const room = await makeLodging(tenant.secret);
    const start = Temporal.PlainDate.from('2027-01-01');
    const list = (marker: number) =>
      Array.from({ length: 2_000 }, (_, index) =>
        entry(String(start.add({ days: index })), String(start.add({ days: index + 1 })), {
          minStayNights: marker,
        }),
      );
    const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((marker) => put(room.id, list(marker))));
    for (const answer of answers) expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(200);
    const read = await tenant.secret.get<{ restrictions: Restriction[] }>(
      `/v1/resources/${room.id}/restrictions`,
    );
    expect(read.body.restrictions).toHaveLength(2_000);
    expect(new Set(read.body.restrictions.map((one) => one.minStayNights)).size).toBe(1);
  });

  it('write nothing when one code is unknown, one window is none, or there is no room type', async () => {
    const room = await makeLodging(tenant.secret);
    const good = entry('2027-03-10', '2027-03-11', { stopSell: true });
    expectProblem(
      await put(room.id, [good, { ...good, ratePlanCode: 'nope' }]),
      400,
      'unknown_rate_plan_code',
    );
    expectProblem(await put(room.id, [good, entry('2027-03-11', '2027-03-10')]), 400, 'invalid_window');
    const bike = await makeGeneric(tenant.secret);
    expectProblem(await put(bike.id, [good]), 400, 'no_room_type');
    expect((await tenant.secret.get(`/v1/resources/${bike.id}/restrictions`)).body).toEqual({
      resourceId: bike.id,
      restrictions: [],
      nextCursor: null,
    });
    expect(await reasons(tenant.secret, room, '2027-03-10', '2027-03-11')).toEqual([]);
    expectProblem(await put(randomUUID(), [good]), 404, 'resource_not_found');
  });
});

describe('bulk rates', () => {
  async function roomsOfOneType(
    count: number,
  ): Promise<{ roomTypeId: string; rooms: { id: string; ratePlanId: string }[] }> {
    const rooms = [await makeLodging(tenant.secret)];
    const first = await tenant.secret.get<{ roomType: { id: string } }>(`/v1/resources/${rooms[0]?.id}`);
    const roomTypeId = first.body.roomType.id;
    for (let index = 1; index < count; index += 1) {
      const word = randomUUID().slice(0, 8);
      const made = await tenant.secret.post<{ id: string }>('/v1/resources', {
        kind: 'hotel_room',
        name: word,
        slug: word,
        capacity: 2,
        currency: 'EUR',
        roomTypeId,
      });
      const rates = await tenant.secret.put<{ ratePlans: { id: string }[] }>(
        `/v1/resources/${made.body.id}/rates`,
        { ratePlans: [{ code: 'flex', name: 'Flexible', currency: 'EUR' }] },
      );
      await tenant.secret.put(`/v1/resources/${made.body.id}/pricing`, {
        pricing: [{ ratePlanCode: 'flex', baseAmountMinorUnits: '10000' }],
      });
      rooms.push({ id: made.body.id, ratePlanId: rates.body.ratePlans[0]?.id ?? '' });
    }
    return { roomTypeId, rooms };
  }
  const bulk = (body: Record<string, unknown>) =>
    tenant.secret.post<{
      updatedResources: number;
      updatedNights: number;
      resources: { resourceId: string; nights: number }[];
    }>('/v1/rates/bulk', body);

  it('set a year for every room of a type in one call, and every quote knows it at once', async () => {
    const { roomTypeId, rooms } = await roomsOfOneType(3);
    const nightlyRate = { amountMinorUnits: '7700', currency: 'EUR' };
    const answer = await bulk({
      roomTypeId,
      ratePlanCode: 'flex',
      from: '2027-01-01',
      to: '2028-01-01',
      nightlyRate,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body).toMatchObject({ updatedResources: 3, updatedNights: 3 * 365 });
    for (const room of rooms) {
      const priced = await quote(tenant.secret, {
        resourceId: room.id,
        ratePlanId: room.ratePlanId,
        from: '2027-09-01T15:00:00Z',
        to: '2027-09-03T10:00:00Z',
        partySize: 1,
      });
      expect(priced.priceBreakdown.totalMinorUnits).toBe('15400');
    }
    const read = await tenant.secret.get<{ nightlyRates: unknown[] }>(
      `/v1/resources/${rooms[0]?.id}/rates?from=2027-12-30&to=2028-01-02`,
    );
    expect(read.body.nightlyRates).toEqual([
      { ratePlanCode: 'flex', date: '2027-12-30', amountMinorUnits: '7700', source: 'override' },
      { ratePlanCode: 'flex', date: '2027-12-31', amountMinorUnits: '7700', source: 'override' },
      { ratePlanCode: 'flex', date: '2028-01-01', amountMinorUnits: '10000', source: 'base' },
    ]);
  });

  it('keep to the selected weekdays and rooms, and restrict as they price', async () => {
    const { roomTypeId, rooms } = await roomsOfOneType(2);
    const [selected, other] = rooms as [
      { id: string; ratePlanId: string },
      { id: string; ratePlanId: string },
    ];
    const answer = await bulk({
      roomTypeId,
      resourceIds: [selected.id],
      ratePlanCode: 'flex',
      from: '2027-03-01',
      to: '2027-03-15',
      daysOfWeek: [6, 7],
      restriction: { stopSell: true },
    });
    expect(answer.body).toEqual({
      updatedResources: 1,
      updatedNights: 4,
      resources: [{ resourceId: selected.id, nights: 4 }],
    });
    expect(await reasons(tenant.secret, selected, '2027-03-06', '2027-03-07')).toEqual(['stop_sell']);
    expect(await reasons(tenant.secret, selected, '2027-03-08', '2027-03-12')).toEqual([]);
    expect(await reasons(tenant.secret, other, '2027-03-06', '2027-03-07')).toEqual([]);
  });

  it('write all or nothing', async () => {
    const { roomTypeId, rooms } = await roomsOfOneType(1);
    const stranger = await makeLodging(tenant.secret);
    const common = { roomTypeId, ratePlanCode: 'flex', from: '2027-03-01', to: '2027-03-05' };
    const nightlyRate = { amountMinorUnits: '1', currency: 'EUR' };
    const both = [rooms[0]?.id, stranger.id];
    expectProblem(await bulk({ ...common, nightlyRate, resourceIds: both }), 400, 'unknown_rate_plan_code');
    expectProblem(
      await bulk({ ...common, nightlyRate, ratePlanCode: 'nope' }),
      400,
      'unknown_rate_plan_code',
    );
    expectProblem(await bulk(common), 400, 'validation_failed');
    expectProblem(
      await bulk({ ...common, nightlyRate: { ...nightlyRate, currency: 'USD' } }),
      400,
      'validation_failed',
    );
    expectProblem(
      await bulk({ ...common, nightlyRate, roomTypeId: randomUUID() }),
      404,
      'room_type_not_found',
    );
    const read = await tenant.secret.get<{ nightlyRates: { source: string }[] }>(
      `/v1/resources/${rooms[0]?.id}/rates?from=2027-03-01&to=2027-03-05`,
    );
    expect(read.body.nightlyRates.map((rate) => rate.source)).toEqual(['base', 'base', 'base', 'base']);
    expectProblem(
      await tenant.browser.post('/v1/rates/bulk', { ...common, nightlyRate }),
      403,
      'secret_key_required',
    );
  });
});
