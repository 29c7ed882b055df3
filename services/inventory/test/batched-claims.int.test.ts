import { randomUUID } from 'node:crypto';
import { ok } from '@lodging/kernel';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { eventually, testLogger, useServers } from '@lodging/kit-testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { block, createConnection } from './block-sync.ts';
import { createVilla, nights } from './create-villa.ts';
import { createReplica, outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { InventoryClient, TestInventory } from './start-inventory.ts';
import { untilAnswered } from './until-answered.ts';
import { createClaimRepository } from '../src/outbound/claims/claim-repository.ts';

const REPLICAS = 3;
const UNITS = 2;

let inventory: TestInventory;
let databases: Database[];
let replicas: InventoryClient[];
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());
beforeEach(() => {
  databases = Array.from({ length: REPLICAS }, () =>
    openDatabase({ url: inventory.url, schema: 'inventory', log: testLogger(), maxConnections: 4 }),
  );
  replicas = databases.map((db) => createReplica(db));
});
afterEach(() => Promise.all(databases.map((db) => db.close())));

/** $1 is the name of this file's database. */
async function asAdmin(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: useServers().postgresAdminUrl });
  await client.connect();
  try {
    return (await client.query(text, [new URL(inventory.url).pathname.slice(1)])).rows;
  } finally {
    await client.end();
  }
}

const deadlocks = async (): Promise<number> => {
  const [row] = await asAdmin('SELECT deadlocks::int FROM pg_stat_database WHERE datname = $1');
  return Number(row?.['deadlocks']);
};

/** The most units of one resource that are taken in one night. */
async function mostTaken(tenantId: string): Promise<number> {
  const [row] = await inventory.db.readInTenant<{ most: number }>(tenantId, {
    name: 'most_taken',
    text: `SELECT max(taken)::int AS most FROM (
             SELECT sum(c.units) AS taken
             FROM claims c, generate_series(c.starts_at, c.ends_at - interval '1 day', interval '1 day') AS night
             GROUP BY c.resource_id, night) AS nights`,
    values: [],
  });
  return row?.most ?? 0;
}

const villasOf = async (tenantId: string, count: number): Promise<string[]> => {
  const sold = Array.from({ length: count }, () => createVilla(inventory.client, { tenantId, units: UNITS }));
  return (await Promise.all(sold)).map(({ resourceId }) => resourceId);
};

const claimOf = (resourceId: string, first = 0) => ({
  claimId: randomUUID(),
  resourceId,
  quantity: 1,
  expiresAt: Temporal.Now.instant().add({ minutes: 15 }).toString(),
  ...nights(first),
});

const newMark = () => ({ consumer: 'inventory', eventId: randomUUID() });

