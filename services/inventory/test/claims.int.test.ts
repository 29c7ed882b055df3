// Guards the one promise everything rests on: no unit is ever sold twice, whoever asks, and however many at once.
import { randomUUID } from 'node:crypto';
import type { claimUnits } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { eventually } from '@lodging/kit-testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nights, outcomeOf, replicaOver, sellVilla, startInventory, valueOf } from './inventory.ts';
import type { TestInventory } from './inventory.ts';

let inventory: TestInventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

const soon = () => Temporal.Now.instant().add({ minutes: 15 }).toString();
const past = () => Temporal.Now.instant().subtract({ seconds: 1 }).toString();

function claimOn(
  resourceId: string,
  changes: { claimId?: string; quantity?: number; first?: number; expiresAt?: string | null } = {},
): RequestOf<typeof claimUnits> {
  const { first = 0, ...rest } = changes;
  return { claimId: randomUUID(), resourceId, quantity: 1, expiresAt: soon(), ...nights(first), ...rest };
}

async function asOwner<T>(tenantId: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: inventory.ownerUrl });
  await client.connect();
  try {
    await client.query(`SELECT set_config('app.tenant', $1, false)`, [tenantId]);
    return await work(client);
  } finally {
    await client.end();
  }
}
const deadlocks = (tenantId: string) =>
  asOwner(tenantId, async (client) => {
    const { rows } = await client.query(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    return Number(rows[0].deadlocks);
  });

/** Replicas share nothing but the database, so a crowd of them meets nowhere else. */
const anotherReplica = () => replicaOver(inventory.db);

describe('claim-units', () => {
  it('lets exactly one of sixty-four win a single unit, without a deadlock', async () => {
    const { tenantId, resourceId } = await sellVilla(inventory.uses);
    const tries = Array.from({ length: 64 }, (_, index) =>
      anotherReplica().claimUnits(tenantId, claimOn(resourceId, { first: index % 3 })),
    );
    const outcomes = (await Promise.all(tries)).map((result) => (result.ok ? 'won' : result.refusal.code));
    expect(outcomes.filter((outcome) => outcome === 'won')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['won', 'units_taken']));
    expect(await deadlocks(tenantId)).toBe(0);
  });

  it('sells a resource of five units exactly five times', async () => {
    const { tenantId, resourceId } = await sellVilla(inventory.uses, { units: 5 });
    const tries = Array.from({ length: 40 }, () =>
      anotherReplica().claimUnits(tenantId, claimOn(resourceId)),
    );
    const won = (await Promise.all(tries)).filter((result) => result.ok);
    expect(won).toHaveLength(5);
  });

  it('answers a repeated claim as the first time, and keeps one row of it', async () => {
    const { tenantId, resourceId } = await sellVilla(inventory.uses);
    const claim = claimOn(resourceId);
    const results = await Promise.all([1, 2, 3].map(() => inventory.uses.claimUnits(tenantId, claim)));
    const held = { claimId: claim.claimId, state: 'held' };
    expect(results.map(outcomeOf)).toEqual([held, held, held]);
    const kept = await asOwner(tenantId, (client) =>
      client.query('SELECT 1 FROM claims WHERE claim_id = $1', [claim.claimId]),
    );
    expect(kept.rowCount).toBe(1);
  });

  it('takes the dates of a stay, so that two may share a changeover date', async () => {
    const { tenantId, resourceId } = await sellVilla(inventory.uses);
    for (const first of [0, 3, -3])
      expect(
        outcomeOf(await inventory.uses.claimUnits(tenantId, claimOn(resourceId, { first }))),
      ).toMatchObject({ state: 'held' });
    expect(outcomeOf(await inventory.uses.claimUnits(tenantId, claimOn(resourceId, { first: 2 })))).toBe(
      'units_taken',
    );
  });

  it('is refused after its own release, and leaves the units to others', async () => {
    const { tenantId, resourceId } = await sellVilla(inventory.uses);
    const { claimId }: { claimId: string } = claimOn(resourceId);
    const released = await inventory.uses.releaseClaim(tenantId, {
      claimId,
      resourceId,
      reason: 'abandoned',
    });
    expect(outcomeOf(released)).toEqual({ released: true });
    const late = await inventory.uses.claimUnits(tenantId, claimOn(resourceId, { claimId }));
    expect(outcomeOf(late)).toBe('claim_released');
    expect(outcomeOf(await inventory.uses.claimUnits(tenantId, claimOn(resourceId)))).toMatchObject({
      state: 'held',
    });
  });

  it('takes units whose lease ran out, though nobody swept it', async () => {
    const { tenantId, resourceId } = await sellVilla(inventory.uses);
    const lapsed = claimOn(resourceId, { expiresAt: past() });
    valueOf(await inventory.uses.claimUnits(tenantId, lapsed));
    expect(outcomeOf(await inventory.uses.claimUnits(tenantId, claimOn(resourceId)))).toMatchObject({
      state: 'held',
    });
    expect(outcomeOf(await inventory.uses.confirmClaim(tenantId, lapsed))).toBe('units_taken');
  });

  it('is refused as locked, in time, while another request works on the resource', async () => {
    const { tenantId, resourceId } = await sellVilla(inventory.uses);
    const free = await sellVilla(inventory.uses, { tenantId });
    await asOwner(tenantId, async (client) => {
      await client.query('BEGIN');
      await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('inventory.claims.' || $1, 0))`, [
        resourceId,
      ]);
      const since = performance.now();
      const crowd = Array.from({ length: 30 }, () =>
        inventory.uses.claimUnits(tenantId, claimOn(resourceId)),
      );
      // The crowd at one door takes neither the connections nor the time of anybody else.
      expect(outcomeOf(await inventory.uses.claimUnits(tenantId, claimOn(free.resourceId)))).toMatchObject({
        state: 'held',
      });
      expect(performance.now() - since).toBeLessThan(1_000);
      const results = await Promise.all(crowd);
      expect(performance.now() - since).toBeLessThan(2_500);
      for (const result of results)
        expect(result).toMatchObject({
          refusal: { code: 'resource_locked', extra: { retryAfterSeconds: 1 } },
        });
      await client.query('ROLLBACK');
    });
    await eventually(
      'the resource can be claimed again',
      async () => (await inventory.uses.claimUnits(tenantId, claimOn(resourceId))).ok,
    );
  });

  it('commits claims on several resources at once, and one that the database refuses spoils none of them', async () => {
    const { tenantId, resourceId: spoilt } = await sellVilla(inventory.uses);
    const villas = await Promise.all(
      Array.from({ length: 9 }, () => sellVilla(inventory.uses, { tenantId })),
    );
    const claims = villas.map(({ resourceId }) => claimOn(resourceId));
    const claimAll = (all: readonly ReturnType<typeof claimOn>[]) =>
      Promise.all(all.map((claim) => inventory.uses.claimUnits(tenantId, claim)));
    const commitsOf = (ids: readonly string[]) =>
      asOwner(tenantId, async (client) => {
        const text =
          'SELECT count(*)::int AS kept, count(DISTINCT xmin::text)::int AS commits FROM claims WHERE claim_id = ANY ($1)';
        return (await client.query(text, [ids])).rows[0];
      });
    for (const result of await claimAll(claims)) expect(outcomeOf(result)).toMatchObject({ state: 'held' });
    expect(await commitsOf(claims.map(({ claimId }) => claimId))).toEqual({ kept: 9, commits: 1 });

    // One id on two resources: nothing that is looked at under the lock tells, only the primary key does.
    const twice = claimOn(spoilt);
    const elsewhere = { ...claimOn(villas[0]?.resourceId ?? '', { first: 9 }), claimId: twice.claimId };
    const later = villas.slice(1).map(({ resourceId }) => claimOn(resourceId, { first: 9 }));
    const [one, other, ...others] = (await claimAll([twice, elsewhere, ...later])).map(outcomeOf);
    expect([one, other]).toContain('units_taken');
    expect([one, other]).toContainEqual({ claimId: twice.claimId, state: 'held' });
    expect(others).toEqual(later.map(({ claimId }) => ({ claimId, state: 'held' })));
  });

  it('does not know another tenant’s resource', async () => {
    const { resourceId } = await sellVilla(inventory.uses);
    const result = await inventory.uses.claimUnits(randomUUID(), claimOn(resourceId));
    expect(outcomeOf(result)).toBe('resource_not_found');
  });
});

describe('the database itself', () => {
  it('refuses two claims over one night that were made beside the lock', async () => {
    const { tenantId, resourceId } = await sellVilla(inventory.uses);
    const insert = (during: string, exclusive = true) =>
      asOwner(tenantId, (client) =>
        client.query(
          `INSERT INTO claims (tenant_id, claim_id, resource_id, kind, state, during, units, exclusive)
           VALUES ($1, gen_random_uuid(), $2, 'reservation', 'confirmed', $3, 1, $4)`,
          [tenantId, resourceId, during, exclusive],
        ),
      );
    await insert('[2027-06-10,2027-06-12)');
    await expect(insert('[2027-06-11,2027-06-13)')).rejects.toMatchObject({
      code: '23P01',
      constraint: 'claims_no_overlap',
    });
    await expect(insert('[2027-06-20,2027-06-20)')).rejects.toMatchObject({ code: '23514' });
    await expect(insert('[2027-06-20,2028-09-20)')).rejects.toMatchObject({
      constraint: 'claims_not_too_long',
    });
    await insert('[2027-06-12,2027-06-13)');
  });

  it('turns its refusal of an overlap into the public one', async () => {
    const { tenantId, resourceId } = await sellVilla(inventory.uses);
    const { from } = nights();
    // Not counted as taken, because it lies on another tenant’s rows: only the constraint knows of it.
    await asOwner(tenantId, async (client) => {
      await client.query(
        `INSERT INTO claims (tenant_id, claim_id, resource_id, kind, state, during, units, exclusive)
         VALUES ($1, gen_random_uuid(), $2, 'reservation', 'confirmed', tstzrange($3::date, $3::date + 1), 1, true)`,
        [tenantId, resourceId, from.slice(0, 10)],
      );
      await client.query('ALTER TABLE claims DISABLE TRIGGER claims_bounds');
      // Hides the row from the look-up, which goes by these two columns.
      await client.query(
        `UPDATE claims SET starts_at = '2001-01-01', ends_at = '2001-01-02' WHERE resource_id = $1`,
        [resourceId],
      );
      await client.query('ALTER TABLE claims ENABLE TRIGGER claims_bounds');
    });
    expect(outcomeOf(await inventory.uses.claimUnits(tenantId, claimOn(resourceId)))).toBe('units_taken');
    expect(
      outcomeOf(await inventory.uses.claimUnits(tenantId, claimOn(resourceId, { first: 5 }))),
    ).toMatchObject({ state: 'held' });
  });
});

describe('confirm-claim', () => {
  it('makes a lease permanent, and says so again', async () => {
    const { tenantId, resourceId } = await sellVilla(inventory.uses);
    const claim = claimOn(resourceId);
    valueOf(await inventory.uses.claimUnits(tenantId, claim));
    for (const _ of [1, 2])
      expect(outcomeOf(await inventory.uses.confirmClaim(tenantId, claim))).toEqual({
        claimId: claim.claimId,
        state: 'confirmed',
      });
  });

  it('takes a lapsed lease again while the units are free, swept or not', async () => {
    const { tenantId, resourceId } = await sellVilla(inventory.uses);
    const unswept = claimOn(resourceId, { expiresAt: past() });
    valueOf(await inventory.uses.claimUnits(tenantId, unswept));
    expect(outcomeOf(await inventory.uses.confirmClaim(tenantId, unswept))).toMatchObject({
      state: 'confirmed',
    });
    const swept = claimOn(resourceId, { first: 10 });
    valueOf(await inventory.uses.claimUnits(tenantId, swept));
    valueOf(await inventory.uses.releaseClaim(tenantId, { ...swept, reason: 'expired' }));
    expect(outcomeOf(await inventory.uses.confirmClaim(tenantId, swept))).toMatchObject({
      state: 'confirmed',
    });
    expect(outcomeOf(await inventory.uses.claimUnits(tenantId, claimOn(resourceId, { first: 10 })))).toBe(
      'units_taken',
    );
  });

  it('never brings back what was cancelled, even where an expiry came before or after', async () => {
    const { tenantId, resourceId } = await sellVilla(inventory.uses);
    const claim = claimOn(resourceId);
    valueOf(await inventory.uses.claimUnits(tenantId, claim));
    for (const reason of ['expired', 'cancelled', 'expired'] as const)
      valueOf(await inventory.uses.releaseClaim(tenantId, { ...claim, reason }));
    expect(outcomeOf(await inventory.uses.confirmClaim(tenantId, claim))).toBe('claim_released');
  });

  it('wins or loses against a new claim on the lapsed units, never both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { tenantId, resourceId } = await sellVilla(inventory.uses);
      const lapsed = claimOn(resourceId, { expiresAt: past() });
      valueOf(await inventory.uses.claimUnits(tenantId, lapsed));
      const results = await Promise.all([
        anotherReplica().confirmClaim(tenantId, lapsed),
        anotherReplica().claimUnits(tenantId, claimOn(resourceId)),
      ]);
      expect(results.filter((result) => result.ok)).toHaveLength(1);
    }
  });
});

describe('release-claim', () => {
  it('frees the units at once, and may be repeated', async () => {
    const { tenantId, resourceId } = await sellVilla(inventory.uses);
    const claim = claimOn(resourceId, { expiresAt: null });
    valueOf(await inventory.uses.claimUnits(tenantId, claim));
    for (const _ of [1, 2])
      expect(
        outcomeOf(await inventory.uses.releaseClaim(tenantId, { ...claim, reason: 'cancelled' })),
      ).toEqual({ released: true });
    expect(outcomeOf(await inventory.uses.claimUnits(tenantId, claimOn(resourceId)))).toMatchObject({
      state: 'held',
    });
  });

  it('by a late word of expiry leaves a confirmed stay alone', async () => {
    const { tenantId, resourceId } = await sellVilla(inventory.uses);
    const claim = claimOn(resourceId);
    valueOf(await inventory.uses.claimUnits(tenantId, claim));
    valueOf(await inventory.uses.confirmClaim(tenantId, claim));
    const late = await inventory.uses.releaseClaim(tenantId, { ...claim, reason: 'expired' });
    expect(outcomeOf(late)).toEqual({ released: false });
    expect(outcomeOf(await inventory.uses.claimUnits(tenantId, claimOn(resourceId)))).toBe('units_taken');
  });
});
