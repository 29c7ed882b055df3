import { randomUUID } from 'node:crypto';
import type { Database } from '@lodging/kit-postgres';
import { DatabaseUnavailable, openDatabase } from '@lodging/kit-postgres';
import { eventually, testLogger } from '@lodging/kit-testing';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockKey } from '../src/outbound/claims/claim-statements.ts';
import { asOwner } from './as-owner.ts';
import { createVilla, nights } from './create-villa.ts';
import { createReplica, outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { InventoryClient, TestInventory } from './start-inventory.ts';

/** Of the last test, with releases: `MOVES=100000` runs it for as many as the goal of no deadlock names. */
const MOVES = Number(process.env['MOVES'] ?? 1_500);
const CLIENTS = 50;
const RESOURCES = 5;

let inventory: TestInventory;
let others: Database[];
/** Replicas share nothing but the database. */
let replicas: InventoryClient[];
beforeAll(async () => {
  inventory = await startInventory();
  const { url } = inventory;
  others = [1, 2].map(() => openDatabase({ url, schema: 'inventory', log: testLogger(), maxConnections: 8 }));
  replicas = [inventory.client, ...others.map((db) => createReplica(db))];
});
afterAll(async () => {
  await Promise.all(others.map((db) => db.close()));
  await inventory.stop();
});

const replica = (index: number): InventoryClient => replicas[index % replicas.length] ?? inventory.client;
const stay = (resourceId: string, first = 0, count = 3, quantity = 1) => ({
  resourceId,
  quantity,
  ...nights(first, count),
});
const moveOf = (claimId: string, target: ReturnType<typeof stay>, partIds: string[] = []) => ({
  moveId: randomUUID(),
  claimId,
  partIds,
  target,
});

async function claimed(tenantId: string, target: ReturnType<typeof stay>): Promise<string> {
  const claimId = randomUUID();
  valueOf(await inventory.client.claimUnits(tenantId, { claimId, expiresAt: null, ...target }));
  return claimId;
}

const query = (tenantId: string, sql: string, values: unknown[] = []) =>
  asOwner(inventory, tenantId, async (client) => (await client.query(sql, values)).rows);

const deadlocks = async (tenantId: string) => {
  const sql = 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()';
  return Number((await query(tenantId, sql))[0].deadlocks);
};

/** The most units that are taken at one moment of each resource, above those that it has. */
const oversold = (tenantId: string) =>
  query(
    tenantId,
    `SELECT r.id, r.units, max(taken.units) AS taken FROM resources r
       JOIN claims c ON c.tenant_id = r.tenant_id AND c.resource_id = r.id
       CROSS JOIN LATERAL (SELECT sum(o.units) AS units FROM claims o
         WHERE o.tenant_id = r.tenant_id AND o.resource_id = r.id AND o.starts_at <= c.starts_at AND o.ends_at > c.starts_at
           AND (o.state = 'confirmed' OR o.expires_at > clock_timestamp())) taken
     WHERE r.tenant_id = $1 GROUP BY r.id, r.units HAVING max(taken.units) > r.units`,
    [tenantId],
  );

/** So many locks of the resources are granted, or waited for. */
const untilLocks = (
  client: pg.Client,
  resourceIds: readonly string[],
  locks: { granted?: number; waiting?: number },
) =>
  eventually(`locks: ${JSON.stringify(locks)}`, async () => {
    const sql = `SELECT count(*) FILTER (WHERE granted)::int AS granted, count(*) FILTER (WHERE NOT granted)::int AS waiting
      FROM pg_locks WHERE locktype = 'advisory' AND (classid::bigint << 32 | objid::bigint) IN (
        SELECT ${lockKey('id')} FROM unnest($1::text[]) AS id)`;
    const [seen] = (await client.query(sql, [resourceIds])).rows;
    return seen.granted >= (locks.granted ?? 0) && seen.waiting >= (locks.waiting ?? 0);
  });

async function twoVillas() {
  const one = await createVilla(inventory.client);
  const other = await createVilla(inventory.client, { tenantId: one.tenantId });
  return { tenantId: one.tenantId, x: one.resourceId, y: other.resourceId };
}

describe('concurrent moves', () => {
  it('of two stays to the place of each other are both refused, without a deadlock, and both stay', async () => {
    const { tenantId, x, y } = await twoVillas();
    const [a, b] = [await claimed(tenantId, stay(x)), await claimed(tenantId, stay(y))];
    for (let round = 0; round < 25; round += 1) {
      const outcomes = await Promise.all([
        replica(round).moveClaim(tenantId, moveOf(a, stay(y))),
        replica(round + 1).moveClaim(tenantId, moveOf(b, stay(x))),
      ]);
      expect(outcomes.map(outcomeOf)).toEqual(['units_taken', 'units_taken']);
    }
    const rows = await query(
      tenantId,
      'SELECT claim_id, resource_id, revision FROM claims WHERE tenant_id = $1',
      [tenantId],
    );
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({ claim_id: a, resource_id: x, revision: 0 });
    expect(rows).toContainEqual({ claim_id: b, resource_id: y, revision: 0 });
    expect(await deadlocks(tenantId)).toBe(0);
  });

  it('that cross, and wait for a third one, are made one after the other without a deadlock', async () => {
    const { tenantId, x, y } = await twoVillas();
    const { resourceId: z } = await createVilla(inventory.client, { tenantId });
    const [a, b, c] = [
      await claimed(tenantId, stay(x, 0)),
      await claimed(tenantId, stay(y, 10)),
      await claimed(tenantId, stay(y, 20)),
    ];
    const before = await deadlocks(tenantId);
    const moved = await asOwner(inventory, tenantId, async (client) => {
      await client.query('BEGIN');
      // The move of this claim has the locks of its resources, and waits for the row.
      await client.query('SELECT 1 FROM claims WHERE claim_id = $1 FOR UPDATE', [c]);
      const third = replica(0).moveClaim(tenantId, moveOf(c, stay(z, 20)));
      await untilLocks(client, [y, z], { granted: 2 });
      const first = replica(1).moveClaim(tenantId, moveOf(b, stay(x, 10)));
      await untilLocks(client, [x, y], { waiting: 1 });
      const second = replica(2).moveClaim(tenantId, moveOf(a, stay(y, 0)));
      await untilLocks(client, [x, y], { waiting: 2 });
      await client.query('COMMIT');
      return Promise.all([third, first, second]);
    });
    // The victim of a deadlock is tried again, so only the database knows.
    expect(await deadlocks(tenantId), 'deadlocks').toBe(before);
    expect(moved.map((one) => valueOf(one).revision)).toEqual([1, 1, 1]);
  });

  it('and holds of one night: exactly one has it', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    for (let round = 0; round < 12; round += 1) {
      const first = round * 10;
      const a = await claimed(tenantId, stay(resourceId, first));
      const b = randomUUID();
      const night = stay(resourceId, first + 3, 1);
      const longer = moveOf(a, stay(resourceId, first, 4));
      const [moved, held] = await Promise.all([
        replica(round).moveClaim(tenantId, longer),
        replica(round + 1).claimUnits(tenantId, { claimId: b, expiresAt: null, ...night }),
      ]);
      expect([moved.ok, held.ok].filter(Boolean)).toHaveLength(1);
    }
    expect(await oversold(tenantId)).toEqual([]);
  });

  it('of one stay are made one after the other, each from where the last one left it', async () => {
    const { tenantId, x, y } = await twoVillas();
    const a = await claimed(tenantId, stay(x));
    const moves = Array.from({ length: 20 }, (_, index) =>
      replica(index).moveClaim(tenantId, moveOf(a, stay(index % 2 === 0 ? y : x, index % 5))),
    );
    const revisions = (await Promise.all(moves)).map((moved) => valueOf(moved).revision);
    expect(revisions.toSorted((one, other) => one - other)).toEqual(revisions.map((_, index) => index + 1));
    expect(await query(tenantId, 'SELECT 1 FROM claims WHERE tenant_id = $1', [tenantId])).toHaveLength(1);
  });

  it('and the release of the stay leave nothing taken', async () => {
    const { tenantId, x, y } = await twoVillas();
    for (let round = 0; round < 20; round += 1) {
      const a = await claimed(tenantId, stay(x));
      await Promise.all([
        replica(round).moveClaim(tenantId, moveOf(a, stay(y))),
        replica(round + 1).releaseClaim(tenantId, { claimId: a, resourceId: x, reason: 'cancelled' }),
      ]);
      expect(await query(tenantId, 'SELECT 1 FROM claims WHERE tenant_id = $1', [tenantId])).toEqual([]);
    }
    expect(await deadlocks(tenantId)).toBe(0);
  });

  it('and the release of parts leave no part behind that was leased meanwhile', async () => {
    const { tenantId, x, y } = await twoVillas();
    const expiresAt = Temporal.Now.instant().add({ minutes: 15 }).toString();
    const claimId = await claimed(tenantId, stay(x));
    for (let round = 0; round < 20; round += 1) {
      const partIds = [randomUUID(), randomUUID(), randomUUID()];
      await Promise.all([
        replica(round).claimMore(tenantId, { claimId, partIds, target: stay(y), expiresAt }),
        replica(round + 1).releaseParts(tenantId, { claimId, partIds }),
      ]);
      expect(
        await query(tenantId, 'SELECT 1 FROM claims WHERE tenant_id = $1 AND part_of = $2', [
          tenantId,
          claimId,
        ]),
      ).toEqual([]);
    }
  });
});

