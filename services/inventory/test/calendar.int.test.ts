import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@lodging/kit-testing';
import { createCourt } from './create-court.ts';
import { createVilla } from './create-villa.ts';
import { createReplica, outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { TestInventory } from './start-inventory.ts';

let inventory: TestInventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

interface Villa {
  readonly tenantId: string;
  readonly resourceId: string;
}
const FIRST = Temporal.PlainDate.from('2027-03-24');
const dateAt = (day: number) => FIRST.add({ days: day }).toString();
const at = (day: number, time = '14:00') => `${dateAt(day)}T${time}:00.000Z`;

async function read(villa: Villa, knownEtags: string[] = [], client = inventory.client, nights = 8) {
  const request = { resourceId: villa.resourceId, from: at(0), to: at(nights), knownEtags };
  return valueOf(await client.readCalendar(villa.tenantId, request));
}
async function daysOf(villa: Villa, client = inventory.client, nights = 8) {
  return (await read(villa, [], client, nights)).calendar?.days ?? [];
}
function claim({ resourceId }: Villa, first: number, nights: number, expiresAt: string | null = null) {
  return {
    claimId: randomUUID(),
    resourceId,
    from: at(first),
    to: at(first + nights),
    quantity: 1,
    expiresAt,
  };
}
async function block({ tenantId, resourceId }: Villa, first: string, end: string, units = 1): Promise<void> {
  const text = `INSERT INTO claims (tenant_id, claim_id, resource_id, kind, state, during, units, exclusive)
    VALUES ($1, gen_random_uuid(), $2, 'external_block', 'confirmed', tstzrange($3, $4, '[)'), $5, false)`;
  const values = [tenantId, resourceId, first, end, units];
  await inventory.db.inTenant(tenantId, (tx) => tx.query({ text, values }));
}

describe('read-calendar', () => {
  it('has every night of the window, over a change of the clocks', async () => {
    const villa = await createVilla(inventory.client);
    const { calendar } = await read(villa);
    const { days, ...head } = calendar ?? { days: [] };
    expect(head).toEqual({ resourceId: villa.resourceId, from: at(0), to: at(8), currency: 'EUR' });
    const open = { closedToArrival: false, closedToDeparture: false, maxStayNights: null, minStayNights: 1 };
    expect(days).toEqual(
      Array.from({ length: 8 }, (_, day) => ({
        date: dateAt(day),
        status: 'available',
        reasons: [],
        priceHintMinorUnits: '10000',
        restrictions: { ...open, stopSell: false },
      })),
    );
  });

  it('has each change on the next read of every replica', async () => {
    const villa = await createVilla(inventory.client);
    const { tenantId, resourceId } = villa;
    const other = createReplica(inventory.db);
    const both = async () => {
      const [mine, theirs] = [await daysOf(villa), await daysOf(villa, other)];
      expect(mine).toEqual(theirs);
      return mine.slice(0, 3).map(({ reasons, priceHintMinorUnits: hint }) => [...reasons, hint].join(' '));
    };
    expect(await both()).toEqual(['10000', '10000', '10000']);
    const stay = claim(villa, 1, 1);
    valueOf(await other.claimUnits(tenantId, stay));
    expect(await both()).toEqual(['10000', 'reserved 10000', '10000']);
    await block(villa, dateAt(1), dateAt(3));
    expect(await both()).toEqual(['10000', 'reserved external_block 10000', 'external_block 10000']);
    valueOf(await inventory.client.releaseClaim(tenantId, { ...stay, reason: 'cancelled' }));
    expect(await both()).toEqual(['10000', 'external_block 10000', 'external_block 10000']);
    const restriction = { ratePlanCode: 'flex', from: at(2), to: at(3), stopSell: true };
    valueOf(await other.putRestrictions(tenantId, { resourceId, restrictions: [restriction] }));
    expect(await both()).toEqual(['10000', 'external_block 10000', 'external_block stop_sell ']);
    const pricing = [{ ratePlanCode: 'flex', baseAmountMinorUnits: '700' }];
    valueOf(await inventory.client.putPricing(tenantId, { resourceId, pricing }));
    expect(await both()).toEqual(['700', 'external_block 700', 'external_block stop_sell ']);
    const ratePlans = [{ code: 'flex', name: 'F', currency: 'EUR', enabled: false }];
    valueOf(await inventory.client.putRates(tenantId, { resourceId, ratePlans }));
    expect((await both())[0]).toBe('stop_sell ');
  });

  it('has a local day of a generic resource as unavailable only when all its hours are taken', async () => {
    const court = await createCourt(inventory.client, { units: 2 });
    const { tenantId } = court;
    valueOf(await inventory.client.claimUnits(tenantId, { ...claim(court, 1, 2), quantity: 2 }));
    expect((await daysOf(court)).map(({ date, reasons }) => [date, ...reasons]).slice(0, 5)).toEqual([
      [dateAt(0)],
      [dateAt(1)],
      [dateAt(2), 'reserved'],
      [dateAt(3)],
      [dateAt(4)],
    ]);
  });

  it('refuses an invalid window, a window that is too wide, and a resource of another tenant', async () => {
    const villa = await createVilla(inventory.client);
    const outcome = async (from: string, to: string, tenantId = villa.tenantId) =>
      outcomeOf(
        await inventory.client.readCalendar(tenantId, {
          resourceId: villa.resourceId,
          from,
          to,
          knownEtags: ['*'],
        }),
      );
    expect(await outcome(at(1), at(1))).toBe('invalid_window');
    expect(await outcome(at(0), at(367))).toBe('range_too_large');
    expect(await outcome(at(0), at(3_000))).toBe('range_too_large');
    // 366 nights in Berlin, though more than 366 times 24 hours.
    expect(await outcome(at(0, '00:00'), at(366, '20:00'))).toMatchObject({ calendar: null });
    expect(await outcome(at(0), at(1), randomUUID())).toBe('resource_not_found');
  });
});

describe('the ETag of a calendar', () => {
  it('omits an unchanged calendar for one of several known ETags and for `*`', async () => {
    const villa = await createVilla(inventory.client);
    const { etag, calendar } = await read(villa);
    expect(etag).toBe(`"${createHash('sha256').update(JSON.stringify(calendar)).digest('base64url')}"`);
    for (const known of [[etag], ['"x"', etag], ['*'], [`W/${etag}`]]) {
      expect(await read(villa, known)).toEqual({ etag, calendar: null });
      expect(await read(villa, known, createReplica(inventory.db))).toEqual({ etag, calendar: null });
    }
    expect((await read(villa, ['"x"', 'W/"y"'])).calendar).toEqual(calendar);
  });

  it('changes exactly when the calendar changes', async () => {
    const villa = await createVilla(inventory.client, { units: 2 });
    const { tenantId, resourceId } = villa;
    const { client } = inventory;
    const other = createReplica(inventory.db);
    const plan = { code: 'flex', name: 'Flexible', currency: 'EUR' };
    const stays: ReturnType<typeof claim>[] = [];
    const steps = {
      claim: async (day: number) => {
        const stay = claim(villa, day, 2);
        if ((await client.claimUnits(tenantId, stay)).ok) stays.push(stay);
      },
      release: async () => {
        const stay = stays.pop();
        if (stay) await client.releaseClaim(tenantId, { ...stay, reason: 'cancelled' });
      },
      rename: (day: number) => client.updateResource(tenantId, { resourceId, changes: { name: `V${day}` } }),
      minStay: (day: number) =>
        client.putRates(tenantId, {
          resourceId,
          ratePlans: [{ ...plan, minStayNights: (Math.abs(day) % 3) + 1 }],
        }),
      price: (day: number) =>
        client.putPricing(tenantId, {
          resourceId,
          pricing: [{ ratePlanCode: 'flex', baseAmountMinorUnits: String(100 + Math.abs(day % 2)) }],
        }),
      restrict: (day: number) =>
        client.putRestrictions(tenantId, {
          resourceId,
          restrictions: [
            { ratePlanCode: 'flex', from: at(day), to: at(day + 2), closedToArrival: day % 2 === 0 },
          ],
        }),
    };
    const step = fc.tuple(
      fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])),
      fc.integer({ min: -3, max: 10 }),
    );
    const bodies = new Map<string, string>();
    const etags = new Map<string, string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (taken) => {
        for (const [name, day] of taken) {
          const before = await read(villa);
          await steps[name](day);
          const replica = day % 2 === 0 ? client : other;
          const after = await read(villa, [before.etag], replica);
          const fresh = await read(villa, [], replica);
          expect(after.etag).toBe(fresh.etag);
          expect(after.calendar === null).toBe(after.etag === before.etag);
          const body = JSON.stringify(fresh.calendar);
          expect(bodies.get(fresh.etag) ?? body).toBe(body);
          expect(etags.get(body) ?? fresh.etag).toBe(fresh.etag);
          bodies.set(fresh.etag, body);
          etags.set(body, fresh.etag);
        }
      }),
      { numRuns: 25 },
    );
    expect(bodies.size).toBeGreaterThan(5);
  });

  it('changes when a lease expires, released or not', async () => {
    const villa = await createVilla(inventory.client);
    const before = await read(villa);
    const soon = Temporal.Now.instant().add({ milliseconds: 700 }).toString({ smallestUnit: 'millisecond' });
    valueOf(await inventory.client.claimUnits(villa.tenantId, claim(villa, 2, 2, soon)));
    const during = await read(villa, [before.etag]);
    expect(during.calendar?.days[2]?.reasons).toEqual(['reserved']);
    const after = await eventually('the lease expires', async () => {
      const { etag, calendar } = await read(villa, [during.etag]);
      return calendar !== null && etag;
    });
    expect(after).toBe(before.etag);
  });
});

