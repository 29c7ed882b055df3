import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCourt } from './create-court.ts';
import { createVilla } from './create-villa.ts';
import { createReplica, outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { InventoryClient, TestInventory } from './start-inventory.ts';

let inventory: TestInventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

type Entry = Parameters<InventoryClient['putRestrictions']>[1]['restrictions'][number];
interface Villa {
  readonly tenantId: string;
  readonly resourceId: string;
}

const entry = (from: string, to: string, changes: Partial<Entry> = {}): Entry => ({
  ratePlanCode: 'flex',
  from: `${from}T12:00:00.000Z`,
  to: `${to}T12:00:00.000Z`,
  ...changes,
});
const put = ({ tenantId, resourceId }: Villa, restrictions: readonly Entry[]) =>
  inventory.client.putRestrictions(tenantId, { resourceId, restrictions: [...restrictions] });
const read = async ({ tenantId, resourceId }: Villa) =>
  valueOf(await inventory.client.readRestrictions(tenantId, { resourceId })).restrictions;
const addPlan = async ({ tenantId, resourceId }: Villa, code: string) =>
  valueOf(
    await inventory.client.putRates(tenantId, {
      resourceId,
      ratePlans: [{ code, name: code, currency: 'EUR' }],
    }),
  );
async function reasonsOf(villa: Villa, from: string, to: string, client = inventory.client) {
  const window = { from: `${from}T14:00:00.000Z`, to: `${to}T09:00:00.000Z` };
  const request = { resourceId: villa.resourceId, partySize: 2, ...window };
  return valueOf(await client.findAvailability(villa.tenantId, request)).reasons;
}

describe('put-restrictions', () => {
  it('returns what a read returns, in the order of the list, missing fields as null', async () => {
    const villa = await createVilla(inventory.client);
    await addPlan(villa, 'saver');
    const list = [
      entry('2027-06-01', '2027-06-10', { stopSell: true }),
      entry('2027-06-05', '2027-06-07', { ratePlanCode: 'saver', minStayNights: 2, maxStayNights: 2 }),
      entry('2027-05-01', '2027-07-01', { closedToArrival: false, closedToDeparture: true }),
    ];
    const answer = valueOf(await put(villa, list));
    const empty = {
      minStayNights: null,
      maxStayNights: null,
      closedToArrival: null,
      closedToDeparture: null,
    };
    expect(answer.restrictions).toEqual(
      list.map((one) => ({ stopSell: false, ...empty, ...one, id: expect.any(String) })),
    );
    expect(await read(villa)).toEqual(answer.restrictions);
  });

  it('replaces the list of every plan of its entries and keeps the others', async () => {
    const villa = await createVilla(inventory.client);
    await addPlan(villa, 'saver');
    await put(villa, [
      entry('2027-06-01', '2027-06-02'),
      entry('2027-06-03', '2027-06-04', { ratePlanCode: 'saver' }),
    ]);
    await put(villa, [entry('2027-07-01', '2027-07-02')]);
    const codes = async () =>
      (await read(villa)).map(({ ratePlanCode, from }) => [ratePlanCode, from.slice(0, 10)]);
    expect(await codes()).toEqual([
      ['saver', '2027-06-03'],
      ['flex', '2027-07-01'],
    ]);
    valueOf(await put(villa, []));
    expect(await codes()).toHaveLength(2);
  });

  it('applies to the next read of every replica, a later entry replacing an earlier one as a whole', async () => {
    const villa = await createVilla(inventory.client);
    const other = createReplica(inventory.db);
    const both = async () => [
      await reasonsOf(villa, '2027-06-03', '2027-06-05'),
      await reasonsOf(villa, '2027-06-03', '2027-06-05', other),
    ];
    expect(await both()).toEqual([[], []]);
    const stop = entry('2027-06-01', '2027-06-10', { stopSell: true });
    valueOf(await put(villa, [stop]));
    expect(await both()).toEqual([['stop_sell'], ['stop_sell']]);
    valueOf(await put(villa, [stop, entry('2027-06-03', '2027-06-05', { minStayNights: 3 })]));
    expect(await both()).toEqual([['min_stay'], ['min_stay']]);
  });

  it('covers local dates of the resource, over a change of the clocks', async () => {
    const villa = await createVilla(inventory.client);
    // 23:30 UTC is the next day in Berlin, in winter and in summer.
    const night = { from: '2027-03-27T23:30:00.000Z', to: '2027-03-28T22:30:00.000Z' };
    valueOf(await put(villa, [{ ratePlanCode: 'flex', stopSell: true, ...night }]));
    expect(await reasonsOf(villa, '2027-03-27', '2027-03-28')).toEqual([]);
    expect(await reasonsOf(villa, '2027-03-28', '2027-03-29')).toEqual(['stop_sell']);
    expect(await reasonsOf(villa, '2027-03-29', '2027-03-30')).toEqual([]);
    const first = await read(villa);
    valueOf(await put(villa, first));
    expect((await read(villa)).map(({ id: _id, ...rest }) => rest)).toEqual(
      first.map(({ id: _id, ...rest }) => rest),
    );
  });

  it('refuses the whole list for one invalid entry, and writes nothing', async () => {
    const villa = await createVilla(inventory.client);
    const good = entry('2027-06-01', '2027-06-02', { stopSell: true });
    const [kept] = valueOf(await put(villa, [good])).restrictions;
    const noDate = { ...good, from: '2027-06-01T08:00:00.000Z', to: '2027-06-01T20:00:00.000Z' };
    expect(outcomeOf(await put(villa, [good, { ...good, ratePlanCode: 'gone' }]))).toBe(
      'unknown_rate_plan_code',
    );
    expect(outcomeOf(await put(villa, [good, entry('2027-06-02', '2027-06-02')]))).toBe('invalid_window');
    expect(outcomeOf(await put(villa, [good, noDate]))).toBe('invalid_window');
    const tooShort = await put(villa, [good, { ...good, minStayNights: 5, maxStayNights: 4 }]);
    expect(tooShort).toMatchObject({
      refusal: {
        code: 'validation_failed',
        extra: { errors: [{ pointer: '/restrictions/1/maxStayNights' }] },
      },
    });
    expect(await read(villa)).toEqual([kept]);
  });

  it('is refused on a generic resource and on a resource of another tenant', async () => {
    const court = await createCourt(inventory.client, { currency: 'EUR', timezone: 'UTC' });
    expect(await read(court)).toEqual([]);
    expect(outcomeOf(await put(court, []))).toBe('no_room_type');
    expect(outcomeOf(await put(court, [entry('2027-06-01', '2027-06-02')]))).toBe('no_room_type');
    const elsewhere = { ...court, tenantId: randomUUID() };
    expect(outcomeOf(await put(elsewhere, []))).toBe('resource_not_found');
    const request = { resourceId: court.resourceId };
    expect(outcomeOf(await inventory.client.readRestrictions(elsewhere.tenantId, request))).toBe(
      'resource_not_found',
    );
  });

  it('keeps one whole list of several concurrent ones, never a mix', async () => {
    const villa = await createVilla(inventory.client);
    const lists = Array.from({ length: 8 }, (_, nights) =>
      Array.from({ length: 40 }, (__, day) => {
        const date = Temporal.PlainDate.from('2027-01-01').add({ days: day });
        return entry(`${date}`, `${date.add({ days: 1 })}`, { minStayNights: nights + 1 });
      }),
    );
    const answers = await Promise.all(lists.map((list) => put(villa, list)));
    for (const answer of [...answers.map((one) => valueOf(one).restrictions), await read(villa)]) {
      expect(answer).toHaveLength(40);
      expect(new Set(answer.map(({ minStayNights }) => minStayNights)).size).toBe(1);
    }
  });

  it('writes 2,000 entries within 1.5 s', async () => {
    const villa = await createVilla(inventory.client);
    const list = Array.from({ length: 2_000 }, (_, day) => {
      const date = Temporal.PlainDate.from('2027-01-01').add({ days: day });
      return entry(`${date}`, `${date.add({ days: 1 })}`, { minStayNights: (day % 7) + 1 });
    });
    const since = performance.now();
    expect(valueOf(await put(villa, list)).restrictions).toHaveLength(2_000);
    expect(performance.now() - since).toBeLessThan(1_500);
  });
});
