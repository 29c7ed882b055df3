// Guards that blocks and claims that meet agree on the units, and that ten thousand events hold nobody up.
import { randomUUID } from 'node:crypto';
import type { ExternalBlock } from '@lodging/contract-inventory';
import type { Database } from '@lodging/kit-postgres';
import { openDatabase } from '@lodging/kit-postgres';
import { testLogger } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwnerOf, conflictsOf, connect, day, event } from './blocks.ts';
import { outcomeOf, replicaOver, sellVilla, startInventory, valueOf } from './inventory.ts';
import type { TestInventory } from './inventory.ts';

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

/** Replicas meet nowhere but in the database. */
const anotherReplica = () => ({ uses: replicaOver(other) });

async function claim(tenantId: string, resourceId: string, first: number, end: number): Promise<string> {
  const claimId = randomUUID();
  const window = { from: `${day(first)}T13:00:00.000Z`, to: `${day(end)}T08:00:00.000Z` };
  const wanted = { claimId, resourceId, quantity: 1, expiresAt: null, ...window };
  const outcome = outcomeOf(await anotherReplica().uses.claimUnits(tenantId, wanted));
  return typeof outcome === 'string' ? outcome : claimId;
}

const deadlocks = (tenantId: string) =>
  asOwnerOf(inventory, tenantId, async (client) => {
    const sql = 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()';
    return Number((await client.query(sql)).rows[0].deadlocks);
  });

/** Most rounds let them race; one in ten has either of them first, so that both ends are seen whatever the machine. */
async function meet(
  round: number,
  take: () => Promise<string>,
  block: () => Promise<unknown>,
): Promise<string> {
  if (round % 10 === 8) {
    await block();
    return take();
  }
  const outcome = round % 10 === 9 ? Promise.resolve(await take()) : take();
  await Promise.all([outcome, block()]);
  return outcome;
}

describe('a block and a claim that meet', () => {
  it('either the claim is refused, or the host is told of it, and never both or neither', async () => {
    const { tenantId, resourceId } = await sellVilla(inventory.uses);
    const seen = new Set<string>();
    for (let round = 0; round < 40; round += 1) {
      const first = round * 3;
      const before = (await conflictsOf(inventory, tenantId)).length;
      const { give } = connect(inventory, tenantId);
      // Many more, so that the step lasts as long as a claim does.
      const more = Array.from({ length: 60 }, (_, index) => event(resourceId, `m${index}`, 400, 401));
      const take = () => claim(tenantId, resourceId, first, first + 2);
      const block = () =>
        give(event(resourceId, 'a', first + 1, first + 3), ...(round % 2 === 0 ? more : []));
      const outcome = await meet(round, take, block);
      const told = (await conflictsOf(inventory, tenantId)).slice(before);
      seen.add(outcome === 'units_taken' ? 'refused' : 'told');
      if (outcome === 'units_taken') expect(told).toEqual([]);
      else expect(told).toMatchObject([{ reservationId: outcome, inboundEvent: 'a' }]);
    }
    expect([...seen].toSorted()).toEqual(['refused', 'told']);
  });

  it('never let a claim onto a unit whose block was committed before', async () => {
    const { tenantId, resourceId } = await sellVilla(inventory.uses, { units: 2 });
    let committed = false;
    const late: string[] = [];
    const crowd = Array.from({ length: 6 }, async () => {
      for (let count = 0; count < 15; count += 1) {
        const isLate = committed;
        const outcome = await claim(tenantId, resourceId, 0, 2);
        if (isLate) late.push(outcome);
      }
    });
    const blocks = [event(resourceId, 'a', 0, 2), event(resourceId, 'b', 1, 3)];
    const step = connect(inventory, tenantId)
      .give(...blocks)
      .then(() => (committed = true));
    await Promise.all([...crowd, step]);
    expect(late.length).toBeGreaterThan(0);
    expect(new Set(late)).toEqual(new Set(['units_taken']));
  });
});

describe('steps that meet', () => {
  it('of one connection leave the whole of the later one, and of two connections both', async () => {
    const villa = await sellVilla(inventory.uses);
    const { tenantId } = villa;
    const cabin = await sellVilla(inventory.uses, { tenantId });
    const both = [villa.resourceId, cabin.resourceId];
    const [one, two] = [randomUUID(), randomUUID()];
    const replace = async (connectionId: string, sequence: number, length: number) => {
      // Opposite orders, which would lock one another out.
      const order = connectionId === one ? both : both.toReversed();
      const blocks = order.flatMap((resourceId) =>
        Array.from({ length }, (_, index): ExternalBlock =>
          event(resourceId, `${index}`, index * 2, index * 2 + 1),
        ),
      );
      const request = { connectionId, sequence, blocks };
      valueOf(await anotherReplica().uses.replaceBlocks(tenantId, request, false));
    };
    for (let round = 0; round < 8; round += 1) {
      const steps = [1, 2, 3].flatMap((step) =>
        [one, two].map((connectionId) => replace(connectionId, round * 3 + step, step + round)),
      );
      await Promise.all([
        ...steps,
        ...both.map((resourceId) => claim(tenantId, resourceId, 300 + round, 301 + round)),
      ]);
      const counts = await asOwnerOf(inventory, tenantId, async (client) => {
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
  it('are taken in seconds, while the house goes on selling', async () => {
    const { tenantId, resourceId } = await sellVilla(inventory.uses, { units: 60 });
    const events = (shift: number) =>
      Array.from({ length: 10_000 }, (_, index) => {
        const first = (index % 600) + shift;
        return event(resourceId, `event-${index}`, first, first + 2);
      });
    const { give } = connect(inventory, tenantId);
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
    expect(await give(...events(0))).toMatchObject({ added: 10_000 });
    expect(await give(...events(1))).toMatchObject({ moved: 10_000 });
    expect(await give()).toMatchObject({ removed: 10_000 });
    const took = performance.now() - since;
    isOver = true;
    await selling;
    expect(took).toBeLessThan(15_000);
    expect(Math.max(...waits)).toBeLessThan(1_800);
  });
});
