// Guards that whatever calendars said in between, what is kept, told and taken is what they said last.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asOwnerOf, connect, day, event } from './blocks.ts';
import { sellVilla, startInventory, valueOf } from './inventory.ts';
import type { TestInventory } from './inventory.ts';

let inventory: TestInventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

interface Said {
  readonly key: string;
  readonly first: number;
  readonly nights: number;
}
const anySet = fc.uniqueArray(
  fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    first: fc.integer({ min: 0, max: 12 }),
    nights: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 5 }) }, fc.constant(900)),
  }),
  { selector: ({ key }) => key, maxLength: 5 },
);
/** Which of two connections says what. */
const anySteps = fc.array(fc.tuple(fc.constantFrom(0, 1), anySet), { minLength: 1, maxLength: 7 });

const WINDOW = { from: `${day(-5)}T12:00:00.000Z`, to: `${day(1_000)}T12:00:00.000Z` };

it('after any steps of two connections, entries and claims are those of the last set of each', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, async (steps) => {
      const { tenantId, resourceId } = await sellVilla(inventory.uses, { units: 2 });
      const connections = [connect(inventory, tenantId), connect(inventory, tenantId)];
      const last = new Map<number, readonly Said[]>();
      for (const [which, set] of steps) {
        const blocks = set.map(({ key, first, nights }) => event(resourceId, key, first, first + nights));
        await connections[which]?.give(...blocks);
        last.set(which, set);
      }
      const said = [...last.values()].flat();
      const expected = said.map(({ first, nights }) => `${day(first)} ${day(first + nights)}`).toSorted();
      const { entries } = valueOf(await inventory.uses.listOccupancy(tenantId, { resourceId, ...WINDOW }));
      expect(entries.map(({ dates }) => `${dates?.from} ${dates?.to}`).toSorted()).toEqual(expected);
      const taken = await nightsTaken(tenantId);
      const counted = new Map<string, number>();
      for (const { first, nights } of said)
        for (let night = first; night < first + nights; night += 1)
          counted.set(day(night), (counted.get(day(night)) ?? 0) + 1);
      expect(taken).toEqual(counted);
    }),
    { numRuns: 25 },
  );
});

/** How many units the claims take on each night. */
function nightsTaken(tenantId: string): Promise<Map<string, number>> {
  return asOwnerOf(inventory, tenantId, async (client) => {
    const sql = `SELECT night::date::text AS night, sum(units)::int AS units FROM claims,
        generate_series(starts_at, ends_at - interval '1 day', interval '1 day') AS night
      WHERE tenant_id = $1 AND kind = 'external_block' GROUP BY 1`;
    await client.query(`SET timezone = 'UTC'`);
    const { rows } = await client.query<{ night: string; units: number }>(sql, [tenantId]);
    return new Map(rows.map(({ night, units }) => [night, units]));
  });
}