describe('concurrent claims of several processes on the same resources', () => {
  it('take every unit once, with concurrent blocks, rates, releases and departures, without a deadlock', async () => {
    const tenantId = randomUUID();
    const villas = await villasOf(tenantId, 6);
    const before = await deadlocks();
    const released: string[] = [];
    const repositories = databases.map((db) => createClaimRepository(db));
    const claiming = replicas.flatMap((client, nth) =>
      [1, 2].flatMap((attempt) =>
        (nth % 2 === 0 ? villas : villas.toReversed()).map(async (resourceId) => {
          const claim = claimOf(resourceId);
          const outcome = await untilAnswered(() => client.claimUnits(tenantId, claim));
          if (!outcome.ok || nth > 0 || attempt > 1) return outcome;
          // One unit of each villa becomes free for the other claims; the other one stays taken.
          const { claimId } = claim;
          const mark = newMark();
          await untilAnswered(async () =>
            ok(await repositories[nth]?.recordDeparture(tenantId, claimId, mark)),
          );
          const release = { claimId, resourceId, reason: 'cancelled' } as const;
          valueOf(await untilAnswered(() => client.releaseClaim(tenantId, release)));
          released.push(claimId);
          return outcome;
        }),
      ),
    );
    const [one] = replicas;
    const others = villas.map(async (resourceId, index) => {
      const { sync } = createConnection(inventory, tenantId);
      await untilAnswered(async () => ok(await sync(block(resourceId, `e${index}`, 300, 303))));
      const pricing = [{ ratePlanCode: 'flex', baseAmountMinorUnits: String(20_000 + index) }];
      await untilAnswered(async () =>
        (one ?? inventory.client).putPricing(tenantId, { resourceId, pricing }),
      );
    });
    const [outcomes] = await Promise.all([Promise.all(claiming), Promise.all(others)]);
    const results = new Set(outcomes.map((outcome) => (outcome.ok ? 'held' : outcome.refusal.code)));
    expect([...results].toSorted()).toEqual(['held', 'units_taken']);
    const kept = outcomes.filter(({ ok }) => ok).length - released.length;
    expect(kept).toBeGreaterThanOrEqual(villas.length);
    expect(await mostTaken(tenantId)).toBeLessThanOrEqual(UNITS);
    // Postgres adds the statistics of a connection when it ends.
    await Promise.all(databases.map((db) => db.close()));
    databases = [];
    expect((await deadlocks()) - before).toBe(0);
  });

  it('are stored or can be repeated when connections break', async () => {
    const tenantId = randomUUID();
    const villas = await villasOf(tenantId, 8);
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE datname = $1 AND application_name = 'inventory' AND query ~ 'claims|COMMIT'`;
    let cuts = 0;
    let isOver = false;
    const cutting = (async () => {
      while (!isOver) cuts += (await asAdmin(cut)).length;
    })();
    const claims: ReturnType<typeof claimOf>[] = [];
    const answered: unknown[] = [];
    for (let round = 0; round < 10; round += 1) {
      const requests = replicas.flatMap((client) =>
        villas.map(async (resourceId) => {
          const claim = claimOf(resourceId, round * 3);
          claims.push(claim);
          if ((await client.claimUnits(tenantId, claim)).ok) answered.push(claim.claimId);
        }),
      );
      await Promise.allSettled(requests);
    }
    isOver = true;
    await cutting;
    expect(cuts).toBeGreaterThan(10);
    const stored = { name: 'stored', text: 'SELECT claim_id FROM claims', values: [] };
    const kept = await inventory.db.readInTenant<{ claim_id: string }>(tenantId, stored);
    expect(kept.map((row) => row.claim_id)).toEqual(expect.arrayContaining(answered));
    for (const claim of claims) await inventory.client.claimUnits(tenantId, claim);
    expect(await mostTaken(tenantId)).toBe(UNITS);
    const [row] = await inventory.db.readInTenant<{ total: number }>(tenantId, {
      name: 'total_units',
      text: 'SELECT sum(units)::int AS total FROM claims',
      values: [],
    });
    expect(row?.total).toBe(10 * villas.length * UNITS);
  });
});

describe('claims of one tenant', () => {
  /** Locks the row of a claim and a resource, as a process does that hangs in a transaction. */
  async function hangingClient(tenantId: string, claimId: string, resourceId: string) {
    const client = new pg.Client({ connectionString: inventory.ownerUrl });
    await client.connect();
    await client.query(`SELECT set_config('app.tenant', $1, false)`, [tenantId]);
    await client.query('BEGIN');
    await client.query('SELECT FROM claims WHERE claim_id = $1 FOR UPDATE', [claimId]);
    const lock = `SELECT pg_advisory_xact_lock(hashtextextended('inventory.claims.' || $1, 0))`;
    await client.query(lock, [resourceId]);
    return client;
  }

  it('do not wait for a blocked one, and none exceeds its timeout', async () => {
    const tenantId = randomUUID();
    const [stuck = '', locked = '', ...free] = await villasOf(tenantId, 5);
    const claim = claimOf(stuck);
    expect(outcomeOf(await inventory.client.claimUnits(tenantId, claim))).toMatchObject({ state: 'held' });
    const client = await hangingClient(tenantId, claim.claimId, locked);
    try {
      const began = performance.now();
      const confirming = inventory.client.confirmClaim(tenantId, claim);
      await eventually('the confirmation waits for the row', async () => {
        const waiting = `SELECT FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'`;
        return (await asAdmin(waiting)).length > 0;
      });
      const waiting = inventory.client.claimUnits(tenantId, claimOf(locked));
      const others = await Promise.all(
        free.map((resourceId) => inventory.client.claimUnits(tenantId, claimOf(resourceId))),
      );
      for (const other of others) expect(outcomeOf(other)).toMatchObject({ state: 'held' });
      expect(performance.now() - began).toBeLessThan(1_200);
      expect([outcomeOf(await confirming), outcomeOf(await waiting)]).toEqual([
        'resource_locked',
        'resource_locked',
      ]);
      expect(performance.now() - began).toBeLessThan(2_600);
    } finally {
      await client.end();
    }
  });
});
