import { randomUUID } from 'node:crypto';
import { createWorkCounter } from '@lodging/kit-runtime';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stayRequest, uniqueSlug } from './create-villa.ts';
import { createReplica, outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { InventoryClient, TestInventory } from './start-inventory.ts';

let inventory: TestInventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

type Bulk = Parameters<InventoryClient['setBulkRates']>[1];
interface Hotel {
  readonly tenantId: string;
  readonly roomTypeId: string;
  readonly rooms: readonly { resourceId: string; ratePlanId: string }[];
}
const FIRST = Temporal.PlainDate.from('2027-03-01');
const dateAt = (day: number) => FIRST.add({ days: day }).toString();
const euros = (amountMinorUnits: string) => ({ amountMinorUnits, currency: 'EUR' });

async function addRoom(tenantId: string, roomTypeId: string, currency = 'EUR') {
  const request = { kind: 'hotel_room' as const, name: 'Room', slug: uniqueSlug(), capacity: 4, currency };
  const more = { timezone: 'Europe/Berlin', units: 1, photoUrls: [], roomTypeId };
  const { id: resourceId } = valueOf(
    await inventory.client.createResource(tenantId, { ...request, ...more }),
  );
  const ratePlans = [{ code: 'flex', name: 'Flexible', currency }];
  const rates = valueOf(await inventory.client.putRates(tenantId, { resourceId, ratePlans }));
  return { resourceId, ratePlanId: rates.ratePlans[0]?.id ?? '' };
}
async function addRoomType(tenantId: string): Promise<string> {
  const limits = { maxOccupancy: 4, maxAdults: 4, maxChildren: 2 };
  return valueOf(
    await inventory.client.createRoomType(tenantId, { code: uniqueSlug(), name: 'Room', ...limits }),
  ).id;
}
async function openHotel(rooms: number): Promise<Hotel> {
  const tenantId = randomUUID();
  const roomTypeId = await addRoomType(tenantId);
  const made = Array.from({ length: rooms }, () => addRoom(tenantId, roomTypeId));
  return { tenantId, roomTypeId, rooms: await Promise.all(made) };
}
const set = ({ tenantId, roomTypeId }: Hotel, changes: Partial<Bulk>) =>
  inventory.client.setBulkRates(tenantId, {
    roomTypeId,
    ratePlanCode: 'flex',
    from: dateAt(0),
    to: dateAt(7),
    ...changes,
  });
async function nightly({ tenantId }: Hotel, resourceId: string, from = dateAt(0), to = dateAt(7)) {
  const read = valueOf(await inventory.client.readRates(tenantId, { resourceId, window: { from, to } }));
  return (read.nightlyRates ?? []).map(({ date, amountMinorUnits, source }) => [
    date,
    amountMinorUnits,
    source,
  ]);
}
const quote = (hotel: Hotel, room: number, first: number, nights: number, client = inventory.client) => {
  const sold = { tenantId: hotel.tenantId, resourceId: '', ratePlanId: '', ...hotel.rooms[room] };
  const window = { from: `${dateAt(first)}T14:00:00.000Z`, to: `${dateAt(first + nights)}T09:00:00.000Z` };
  return client.priceStay(hotel.tenantId, stayRequest(sold, { ...window, purpose: 'booking' }));
};

describe('set-bulk-rates', () => {
  it('takes resources times dates of work, and none where it is refused', async () => {
    const hotel = await openHotel(3);
    const workOf = async (changes: Partial<Bulk>) => {
      const work = createWorkCounter();
      const request = {
        roomTypeId: hotel.roomTypeId,
        ratePlanCode: 'flex',
        from: dateAt(0),
        to: dateAt(366),
      };
      await inventory.client.setBulkRates(hotel.tenantId, { ...request, ...changes }, { work });
      return work.total;
    };
    const nightlyRate = euros('9000');
    expect(await workOf({ nightlyRate })).toBe(3 * 366);
    expect(await workOf({ nightlyRate, to: dateAt(7), daysOfWeek: [1, 2] })).toBe(3 * 2);
    const [room] = hotel.rooms;
    expect(await workOf({ nightlyRate, resourceIds: [room?.resourceId ?? ''] })).toBe(366);
    expect(await workOf({ nightlyRate, ratePlanCode: 'none' })).toBe(0);
  });

  it('sets the selected weekdays on every resource of the room type, and counts the changes', async () => {
    const hotel = await openHotel(2);
    const answer = valueOf(await set(hotel, { nightlyRate: euros('12300'), daysOfWeek: [1, 7] }));
    const resources = hotel.rooms.map(({ resourceId }) => ({ resourceId, nights: 2 }));
    expect(answer).toMatchObject({ updatedResources: 2, updatedNights: 4 });
    expect(answer.resources.toSorted(byId)).toEqual(resources.toSorted(byId));
    const room = hotel.rooms[0]?.resourceId ?? '';
    const overrides = [
      [dateAt(0), '12300', 'override'],
      [dateAt(6), '12300', 'override'],
    ];
    expect(await nightly(hotel, room)).toEqual(overrides);
    const price = { ratePlanCode: 'flex', baseAmountMinorUnits: '9000' };
    valueOf(await inventory.client.putPricing(hotel.tenantId, { resourceId: room, pricing: [price] }));
    expect(await nightly(hotel, room, dateAt(5))).toEqual([[dateAt(5), '9000', 'base'], overrides[1]]);
  });

  it('changes the next quote of every replica', async () => {
    const hotel = await openHotel(1);
    const other = createReplica(inventory.db);
    expect(outcomeOf(await quote(hotel, 0, 0, 2))).toBe('no_pricing_rule');
    for (const amount of ['100', '250']) {
      valueOf(await set(hotel, { nightlyRate: euros(amount) }));
      for (const client of [inventory.client, other]) {
        const total = valueOf(await quote(hotel, 0, 0, 2, client)).priceBreakdown.totalMinorUnits;
        expect(total).toBe(String(2 * Number(amount)));
      }
    }
    valueOf(await set(hotel, { restriction: { stopSell: true } }));
    expect(outcomeOf(await quote(hotel, 0, 0, 2, other))).toBe('unavailable');
    valueOf(await set(hotel, { restriction: { stopSell: false } }));
    valueOf(await quote(hotel, 0, 0, 2, other));
  });

  it('refuses the whole change for one invalid resource, and writes nothing', async () => {
    const hotel = await openHotel(2);
    const { tenantId, rooms } = hotel;
    const ids = rooms.map(({ resourceId }) => resourceId);
    const nightlyRate = euros('100');
    const elsewhere = await addRoom(tenantId, await addRoomType(tenantId));
    const stranger = (await openHotel(1)).rooms[0]?.resourceId ?? '';
    const refusalOf = async (changes: Partial<Bulk>) =>
      outcomeOf(await set(hotel, { nightlyRate, ...changes }));
    expect(await refusalOf({ resourceIds: [...ids, elsewhere.resourceId] })).toBe('unknown_rate_plan_code');
    expect(await refusalOf({ ratePlanCode: 'gone' })).toBe('unknown_rate_plan_code');
    expect(await refusalOf({ resourceIds: [...ids, stranger] })).toBe('resource_not_found');
    expect(await refusalOf({ roomTypeId: randomUUID() })).toBe('room_type_not_found');
    expect(await refusalOf({ to: dateAt(0) })).toBe('invalid_window');
    expect(await refusalOf({ from: '9990-01-01', to: '9990-01-02' })).toBe('invalid_window');
    expect(await refusalOf({ from: '1990-01-01', to: '1990-01-02' })).toBe('invalid_window');
    expect(await refusalOf({ to: dateAt(367) })).toBe('range_too_large');
    const pointerOf = async (changes: Partial<Bulk>) => {
      const refused = await set(hotel, changes);
      return refused.ok ? undefined : [refused.refusal.code, refused.refusal.extra];
    };
    const at = (pointer: string, counted: object = {}) => [
      'validation_failed',
      { ...counted, errors: [expect.objectContaining({ pointer })] },
    ];
    expect(await pointerOf({})).toEqual(at('', { errorCount: 1 }));
    expect(await pointerOf({ nightlyRate: { ...nightlyRate, currency: 'USD' } })).toEqual(
      at('/nightlyRate/currency'),
    );
    expect(await pointerOf({ restriction: { minStayNights: 3, maxStayNights: 2 } })).toEqual(
      at('/restriction/maxStayNights', { errorCount: 1 }),
    );
    for (const id of ids) expect(await nightly(hotel, id)).toEqual([]);
  });

  it('writes a year for 100 resources within two seconds', async () => {
    const hotel = await openHotel(100);
    const year = { from: '2027-01-01', to: '2028-01-02', nightlyRate: euros('100') };
    for (const changes of [year, { ...year, restriction: { minStayNights: 2 }, daysOfWeek: [1, 3, 5] }]) {
      const since = performance.now();
      valueOf(await set(hotel, changes));
      expect(performance.now() - since).toBeLessThan(2_000);
    }
  });
});

describe('a bulk restriction', () => {
  const limits = fc.record({
    stopSell: fc.boolean(),
    minStayNights: fc.option(fc.integer({ min: 1, max: 9 })),
  });
  const step = fc.record({
    first: fc.integer({ min: 0, max: 20 }),
    nights: fc.integer({ min: 1, max: 15 }),
    daysOfWeek: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), {
      nil: undefined,
    }),
    restriction: limits,
    isPut: fc.boolean(),
  });

  it('replaces earlier ones on its dates only, and the list can be written again unchanged', async () => {
    const hotel = await openHotel(1);
    const resourceId = hotel.rooms[0]?.resourceId ?? '';
    const put = (restrictions: Parameters<InventoryClient['putRestrictions']>[1]['restrictions']) =>
      inventory.client.putRestrictions(hotel.tenantId, { resourceId, restrictions });
    const read = async () =>
      valueOf(await inventory.client.readRestrictions(hotel.tenantId, { resourceId })).restrictions;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        const nothing = { stopSell: false, minStayNights: null as number | null };
        let model = Array.from({ length: 40 }, () => nothing);
        valueOf(await put([{ ratePlanCode: 'flex', ...instants(0, 1) }]));
        for (const { first, nights, daysOfWeek, restriction, isPut } of steps) {
          const covers = (day: number) => first <= day && day < first + nights;
          const chosen = (day: number) => daysOfWeek?.includes(FIRST.add({ days: day }).dayOfWeek) ?? true;
          if (isPut) {
            valueOf(await put([{ ratePlanCode: 'flex', ...instants(first, nights), ...restriction }]));
            model = model.map((_, day) => (covers(day) ? restriction : nothing));
          } else {
            const range = { from: dateAt(first), to: dateAt(first + nights) };
            valueOf(await set(hotel, { ...range, restriction, ...(daysOfWeek && { daysOfWeek }) }));
            model = model.map((before, day) => (covers(day) && chosen(day) ? restriction : before));
          }
        }
        const list = await read();
        expect(meaningOf(list)).toEqual(model);
        valueOf(await put(list.length === 0 ? [{ ratePlanCode: 'flex', ...instants(0, 1) }] : list));
        expect(meaningOf(await read())).toEqual(model);
      }),
      { numRuns: 25 },
    );
  });

  function instants(first: number, nights: number) {
    return { from: `${dateAt(first)}T12:00:00.000Z`, to: `${dateAt(first + nights)}T12:00:00.000Z` };
  }
  function meaningOf(
    list: readonly { from: string; to: string; stopSell: boolean; minStayNights: number | null }[],
  ) {
    const dateOf = (at: string) =>
      Temporal.Instant.from(at).toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString();
    return Array.from({ length: 40 }, (_, day) => {
      const date = dateAt(day);
      const one = list.findLast(({ from, to }) => dateOf(from) <= date && date < dateOf(to));
      return { stopSell: one?.stopSell ?? false, minStayNights: one?.minStayNights ?? null };
    });
  }
});