describe('at no moment', () => {
  it('does a calendar show the old and the new nights of a moved stay free', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const claimId = await claimed(tenantId, stay(resourceId));
    const window = { from: nights(0).from, to: nights(13).to };
    const moving = { isOver: false };
    const sampled = Promise.all(
      [0, 1].map(async (index) => {
        let samples = 0;
        while (!moving.isOver) {
          const { calendar } = valueOf(
            await replica(index).readCalendar(tenantId, { resourceId, ...window, knownEtags: [] }),
          );
          const free = (at: number) => calendar?.days[at]?.status === 'available';
          expect(free(0) && free(10)).toBe(false);
          expect(free(0) || free(10)).toBe(true);
          samples += 1;
        }
        return samples;
      }),
    );
    for (let round = 0; round < 120; round += 1)
      valueOf(
        await replica(round).moveClaim(tenantId, moveOf(claimId, stay(resourceId, round % 2 === 0 ? 10 : 0))),
      );
    moving.isOver = true;
    for (const samples of await sampled) expect(samples).toBeGreaterThan(10);
  });

  it('are both resources of a moved stay free', async () => {
    const { tenantId, x, y } = await twoVillas();
    const claimId = await claimed(tenantId, stay(x));
    const moving = { isOver: false };
    const sampled = asOwner(inventory, tenantId, async (client) => {
      let samples = 0;
      while (!moving.isOver) {
        const sql = 'SELECT count(*)::int AS taken FROM claims WHERE tenant_id = $1';
        expect((await client.query(sql, [tenantId])).rows).toEqual([{ taken: 1 }]);
        samples += 1;
      }
      return samples;
    });
    for (let round = 0; round < 120; round += 1)
      valueOf(await replica(round).moveClaim(tenantId, moveOf(claimId, stay(round % 2 === 0 ? y : x))));
    moving.isOver = true;
    expect(await sampled).toBeGreaterThan(10);
  });
});

