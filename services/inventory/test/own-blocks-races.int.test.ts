import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Database } from '@lodging/kit-postgres';
import { openDatabase } from '@lodging/kit-postgres';
import { testLogger } from '@lodging/kit-testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asOwner } from './as-owner.ts';
import { createVilla, nights } from './create-villa.ts';
import { blockRequest, dateIn, DESK, takeOffSale } from './own-blocks.ts';
import { createReplica, outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { TestInventory } from './start-inventory.ts';
import { untilAnswered } from './until-answered.ts';

let inventory: TestInventory;
let other: Database;
beforeAll(async () => {
  inventory = await startInventory();
  other = openDatabase({ url: inventory.url, schema: 'inventory', log: testLogger(), maxConnections: 8 });
});
afterAll(async () => {
  await other.close();
  await inventory.stop();
});

const client = () => inventory.client;

function claimRequest(resourceId: string, first = 0, count = 3) {
  return { claimId: randomUUID(), resourceId, quantity: 1, expiresAt: null, ...nights(first, count) };
}

it('of 50 blocks and holds at once for the last unit exactly one wins, over two processes', async () => {
  const replicas = [client(), createReplica(other)];
  const { tenantId, resourceId } = await createVilla(client());
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const replica = replicas[index % 2] ?? client();
      const [block, claim] = [blockRequest({ resourceId }), claimRequest(resourceId)];
      return outcomeOf(
        await untilAnswered<unknown>(() =>
          index % 4 < 2 ? replica.createBlock(tenantId, block, DESK) : replica.claimUnits(tenantId, claim),
        ),
      );
    }),
  );
  const refusals = outcomes.filter((outcome) => typeof outcome === 'string');
  expect(refusals).toHaveLength(49);
  expect(new Set(refusals).isSubsetOf(new Set(['block_conflict', 'units_taken']))).toBe(true);
});

it('a block of a key is made once, however often it is requested at once, also for two resources', async () => {
  const { tenantId, resourceId } = await createVilla(client(), { units: 9 });
  const second = await createVilla(client(), { tenantId, units: 9 });
  const request = blockRequest({ resourceId });
  const made = await Promise.all(
    Array.from({ length: 8 }, () => client().createBlock(tenantId, request, DESK)),
  );
  expect(new Set(made.map((one) => valueOf(one).id)).size).toBe(1);
  const key = randomUUID();
  const outcomes = await Promise.all(
    [resourceId, second.resourceId].map(async (id) =>
      outcomeOf(
        await client().createBlock(
          tenantId,
          blockRequest({ resourceId: id, idempotencyKey: key, kind: 'other' }),
          DESK,
        ),
      ),
    ),
  );
  expect(outcomes.filter((one) => one === 'idempotency_key_conflict')).toHaveLength(1);
});

it('while a block is moved back and forth, no stay gets the night that it has before and after', async () => {
  const { tenantId, resourceId } = await createVilla(client());
  const { id: blockId } = await takeOffSale(client(), tenantId, { resourceId });
  const away = createReplica(other);
  const move = async () => {
    for (let round = 0; round < 15; round += 1) {
      const to = dateIn(round % 2 === 0 ? 64 : 62);
      await client().changeBlock(tenantId, { blockId, to }, DESK);
    }
  };
  const take = async () => {
    const outcomes = new Set<unknown>();
    for (let round = 0; round < 30; round += 1)
      outcomes.add(outcomeOf(await away.claimUnits(tenantId, claimRequest(resourceId, 0, 1))));
    return outcomes;
  };
  const [outcomes] = await Promise.all([take(), move()]);
  expect([...outcomes].filter((outcome) => outcome !== 'resource_locked')).toEqual(['units_taken']);
});

it('a block fits exactly where a count night by night finds room, and names the first span where it does not', async () => {
  const place = fc.record({ first: fc.integer({ min: 0, max: 11 }), count: fc.integer({ min: 1, max: 5 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(place, { maxLength: 6 }), place, async (stays, wanted) => {
      const units = 2;
      const { tenantId, resourceId } = await createVilla(client(), { units });
      const taken = Array.from({ length: 20 }, (): string[] => []);
      for (const { first, count } of stays) {
        const request = claimRequest(resourceId, first, count);
        if (!(await client().claimUnits(tenantId, request)).ok) continue;
        for (let night = first; night < first + count; night += 1) taken[night]?.push(request.claimId);
      }
      const end = wanted.first + wanted.count;
      const period = { from: dateIn(60 + wanted.first), to: dateIn(60 + end) };
      const made = await client().createBlock(tenantId, blockRequest({ resourceId, ...period }), DESK);
      const isFull = (night: number) => (taken[night]?.length ?? 0) >= units;
      const full = Array.from({ length: wanted.count }, (_, index) => wanted.first + index).filter(isFull);
      expect(made.ok).toBe(full.length === 0);
      if (made.ok) return;
      let last = full[0] ?? 0;
      while (last + 1 < end && isFull(last + 1)) last += 1;
      const { extra = {} } = made.refusal;
      expect(new Set(extra['reservationIds'] as string[])).toEqual(
        new Set(full.flatMap((night) => taken[night] ?? [])),
      );
      expect(String(extra['from']).slice(0, 10)).toBe(dateIn(60 + (full[0] ?? 0)));
      expect(String(extra['to']).slice(0, 10)).toBe(dateIn(60 + last + 1));
      expect(extra['unitsTaken']).toBe(units);
    }),
    { numRuns: 25 },
  );
});

it('a block among almost 50,000 claims is decided, and one among more is refused before its time is over', async () => {
  const { tenantId, resourceId } = await createVilla(client(), { units: 1_000 });
  const fill = (count: number) =>
    asOwner(inventory, tenantId, (owner) =>
      owner.query(
        `INSERT INTO claims (tenant_id, claim_id, resource_id, kind, state, during, units, exclusive, confirmed_at)
         SELECT $1, gen_random_uuid(), $2, 'reservation', 'confirmed',
           tstzrange($3::date + (n % 700), $3::date + (n % 700) + 1, '[)'), 1, false, now()
         FROM generate_series(1, $4::int) n`,
        [tenantId, resourceId, dateIn(60), count],
      ),
    );
  await fill(49_500);
  const period = { from: dateIn(60), to: dateIn(760) };
  const made = await client().createBlock(tenantId, blockRequest({ resourceId, ...period, units: 2 }), DESK);
  expect(made).toMatchObject({ ok: true });
  const refused = await client().createBlock(
    tenantId,
    blockRequest({ resourceId, ...period, units: 950 }),
    DESK,
  );
  expect(refused).toMatchObject({ refusal: { code: 'block_conflict', extra: { unitsTaken: 73 } } });
  await fill(600);
  const tooMany = await client().createBlock(tenantId, blockRequest({ resourceId, ...period }), DESK);
  expect(outcomeOf(tooMany)).toBe('search_too_broad');
}, 120_000);