describe('concurrent bulk changes', () => {
  it('leave one whole change on every resource, with overlapping lists of resources', async () => {
    const hotel = await openHotel(6);
    const ids = hotel.rooms.map(({ resourceId }) => resourceId);
    const changes = Array.from({ length: 8 }, (_, index) => {
      const restriction = { minStayNights: index + 1 };
      const resourceIds = index % 2 === 0 ? ids : ids.toReversed();
      return set(hotel, { resourceIds, nightlyRate: euros(String(index + 1)), restriction });
    });
    for (const changed of await Promise.all(changes)) valueOf(changed);
    const left = await Promise.all(
      ids.map(async (resourceId) => {
        const request = { resourceId };
        const { restrictions } = valueOf(await inventory.client.readRestrictions(hotel.tenantId, request));
        const amounts = (await nightly(hotel, resourceId)).map(([, amount]) => amount);
        return [restrictions.map(({ minStayNights }) => minStayNights), new Set(amounts)];
      }),
    );
    const winner = left[0];
    expect(winner).toEqual([[expect.any(Number)], new Set([expect.any(String)])]);
    for (const one of left) expect(one).toEqual(winner);
  });

  it('are never half visible to a quote', async () => {
    const hotel = await openHotel(1);
    valueOf(await set(hotel, { nightlyRate: euros('100') }));
    let over = false;
    const writing = (async () => {
      for (let round = 1; round <= 25; round += 1) {
        const amount = String(100 * (1 + (round % 2)));
        valueOf(await set(hotel, { nightlyRate: euros(amount), restriction: { closedToArrival: false } }));
      }
      over = true;
    })();
    const totals = new Set<string>();
    const other = createReplica(inventory.db);
    while (!over) {
      for (const client of [inventory.client, other]) {
        const { nights, totalMinorUnits } = valueOf(await quote(hotel, 0, 0, 7, client)).priceBreakdown;
        expect(new Set(nights.map(({ amountMinorUnits }) => amountMinorUnits)).size).toBe(1);
        totals.add(totalMinorUnits);
      }
    }
    await writing;
    for (const total of totals) expect(['700', '1400']).toContain(total);
  });
});