describe('moves, holds and releases of 50 clients on 5 resources', () => {
  it('never sell a unit twice, and never deadlock', async () => {
    const villas = [await createVilla(inventory.client, { units: 2 })];
    const { tenantId } = villas[0] ?? { tenantId: '' };
    while (villas.length < RESOURCES)
      villas.push(await createVilla(inventory.client, { tenantId, units: villas.length % 2 === 0 ? 1 : 2 }));
    const outcomes = new Map<string, number>();
    const count = (outcome: unknown) => {
      const name = typeof outcome === 'string' ? outcome : 'done';
      outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
    };
    let left = MOVES;
    /** A process whose connections are all in use says so, and the client tries again. */
    const outcomeOrBusy = async (answer: Promise<Parameters<typeof outcomeOf>[0]>) =>
      answer.then(outcomeOf, (error: unknown) => {
        if (error instanceof DatabaseUnavailable) return 'busy';
        throw error;
      });
    const run = async (client: number) => {
      // The same numbers on every machine.
      let seed = client + 1;
      const random = (below: number) => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed % below;
      };
      const anyResource = () => villas[random(RESOURCES)]?.resourceId ?? '';
      const anyStay = () => stay(anyResource(), random(20), 1 + random(3));
      let own: string | undefined;
      while (left > 0) {
        const inReplica = replica(random(replicas.length));
        if (own === undefined) {
          const claimId = randomUUID();
          const hold = { claimId, expiresAt: null, ...anyStay() };
          const held = await outcomeOrBusy(inReplica.claimUnits(tenantId, hold));
          if (typeof held === 'string') count(`hold ${held}`);
          else own = claimId;
          continue;
        }
        left -= 1;
        const isReleased = random(12) === 0;
        const outcome = await outcomeOrBusy(
          isReleased
            ? inReplica.releaseClaim(tenantId, {
                claimId: own,
                resourceId: anyResource(),
                reason: 'cancelled',
              })
            : inReplica.moveClaim(tenantId, moveOf(own, anyStay())),
        );
        count(outcome);
        if (isReleased && typeof outcome !== 'string') own = undefined;
      }
    };
    const moving = { isOver: false };
    const watched = (async () => {
      while (!moving.isOver) expect(await oversold(tenantId)).toEqual([]);
    })();
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => run(client)));
    moving.isOver = true;
    await watched;
    expect(await oversold(tenantId)).toEqual([]);
    expect(await deadlocks(tenantId)).toBe(0);
    expect(outcomes.get('done')).toBeGreaterThan(50);
    expect(outcomes.get('units_taken')).toBeGreaterThan(50);
    expect(outcomes.get('claim_released')).toBeUndefined();
    if (process.env['MOVES'] !== undefined) process.stdout.write(`${JSON.stringify([...outcomes])}\n`);
  }, 3_600_000);
});
