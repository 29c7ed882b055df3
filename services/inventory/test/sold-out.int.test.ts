import { randomUUID } from 'node:crypto';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { testLogger } from '@lodging/kit-testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVilla, nights } from './create-villa.ts';
import { createReplica, outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { InventoryClient, TestInventory } from './start-inventory.ts';

let inventory: TestInventory;
let databases: Database[];
let replicas: InventoryClient[];
beforeAll(async () => {
  inventory = await startInventory();
  databases = [1, 2, 3].map(() =>
    openDatabase({ url: inventory.url, schema: 'inventory', log: testLogger(), maxConnections: 4 }),
  );
  replicas = databases.map((db) => createReplica(db));
});
afterAll(async () => {
  await Promise.all(databases.map((db) => db.close()));
  await inventory.stop();
});

const claimOn = (resourceId: string) => ({
  claimId: randomUUID(),
  resourceId,
  quantity: 1,
  expiresAt: Temporal.Now.instant().add({ minutes: 15 }).toString(),
  ...nights(0),
});

/** Claims for the same nights by as many guests at each replica. */
async function rush(tenantId: string, resourceId: string, guests: number) {
  const claims = replicas.flatMap((client) =>
    Array.from({ length: guests }, async () => {
      const claim = claimOn(resourceId);
      return { claim, outcome: outcomeOf(await client.claimUnits(tenantId, claim)) };
    }),
  );
  const all = await Promise.all(claims);
  const taken = all.filter(({ outcome }) => outcome !== 'units_taken');
  for (const { outcome } of taken) expect(outcome).toMatchObject({ state: 'held' });
  return taken.map(({ claim }) => claim);
}

describe('units that many guests want', () => {
  it('are taken exactly once each time that they are released, by guests who were all refused before', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    let holders = await rush(tenantId, resourceId, 8);
    for (let round = 0; round < 8; round += 1) {
      expect(holders).toHaveLength(1);
      expect(await rush(tenantId, resourceId, 8)).toEqual([]);
      const { claimId = '' } = holders[0] ?? {};
      valueOf(await inventory.client.releaseClaim(tenantId, { claimId, resourceId, reason: 'cancelled' }));
      holders = await rush(tenantId, resourceId, 8);
    }
    expect(holders).toHaveLength(1);
  });

  it('are taken once where they are released while the guests try', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    let [holder] = await rush(tenantId, resourceId, 1);
    for (let round = 0; round < 8; round += 1) {
      const { claimId = '' } = holder ?? {};
      const release = inventory.client.releaseClaim(tenantId, { claimId, resourceId, reason: 'cancelled' });
      const [taken] = await Promise.all([rush(tenantId, resourceId, 8), release]);
      expect(taken.length).toBeLessThanOrEqual(1);
      holder = taken[0] ?? (await rush(tenantId, resourceId, 1))[0];
    }
    expect(holder).toBeDefined();
  });

  it('are refused to the next guests without waiting for the request that has locked the resource', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    expect(await rush(tenantId, resourceId, 2)).toHaveLength(1);
    const client = new pg.Client({ connectionString: inventory.ownerUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      const lock = `SELECT pg_advisory_xact_lock(hashtextextended('inventory.claims.' || $1, 0))`;
      await client.query(lock, [resourceId]);
      expect(await rush(tenantId, resourceId, 20)).toEqual([]);
    } finally {
      await client.end();
    }
  });

  it('give a repeated claim its own answer, also where others were refused since', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const [claim] = await rush(tenantId, resourceId, 4);
    if (claim === undefined) throw new Error('the villa has no claim');
    for (const client of replicas)
      expect(outcomeOf(await client.claimUnits(tenantId, claim))).toMatchObject({ state: 'held' });
  });
});

describe('check-units', () => {
  it('says whether other claims take the units, and takes none itself', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const { expiresAt: _never, ...wanted } = claimOn(resourceId);
    const isTaken = async () => valueOf(await inventory.client.checkUnits(tenantId, wanted)).taken;
    expect([await isTaken(), await isTaken()]).toEqual([false, false]);
    const [claim] = await rush(tenantId, resourceId, 1);
    expect(await isTaken()).toBe(true);
    valueOf(
      await inventory.client.releaseClaim(tenantId, {
        claimId: claim?.claimId ?? '',
        resourceId,
        reason: 'cancelled',
      }),
    );
    expect(await isTaken()).toBe(false);
  });
});
