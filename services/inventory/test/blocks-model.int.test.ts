import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asOwner } from './as-owner.ts';
import { block, createConnection, day } from './block-sync.ts';
import { createVilla } from './create-villa.ts';
import { startInventory, valueOf } from './start-inventory.ts';
import type { TestInventory } from './start-inventory.ts';

let inventory: TestInventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

interface ModelBlock {
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
/** Syncs of two connections. */
const anySyncs = fc.array(fc.tuple(fc.constantFrom(0, 1), anySet), { minLength: 1, maxLength: 7 });

const WINDOW = { from: `${day(-5)}T12:00:00.000Z`, to: `${day(1_000)}T12:00:00.000Z` };

it('after any syncs of two connections, entries and claims are those of the last set of each', async () => {
  await fc.assert(
    fc.asyncProperty(anySyncs, async (syncs) => {
      const { tenantId, resourceId } = await createVilla(inventory.client, { units: 2 });
      const connections = [createConnection(inventory, tenantId), createConnection(inventory, tenantId)];
      const last = new Map<number, readonly ModelBlock[]>();
      for (const [which, set] of syncs) {
        const blocks = set.map(({ key, first, nights }) => block(resourceId, key, first, first + nights));
        await connections[which]?.sync(...blocks);
        last.set(which, set);
      }
      const current = [...last.values()].flat();
      const expected = current.map(({ first, nights }) => `${day(first)} ${day(first + nights)}`).toSorted();
      const { entries } = valueOf(await inventory.client.listOccupancy(tenantId, { resourceId, ...WINDOW }));
      expect(entries.map(({ dates }) => `${dates?.from} ${dates?.to}`).toSorted()).toEqual(expected);
      const taken = await nightsTaken(tenantId);
      const counted = new Map<string, number>();
      for (const { first, nights } of current)
        for (let night = first; night < first + nights; night += 1)
          counted.set(day(night), (counted.get(day(night)) ?? 0) + 1);
      expect(taken).toEqual(counted);
    }),
    { numRuns: 25 },
  );
});

/** The units that claims take on each night. */
function nightsTaken(tenantId: string): Promise<Map<string, number>> {
  return asOwner(inventory, tenantId, async (client) => {
    const sql = `SELECT night::date::text AS night, sum(units)::int AS units FROM claims,
        generate_series(starts_at, ends_at - interval '1 day', interval '1 day') AS night
      WHERE tenant_id = $1 AND kind = 'external_block' GROUP BY 1`;
    await client.query(`SET timezone = 'UTC'`);
    const { rows } = await client.query<{ night: string; units: number }>(sql, [tenantId]);
    return new Map(rows.map(({ night, units }) => [night, units]));
  });
}
