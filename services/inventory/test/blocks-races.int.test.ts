import { randomUUID } from 'node:crypto';
import type { ExternalBlock } from '@lodging/contract-inventory';
import type { Database } from '@lodging/kit-postgres';
import { openDatabase } from '@lodging/kit-postgres';
import { testLogger } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from './as-owner.ts';
import { block, conflictsOf, createConnection, day } from './block-sync.ts';
import { createVilla } from './create-villa.ts';
import { createReplica, outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { TestInventory } from './start-inventory.ts';

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

/** Replicas share nothing but the database. */
const anotherReplica = () => ({ client: createReplica(other) });

async function claim(tenantId: string, resourceId: string, first: number, end: number): Promise<string> {
  const claimId = randomUUID();
  const window = { from: `${day(first)}T13:00:00.000Z`, to: `${day(end)}T08:00:00.000Z` };
  const wanted = { claimId, resourceId, quantity: 1, expiresAt: null, ...window };
  const outcome = outcomeOf(await anotherReplica().client.claimUnits(tenantId, wanted));
  return typeof outcome === 'string' ? outcome : claimId;
}

const deadlocks = (tenantId: string) =>
  asOwner(inventory, tenantId, async (client) => {
    const sql = 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()';
    return Number((await client.query(sql)).rows[0].deadlocks);
  });

/** Most rounds race; in one of ten each of them is first, so that both outcomes occur on every machine. */
async function race(
  round: number,
  take: () => Promise<string>,
  replace: () => Promise<unknown>,
): Promise<string> {
  if (round % 10 === 8) {
    await replace();
    return take();
  }
  const outcome = round % 10 === 9 ? Promise.resolve(await take()) : take();
  await Promise.all([outcome, replace()]);
  return outcome;
}

describe('concurrent blocks and claims', () => {
  it('refuse the claim or publish a conflict, never both and never neither', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const seen = new Set<string>();
    for (let round = 0; round < 40; round += 1) {
      const first = round * 3;
      const before = (await conflictsOf(inventory, tenantId)).length;
      const { sync } = createConnection(inventory, tenantId);
      // More blocks make the sync last about as long as a claim.
      const more = Array.from({ length: 60 }, (_, index) => block(resourceId, `m${index}`, 400, 401));
      const take = () => claim(tenantId, resourceId, first, first + 2);
      const replace = () =>
        sync(block(resourceId, 'a', first + 1, first + 3), ...(round % 2 === 0 ? more : []));
      const outcome = await race(round, take, replace);
      const conflicts = (await conflictsOf(inventory, tenantId)).slice(before);
      seen.add(outcome === 'units_taken' ? 'refused' : 'published');
      if (outcome === 'units_taken') expect(conflicts).toEqual([]);
      else expect(conflicts).toMatchObject([{ reservationId: outcome, inboundEvent: 'a' }]);
    }
    expect([...seen].toSorted()).toEqual(['published', 'refused']);
  });

  it('never give a claim a unit whose block was committed before', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client, { units: 2 });
    let committed = false;
    const late: string[] = [];
    const claiming = Array.from({ length: 6 }, async () => {
      for (let count = 0; count < 15; count += 1) {
        const isLate = committed;
        const outcome = await claim(tenantId, resourceId, 0, 2);
        if (isLate) late.push(outcome);
      }
    });
    const blocks = [block(resourceId, 'a', 0, 2), block(resourceId, 'b', 1, 3)];
    const step = createConnection(inventory, tenantId)
      .sync(...blocks)
      .then(() => (committed = true));
    await Promise.all([...claiming, step]);
    expect(late.length).toBeGreaterThan(0);
    expect(new Set(late)).toEqual(new Set(['units_taken']));
  });
});

describe('concurrent syncs', () => {
  it('of one connection leave the blocks of the last one, and of two connections those of both', async () => {
    const villa = await createVilla(inventory.client);
    const { tenantId } = villa;
    const cabin = await createVilla(inventory.client, { tenantId });
    const both = [villa.resourceId, cabin.resourceId];
    const [one, two] = [randomUUID(), randomUUID()];
    const replace = async (connectionId: string, sequence: number, length: number) => {
      // Opposite orders would deadlock without the fixed order of locks.
      const order = connectionId === one ? both : both.toReversed();
      const blocks = order.flatMap((resourceId) =>
        Array.from({ length }, (_, index): ExternalBlock =>
          block(resourceId, `${index}`, index * 2, index * 2 + 1),
        ),
      );
      const request = { connectionId, sequence, blocks };
      valueOf(await anotherReplica().client.replaceBlocks(tenantId, request));
    };
    for (let round = 0; round < 8; round += 1) {
      const steps = [1, 2, 3].flatMap((step) =>
        [one, two].map((connectionId) => replace(connectionId, round * 3 + step, step + round)),
      );
      await Promise.all([
        ...steps,
        ...both.map((resourceId) => claim(tenantId, resourceId, 300 + round, 301 + round)),
      ]);
      const counts = await asOwner(inventory, tenantId, async (client) => {
        const sql = `SELECT b.connection_id, count(*)::int AS blocks, count(c.claim_id)::int AS claims
          FROM external_blocks b LEFT JOIN claims c ON c.tenant_id = b.tenant_id AND c.claim_id = ANY (b.claim_ids)
            AND c.resource_id = b.resource_id AND (c.starts_at, c.ends_at) = (b.starts_at, b.ends_at)
          WHERE b.tenant_id = $1 GROUP BY 1`;
        return (await client.query(sql, [tenantId])).rows;
      });
      const whole = { blocks: 2 * (3 + round), claims: 2 * (3 + round) };
      expect(counts).toMatchObject([whole, whole]);
    }
    expect(await deadlocks(tenantId)).toBe(0);
  });
});

describe('ten thousand events', () => {
  it('are replaced within seconds, while claims continue', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client, { units: 60 });
    const events = (shift: number) =>
      Array.from({ length: 10_000 }, (_, index) => {
        const first = (index % 600) + shift;
        return block(resourceId, `event-${index}`, first, first + 2);
      });
    const { sync } = createConnection(inventory, tenantId);
    let isOver = false;
    const waits: number[] = [];
    const selling = (async () => {
      while (!isOver) {
        const since = performance.now();
        expect(await claim(tenantId, resourceId, -30, -29)).not.toBe('resource_locked');
        waits.push(performance.now() - since);
      }
    })();
    const since = performance.now();
    expect(await sync(...events(0))).toMatchObject({ added: 10_000 });
    expect(await sync(...events(1))).toMatchObject({ moved: 10_000 });
    expect(await sync()).toMatchObject({ removed: 10_000 });
    const took = performance.now() - since;
    isOver = true;
    await selling;
    expect(took).toBeLessThan(15_000);
    expect(Math.max(...waits)).toBeLessThan(1_800);
  });
});
