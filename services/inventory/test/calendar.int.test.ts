// Guards the calendar as it is asked for: true on the very next read, one ETag for one body, and quick.
import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@lodging/kit-testing';
import { outcomeOf, replicaOver, sellVilla, startInventory, uniqueSlug, valueOf } from './inventory.ts';
import type { TestInventory } from './inventory.ts';

let inventory: TestInventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

type Uses = TestInventory['uses'];
interface Villa {
  readonly tenantId: string;
  readonly resourceId: string;
}
const FIRST = Temporal.PlainDate.from('2027-03-24');
const dateAt = (day: number) => FIRST.add({ days: day }).toString();
const at = (day: number, time = '14:00') => `${dateAt(day)}T${time}:00.000Z`;

async function look(villa: Villa, knownEtags: string[] = [], uses: Uses = inventory.uses, nights = 8) {
  const asked = { resourceId: villa.resourceId, from: at(0), to: at(nights), knownEtags };
  return valueOf(await uses.readCalendar(villa.tenantId, asked));
}
async function daysOf(villa: Villa, uses = inventory.uses, nights = 8) {
  return (await look(villa, [], uses, nights)).calendar?.days ?? [];
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
async function makeCourt(tenantId = randomUUID()): Promise<Villa> {
  const asked = { kind: 'generic' as const, name: 'Court', slug: uniqueSlug(), capacity: 4, currency: 'JPY' };
  const more = { timezone: 'Europe/Berlin', units: 2, photoUrls: [] };
  const made = valueOf(await inventory.uses.createResource(tenantId, { ...asked, ...more }));
  return { tenantId, resourceId: made.id };
}

describe('read-calendar', () => {
  it('shows every night of the window, through the change of the clocks', async () => {
    const villa = await sellVilla(inventory.uses);
    const { calendar } = await look(villa);
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

  it('shows each change on the very next read of every replica', async () => {
    const villa = await sellVilla(inventory.uses);
    const { tenantId, resourceId } = villa;
    const other = replicaOver(inventory.db);
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
    valueOf(await inventory.uses.releaseClaim(tenantId, { ...stay, reason: 'cancelled' }));
    expect(await both()).toEqual(['10000', 'external_block 10000', 'external_block 10000']);
    const restriction = { ratePlanCode: 'flex', from: at(2), to: at(3), stopSell: true };
    valueOf(await other.putRestrictions(tenantId, { resourceId, restrictions: [restriction] }));
    expect(await both()).toEqual(['10000', 'external_block 10000', 'external_block stop_sell ']);
    const pricing = [{ ratePlanCode: 'flex', baseAmountMinorUnits: '700' }];
    valueOf(await inventory.uses.putPricing(tenantId, { resourceId, pricing }));
    expect(await both()).toEqual(['700', 'external_block 700', 'external_block stop_sell ']);
    const ratePlans = [{ code: 'flex', name: 'F', currency: 'EUR', enabled: false }];
    valueOf(await inventory.uses.putRates(tenantId, { resourceId, ratePlans }));
    expect((await both())[0]).toBe('stop_sell ');
  });

  it('shows a local day of a generic resource as gone only when none of its hours is left', async () => {
    const court = await makeCourt();
    const { tenantId } = court;
    valueOf(await inventory.uses.claimUnits(tenantId, { ...claim(court, 1, 2), quantity: 2 }));
    expect((await daysOf(court)).map(({ date, reasons }) => [date, ...reasons]).slice(0, 5)).toEqual([
      [dateAt(0)],
      [dateAt(1)],
      [dateAt(2), 'reserved'],
      [dateAt(3)],
      [dateAt(4)],
    ]);
  });

  it('refuses what is no window, is too wide, or belongs to somebody else', async () => {
    const villa = await sellVilla(inventory.uses);
    const ask = async (from: string, to: string, tenantId = villa.tenantId) =>
      outcomeOf(
        await inventory.uses.readCalendar(tenantId, {
          resourceId: villa.resourceId,
          from,
          to,
          knownEtags: ['*'],
        }),
      );
    expect(await ask(at(1), at(1))).toBe('invalid_window');
    expect(await ask(at(0), at(367))).toBe('range_too_large');
    expect(await ask(at(0), at(3_000))).toBe('range_too_large');
    // 366 nights in Berlin, though more than 366 times 24 hours.
    expect(await ask(at(0, '00:00'), at(366, '20:00'))).toMatchObject({ calendar: null });
    expect(await ask(at(0), at(1), randomUUID())).toBe('resource_not_found');
  });
});

describe('the ETag of a calendar', () => {
  it('lets a calendar that did not change be left out, for one of many known ETags or any', async () => {
    const villa = await sellVilla(inventory.uses);
    const { etag, calendar } = await look(villa);
    expect(etag).toBe(`"${createHash('sha256').update(JSON.stringify(calendar)).digest('base64url')}"`);
    for (const known of [[etag], ['"x"', etag], ['*'], [`W/${etag}`]]) {
      expect(await look(villa, known)).toEqual({ etag, calendar: null });
      expect(await look(villa, known, replicaOver(inventory.db))).toEqual({ etag, calendar: null });
    }
    expect((await look(villa, ['"x"', 'W/"y"'])).calendar).toEqual(calendar);
  });

  it('changes when, and only when, the calendar does, whatever happens', async () => {
    const villa = await sellVilla(inventory.uses, { units: 2 });
    const { tenantId, resourceId } = villa;
    const uses = inventory.uses;
    const other = replicaOver(inventory.db);
    const plan = { code: 'flex', name: 'Flexible', currency: 'EUR' };
    const stays: ReturnType<typeof claim>[] = [];
    const steps = {
      claim: async (day: number) => {
        const stay = claim(villa, day, 2);
        if ((await uses.claimUnits(tenantId, stay)).ok) stays.push(stay);
      },
      release: async () => {
        const stay = stays.pop();
        if (stay) await uses.releaseClaim(tenantId, { ...stay, reason: 'cancelled' });
      },
      rename: (day: number) => uses.updateResource(tenantId, { resourceId, changes: { name: `V${day}` } }),
      minStay: (day: number) =>
        uses.putRates(tenantId, {
          resourceId,
          ratePlans: [{ ...plan, minStayNights: (Math.abs(day) % 3) + 1 }],
        }),
      price: (day: number) =>
        uses.putPricing(tenantId, {
          resourceId,
          pricing: [{ ratePlanCode: 'flex', baseAmountMinorUnits: String(100 + Math.abs(day % 2)) }],
        }),
      restrict: (day: number) =>
        uses.putRestrictions(tenantId, {
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
          const before = await look(villa);
          await steps[name](day);
          const replica = day % 2 === 0 ? uses : other;
          const after = await look(villa, [before.etag], replica);
          const fresh = await look(villa, [], replica);
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

  it('changes by itself when a lease lapses, swept or not', async () => {
    const villa = await sellVilla(inventory.uses);
    const before = await look(villa);
    const soon = Temporal.Now.instant().add({ milliseconds: 700 }).toString({ smallestUnit: 'millisecond' });
    valueOf(await inventory.uses.claimUnits(villa.tenantId, claim(villa, 2, 2, soon)));
    const during = await look(villa, [before.etag]);
    expect(during.calendar?.days[2]?.reasons).toEqual(['reserved']);
    const after = await eventually('the lease lapses', async () => {
      const { etag, calendar } = await look(villa, [during.etag]);
      return calendar !== null && etag;
    });
    expect(after).toBe(before.etag);
  });
});

describe('a calendar of a year', () => {
  it('with 4 plans, 200 restrictions and 100 stays is answered in a few milliseconds', async () => {
    const villa = await sellVilla(inventory.uses);
    const { tenantId, resourceId } = villa;
    const codes = ['flex', 'b', 'c', 'd'];
    const ratePlans = codes.map((code) => ({ code, name: code, currency: 'EUR' }));
    valueOf(await inventory.uses.putRates(tenantId, { resourceId, ratePlans }));
    const dayOfWeekMultipliersBps = { fri: 12_000, sat: 12_500 };
    const pricing = codes.map((ratePlanCode) => ({
      ratePlanCode,
      baseAmountMinorUnits: '10000',
      dayOfWeekMultipliersBps,
    }));
    valueOf(await inventory.uses.putPricing(tenantId, { resourceId, pricing }));
    const restrictions = Array.from({ length: 200 }, (_, index) => ({
      ratePlanCode: codes[index % 4] ?? 'flex',
      from: at(index),
      to: at(index + 9),
      minStayNights: (index % 3) + 1,
    }));
    valueOf(await inventory.uses.putRestrictions(tenantId, { resourceId, restrictions }));
    const { roomType } = valueOf(await inventory.uses.readResource(tenantId, { resourceId }));
    const year = {
      from: dateAt(0),
      to: dateAt(366),
      nightlyRate: { amountMinorUnits: '9900', currency: 'EUR' },
    };
    for (const ratePlanCode of codes) {
      const bulk = { roomTypeId: roomType?.id ?? '', ratePlanCode, ...year };
      valueOf(await inventory.uses.setBulkRates(tenantId, bulk));
    }
    for (let stay = 0; stay < 100; stay += 1)
      valueOf(await inventory.uses.claimUnits(tenantId, claim(villa, stay * 3, 2)));
    const { etag } = await look(villa, [], inventory.uses, 366);
    expect(await medianMs(() => look(villa, [], inventory.uses, 366))).toBeLessThan(25);
    expect(await medianMs(() => look(villa, [etag], inventory.uses, 366))).toBeLessThan(10);
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
  it('sums units and nights by currency, and what is blocked from outside', async () => {
    const tenantId = randomUUID();
    const villa = await sellVilla(inventory.uses, { tenantId, units: 3 });
    await sellVilla(inventory.uses, { tenantId });
    const court = await makeCourt(tenantId);
    const range = { from: dateAt(0), to: dateAt(10) };
    const summarize = async () => valueOf(await inventory.uses.summarizeCapacity(tenantId, range)).capacity;
    expect(await summarize()).toEqual([
      { currency: 'EUR', unitNights: 40, blockedUnitNights: 0 },
      { currency: 'JPY', unitNights: 20, blockedUnitNights: 0 },
    ]);
    // Of these nights 4 are in the range; the second block finds one unit left on 2 of them.
    await block(villa, dateAt(-2), dateAt(4), 2);
    await block(villa, dateAt(2), dateAt(4), 2);
    // Two local days in Berlin.
    await block(court, at(0, '22:00'), at(1, '01:00'));
    await block(court, at(9, '23:30'), at(9, '23:45'));
    valueOf(await inventory.uses.claimUnits(tenantId, claim(villa, 6, 1)));
    expect(await summarize()).toEqual([
      { currency: 'EUR', unitNights: 40, blockedUnitNights: 10 },
      { currency: 'JPY', unitNights: 20, blockedUnitNights: 2 },
    ]);
    expect(valueOf(await inventory.uses.summarizeCapacity(randomUUID(), range)).capacity).toEqual([]);
  });
});
