import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asOwner } from './as-owner.ts';
import { createVilla, nights } from './create-villa.ts';
import { searchRequest } from './search-requests.ts';
import { startInventory, valueOf } from './start-inventory.ts';
import type { InventoryClient, TestInventory } from './start-inventory.ts';

const RESOURCES = 400;
const HOLDS = 50;
const SEARCHES_AT_ONCE = 4;

let inventory: TestInventory;
let client: InventoryClient;
beforeAll(async () => {
  inventory = await startInventory();
  ({ client } = inventory);
});
afterAll(() => inventory.stop());

/** Copies of a villa with their plans and prices. */
async function multiply(tenantId: string, resourceId: string, count: number): Promise<void> {
  await asOwner(inventory, tenantId, async (owner) => {
    await owner.query(
      `WITH copies AS (
         INSERT INTO resources SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'slug', gen_random_uuid()))).*
         FROM resources r, generate_series(1, $2::int) WHERE r.id = $1 RETURNING tenant_id, id),
       plans AS (
         INSERT INTO rate_plans SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'resource_id', c.id))).*
         FROM rate_plans p, copies c WHERE p.resource_id = $1 RETURNING id, resource_id)
       INSERT INTO pricing SELECT (jsonb_populate_record(g, jsonb_build_object('resource_id', p.resource_id, 'rate_plan_id', p.id))).*
       FROM pricing g, plans p WHERE g.resource_id = $1`,
      [resourceId, count],
    );
  });
}

it(`${HOLDS} holds beside searches of ${RESOURCES} resources are all accepted, of the same tenant and of another`, async () => {
  const searched = await createVilla(client, { units: HOLDS });
  const other = await createVilla(client, { units: HOLDS });
  await multiply(searched.tenantId, searched.resourceId, RESOURCES - 1);
  let [isOver, searches] = [false, 0];
  const { from, to } = nights();
  const search = async () => {
    while (!isOver) {
      const found = valueOf(
        await client.searchStays(searched.tenantId, searchRequest({ window: { from, to } })),
      );
      expect([found.evaluated, found.results.length]).toEqual([RESOURCES, 20]);
      searches += 1;
    }
  };
  const hold = ({ tenantId, resourceId }: typeof searched) => {
    const expiresAt = new Date(Date.now() + 600_000).toISOString();
    return client.claimUnits(tenantId, {
      claimId: randomUUID(),
      resourceId,
      quantity: 1,
      from,
      to,
      expiresAt,
    });
  };
  const searching = Promise.all(Array.from({ length: SEARCHES_AT_ONCE }, search));
  // One after the other, so that all of them are placed while searches run.
  for (let placed = 0; placed < HOLDS; placed += 1)
    for (const property of [searched, other]) expect(valueOf(await hold(property)).state).toBe('held');
  isOver = true;
  await searching;
  expect(searches).toBeGreaterThanOrEqual(SEARCHES_AT_ONCE);
});