describe('a calendar of a year', () => {
  it('with 4 plans, 200 restrictions and 100 stays is read in a few milliseconds', async () => {
    const villa = await createVilla(inventory.client);
    const { tenantId, resourceId } = villa;
    const codes = ['flex', 'b', 'c', 'd'];
    const ratePlans = codes.map((code) => ({ code, name: code, currency: 'EUR' }));
    valueOf(await inventory.client.putRates(tenantId, { resourceId, ratePlans }));
    const dayOfWeekMultipliersBps = { fri: 12_000, sat: 12_500 };
    const pricing = codes.map((ratePlanCode) => ({
      ratePlanCode,
      baseAmountMinorUnits: '10000',
      dayOfWeekMultipliersBps,
    }));
    valueOf(await inventory.client.putPricing(tenantId, { resourceId, pricing }));
    const restrictions = Array.from({ length: 200 }, (_, index) => ({
      ratePlanCode: codes[index % 4] ?? 'flex',
      from: at(index),
      to: at(index + 9),
      minStayNights: (index % 3) + 1,
    }));
    valueOf(await inventory.client.putRestrictions(tenantId, { resourceId, restrictions }));
    const { roomType } = valueOf(await inventory.client.readResource(tenantId, { resourceId }));
    const year = {
      from: dateAt(0),
      to: dateAt(366),
      nightlyRate: { amountMinorUnits: '9900', currency: 'EUR' },
    };
    for (const ratePlanCode of codes) {
      const bulk = { roomTypeId: roomType?.id ?? '', ratePlanCode, ...year };
      valueOf(await inventory.client.setBulkRates(tenantId, bulk));
    }
    for (let stay = 0; stay < 100; stay += 1)
      valueOf(await inventory.client.claimUnits(tenantId, claim(villa, stay * 3, 2)));
    const { etag } = await read(villa, [], inventory.client, 366);
    expect(await medianMs(() => read(villa, [], inventory.client, 366))).toBeLessThan(25);
    expect(await medianMs(() => read(villa, [etag], inventory.client, 366))).toBeLessThan(10);
  });

  async function medianMs(work: () => Promise<unknown>): Promise<number> {
    const times: number[] = [];
    for (let round = 0; round < 41; round += 1) {
      const since = performance.now();
      await work();
      times.push(performance.now() - since);
    }
    return times.toSorted((one, other) => one - other)[20] ?? Infinity;
  }
});