function byId(one: { resourceId: string }, other: { resourceId: string }): number {
  return one.resourceId < other.resourceId ? -1 : 1;
}

const localDate = (instant: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString();

describe('a bulk change that keeps the rest', () => {
  const limitsOf = async ({ tenantId }: Hotel, resourceId: string) => {
    const read = await inventory.client.readRestrictions(tenantId, { resourceId, after: null, limit: 1_000 });
    return valueOf(read).restrictions.map(({ id: _id, ratePlanCode: _code, from, to, ...limits }) => ({
      from: localDate(from),
      to: localDate(to),
      ...limits,
    }));
  };
  const none = {
    stopSell: false,
    minStayNights: null,
    maxStayNights: null,
    closedToArrival: null,
    closedToDeparture: null,
  };

  it('takes the rates of the nights away by null, so that the base holds again', async () => {
    const hotel = await openHotel(2);
    const room = hotel.rooms[0]?.resourceId ?? '';
    const price = { ratePlanCode: 'flex', baseAmountMinorUnits: '9000' };
    valueOf(await inventory.client.putPricing(hotel.tenantId, { resourceId: room, pricing: [price] }));
    valueOf(await set(hotel, { nightlyRate: euros('100') }));
    const answer = valueOf(await set(hotel, { nightlyRate: null, to: dateAt(2) }));
    expect(answer).toMatchObject({ updatedResources: 2, updatedNights: 4 });
    expect((await nightly(hotel, room, dateAt(0), dateAt(3))).map(([, ...rate]) => rate)).toEqual([
      ['9000', 'base'],
      ['9000', 'base'],
      ['100', 'override'],
    ]);
    for (const client of [inventory.client, createReplica(inventory.db)])
      expect(valueOf(await quote(hotel, 0, 0, 3, client)).priceBreakdown.totalMinorUnits).toBe('18100');
    expect(outcomeOf(await quote(hotel, 1, 0, 3))).toBe('no_pricing_rule');
  });

  it('changes the sent limits only, takes one away by null, and leaves no empty restriction', async () => {
    const hotel = await openHotel(1);
    const room = hotel.rooms[0]?.resourceId ?? '';
    valueOf(await set(hotel, { restriction: { stopSell: true, minStayNights: 2 }, to: dateAt(4) }));
    valueOf(
      await set(hotel, { restriction: { minStayNights: 3 }, merge: true, from: dateAt(2), to: dateAt(6) }),
    );
    expect(await limitsOf(hotel, room)).toEqual([
      { ...none, from: dateAt(0), to: dateAt(2), stopSell: true, minStayNights: 2 },
      { ...none, from: dateAt(2), to: dateAt(4), stopSell: true, minStayNights: 3 },
      { ...none, from: dateAt(4), to: dateAt(6), minStayNights: 3 },
    ]);
    const away = { stopSell: null, minStayNights: null };
    valueOf(await set(hotel, { restriction: away, merge: true, from: dateAt(2) }));
    expect(await limitsOf(hotel, room)).toHaveLength(1);
    // Without it all limits of the dates are replaced.
    valueOf(await set(hotel, { restriction: { closedToArrival: true }, to: dateAt(1) }));
    expect(await limitsOf(hotel, room)).toContainEqual({
      ...none,
      from: dateAt(0),
      to: dateAt(1),
      closedToArrival: true,
    });
  });

  it('is refused where a sent limit does not suit one that is kept, and changes nothing', async () => {
    const hotel = await openHotel(1);
    const room = hotel.rooms[0]?.resourceId ?? '';
    valueOf(await set(hotel, { restriction: { maxStayNights: 3 } }));
    const before = await limitsOf(hotel, room);
    const change = { restriction: { minStayNights: 4 }, merge: true, nightlyRate: euros('1') };
    expect(outcomeOf(await set(hotel, change))).toBe('validation_failed');
    expect([await limitsOf(hotel, room), await nightly(hotel, room)]).toEqual([before, []]);
  });
});

describe('read-bulk-rates', () => {
  it('has the extremes of the resources on sale, the plan of each counted, and the units that are free', async () => {
    const hotel = await openHotel(3);
    const { tenantId, roomTypeId, rooms } = hotel;
    const [first, second, third] = rooms.map(({ resourceId }) => resourceId);
    for (const [index, resourceId] of [first, second].entries()) {
      const pricing = [
        {
          ratePlanCode: 'flex',
          baseAmountMinorUnits: String(10_000 * (index + 1)),
          dayOfWeekMultipliersBps: { mon: 12_000 },
        },
      ];
      valueOf(await inventory.client.putPricing(tenantId, { resourceId: resourceId ?? '', pricing }));
    }
    const derivedFrom = { ratePlanCode: 'flex', multiplierBps: 5_000 };
    const saver = { code: 'saver', name: 'Saver', currency: 'EUR', enabled: false, derivedFrom };
    valueOf(await inventory.client.putRates(tenantId, { resourceId: first ?? '', ratePlans: [saver] }));
    valueOf(await set(hotel, { resourceIds: [first ?? ''], nightlyRate: euros('7000'), to: dateAt(1) }));
    const restriction = { stopSell: true, minStayNights: 4, maxStayNights: 9 };
    valueOf(await set(hotel, { resourceIds: [second ?? ''], restriction, to: dateAt(1) }));
    const window = { from: `${dateAt(0)}T14:00:00.000Z`, to: `${dateAt(1)}T09:00:00.000Z` };
    const claim = { claimId: randomUUID(), resourceId: first ?? '', quantity: 1, expiresAt: null, ...window };
    valueOf(await inventory.client.claimUnits(tenantId, claim));
    const request = { roomTypeId, from: dateAt(0), to: dateAt(2) };
    const read = valueOf(await inventory.client.readBulkRates(tenantId, request));
    expect(read).toMatchObject({ roomTypeId, resources: 3 });
    expect(read.plans.map(({ days: _days, ...plan }) => plan)).toEqual([
      {
        ratePlanCode: 'flex',
        name: 'Flexible',
        currency: 'EUR',
        derivedFrom: null,
        resources: 3,
        enabled: 3,
      },
      { ratePlanCode: 'saver', name: 'Saver', currency: 'EUR', derivedFrom, resources: 1, enabled: 0 },
    ]);
    // A Monday and a Tuesday.
    expect(read.plans[0]?.days).toEqual([
      {
        date: dateAt(0),
        nightly: { lowestMinorUnits: '7000', highestMinorUnits: '20000', overridden: 1, missing: 1 },
        selling: { lowestMinorUnits: '8400', highestMinorUnits: '24000' },
        stopSell: 1,
        closedToArrival: 0,
        closedToDeparture: 0,
        minStayNights: { lowest: 1, highest: 4 },
        maxStayNights: { lowest: 9, highest: null },
        unitsFree: 2,
      },
      {
        date: dateAt(1),
        nightly: { lowestMinorUnits: '10000', highestMinorUnits: '20000', overridden: 0, missing: 1 },
        selling: { lowestMinorUnits: '10000', highestMinorUnits: '20000' },
        stopSell: 0,
        closedToArrival: 0,
        closedToDeparture: 0,
        minStayNights: { lowest: 1, highest: 1 },
        maxStayNights: { lowest: null, highest: null },
        unitsFree: 3,
      },
    ]);
    expect(read.plans[1]?.days[0]?.nightly.lowestMinorUnits).toBe('3500');
    const archived = { resourceId: third ?? '', changes: { archived: true } };
    valueOf(await inventory.client.updateResource(tenantId, archived));
    const one = valueOf(
      await inventory.client.readBulkRates(tenantId, { ...request, ratePlanCode: 'saver' }),
    );
    expect([one.resources, one.plans.length]).toEqual([2, 1]);
  });

  it('refuses an unknown room type and dates that are none or too many', async () => {
    const { tenantId, roomTypeId } = await openHotel(1);
    const outcome = async (changes: object) =>
      outcomeOf(
        await inventory.client.readBulkRates(tenantId, {
          roomTypeId,
          from: dateAt(0),
          to: dateAt(2),
          ...changes,
        }),
      );
    expect(await outcome({ roomTypeId: randomUUID() })).toBe('room_type_not_found');
    expect(await outcome({ to: dateAt(0) })).toBe('invalid_window');
    expect(await outcome({ to: dateAt(367) })).toBe('range_too_large');
    expect(await outcome({ to: dateAt(366) })).toMatchObject({ resources: 1 });
  });
});