describe('summarize-capacity', () => {
  it('sums unit-nights and blocked unit-nights by currency', async () => {
    const tenantId = randomUUID();
    const villa = await createVilla(inventory.client, { tenantId, units: 3 });
    await createVilla(inventory.client, { tenantId });
    const court = await createCourt(inventory.client, { tenantId, units: 2 });
    const range = { from: dateAt(0), to: dateAt(10) };
    const summarize = async () => valueOf(await inventory.client.summarizeCapacity(tenantId, range)).capacity;
    expect(await summarize()).toEqual([
      {
        currency: 'EUR',
        unitNights: 40,
        blockedUnitNights: 0,
        outOfOrderUnitNights: 0,
        ownBlockedUnitNights: 0,
      },
      {
        currency: 'JPY',
        unitNights: 20,
        blockedUnitNights: 0,
        outOfOrderUnitNights: 0,
        ownBlockedUnitNights: 0,
      },
    ]);
    // Of these nights 4 are in the range; the second block finds one unit left on 2 of them.
    await block(villa, dateAt(-2), dateAt(4), 2);
    await block(villa, dateAt(2), dateAt(4), 2);
    // Two local days in Berlin.
    await block(court, at(0, '22:00'), at(1, '01:00'));
    await block(court, at(9, '23:30'), at(9, '23:45'));
    valueOf(await inventory.client.claimUnits(tenantId, claim(villa, 6, 1)));
    expect(await summarize()).toEqual([
      {
        currency: 'EUR',
        unitNights: 40,
        blockedUnitNights: 10,
        outOfOrderUnitNights: 0,
        ownBlockedUnitNights: 0,
      },
      {
        currency: 'JPY',
        unitNights: 20,
        blockedUnitNights: 2,
        outOfOrderUnitNights: 0,
        ownBlockedUnitNights: 0,
      },
    ]);
    expect(valueOf(await inventory.client.summarizeCapacity(randomUUID(), range)).capacity).toEqual([]);
  });
});
