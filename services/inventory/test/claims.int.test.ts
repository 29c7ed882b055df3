import { randomUUID } from 'node:crypto';
import type { claimUnits } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from './as-owner.ts';
import { createVilla, nights } from './create-villa.ts';
import { createReplica, outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { TestInventory } from './start-inventory.ts';
import { untilAnswered } from './until-answered.ts';

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

const deadlocks = (tenantId: string) =>
  asOwner(inventory, tenantId, async (client) => {
    const { rows } = await client.query(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    return Number(rows[0].deadlocks);
  });

/** Replicas share nothing but the database. */
const anotherReplica = () => createReplica(inventory.db);

describe('claim-units', () => {
  it('gives a single unit to exactly one of 64 concurrent claims, without a deadlock', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const attempts = Array.from({ length: 64 }, (_, index) => {
      const claim = claimOn(resourceId, { first: index % 3 });
      return untilAnswered(() => anotherReplica().claimUnits(tenantId, claim));
    });
    const outcomes = (await Promise.all(attempts)).map((result) =>
      result.ok ? 'taken' : result.refusal.code,
    );
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['taken', 'units_taken']));
    expect(await deadlocks(tenantId)).toBe(0);
  });

  it('gives five units to exactly five of 40 concurrent claims', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client, { units: 5 });
    const attempts = Array.from({ length: 40 }, () => {
      const claim = claimOn(resourceId);
      return untilAnswered(() => anotherReplica().claimUnits(tenantId, claim));
    });
    const taken = (await Promise.all(attempts)).filter((result) => result.ok);
    expect(taken).toHaveLength(5);
  });

  it('returns the same result for a repeated claim, and stores it once', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const claim = claimOn(resourceId);
    const results = await Promise.all([1, 2, 3].map(() => inventory.client.claimUnits(tenantId, claim)));
    const held = { claimId: claim.claimId, state: 'held' };
    expect(results.map(outcomeOf)).toEqual([held, held, held]);
    const kept = await asOwner(inventory, tenantId, (client) =>
      client.query('SELECT 1 FROM claims WHERE claim_id = $1', [claim.claimId]),
    );
    expect(kept.rowCount).toBe(1);
  });

  it('takes the nights of a stay, so that two stays may share a changeover date', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    for (const first of [0, 3, -3])
      expect(
        outcomeOf(await inventory.client.claimUnits(tenantId, claimOn(resourceId, { first }))),
      ).toMatchObject({ state: 'held' });
    expect(outcomeOf(await inventory.client.claimUnits(tenantId, claimOn(resourceId, { first: 2 })))).toBe(
      'units_taken',
    );
  });

  it('is refused after its release, and leaves the units free', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const { claimId }: { claimId: string } = claimOn(resourceId);
    const released = await inventory.client.releaseClaim(tenantId, {
      claimId,
      resourceId,
      reason: 'abandoned',
    });
    expect(outcomeOf(released)).toEqual({ released: true });
    const late = await inventory.client.claimUnits(tenantId, claimOn(resourceId, { claimId }));
    expect(outcomeOf(late)).toBe('claim_released');
    expect(outcomeOf(await inventory.client.claimUnits(tenantId, claimOn(resourceId)))).toMatchObject({
      state: 'held',
    });
  });

  it('takes units whose lease has expired without a release', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const expired = claimOn(resourceId, { expiresAt: past() });
    valueOf(await inventory.client.claimUnits(tenantId, expired));
    expect(outcomeOf(await inventory.client.claimUnits(tenantId, claimOn(resourceId)))).toMatchObject({
      state: 'held',
    });
    expect(outcomeOf(await inventory.client.confirmClaim(tenantId, expired))).toBe('units_taken');
  });

  it('is refused as locked within its timeout while another transaction has the lock', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const free = await createVilla(inventory.client, { tenantId });
    await asOwner(inventory, tenantId, async (client) => {
      await client.query('BEGIN');
      await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('inventory.claims.' || $1, 0))`, [
        resourceId,
      ]);
      const since = performance.now();
      const waiting = Array.from({ length: 30 }, () =>
        inventory.client.claimUnits(tenantId, claimOn(resourceId)),
      );
      // Claims that wait for one resource delay no claim on another.
      expect(outcomeOf(await inventory.client.claimUnits(tenantId, claimOn(free.resourceId)))).toMatchObject({
        state: 'held',
      });
      expect(performance.now() - since).toBeLessThan(1_000);
      const results = await Promise.all(waiting);
      expect(performance.now() - since).toBeLessThan(2_500);
      for (const result of results)
        expect(result).toMatchObject({
          refusal: { code: 'resource_locked', extra: { retryAfterSeconds: 1 } },
        });
      await client.query('ROLLBACK');
    });
    await eventually(
      'the resource can be claimed again',
      async () => (await inventory.client.claimUnits(tenantId, claimOn(resourceId))).ok,
    );
  });

  it('commits claims on several resources together, and one that fails makes none of the others fail', async () => {
    const { tenantId, resourceId: first } = await createVilla(inventory.client);
    const villas = await Promise.all(
      Array.from({ length: 9 }, () => createVilla(inventory.client, { tenantId })),
    );
    const claims = villas.map(({ resourceId }) => claimOn(resourceId));
    const claimAll = (all: readonly ReturnType<typeof claimOn>[]) =>
      Promise.all(all.map((claim) => inventory.client.claimUnits(tenantId, claim)));
    const commitsOf = (ids: readonly string[]) =>
      asOwner(inventory, tenantId, async (client) => {
        const text =
          'SELECT count(*)::int AS kept, count(DISTINCT xmin::text)::int AS commits FROM claims WHERE claim_id = ANY ($1)';
        return (await client.query(text, [ids])).rows[0];
      });
    for (const result of await claimAll(claims)) expect(outcomeOf(result)).toMatchObject({ state: 'held' });
    expect(await commitsOf(claims.map(({ claimId }) => claimId))).toEqual({ kept: 9, commits: 1 });

    // One claim id on two resources: only the primary key detects it.
    const twice = claimOn(first);
    const elsewhere = { ...claimOn(villas[0]?.resourceId ?? '', { first: 9 }), claimId: twice.claimId };
    const later = villas.slice(1).map(({ resourceId }) => claimOn(resourceId, { first: 9 }));
    const [one, other, ...others] = (await claimAll([twice, elsewhere, ...later])).map(outcomeOf);
    expect([one, other]).toContain('units_taken');
    expect([one, other]).toContainEqual({ claimId: twice.claimId, state: 'held' });
    expect(others).toEqual(later.map(({ claimId }) => ({ claimId, state: 'held' })));
  });

  it('does not find a resource of another tenant', async () => {
    const { resourceId } = await createVilla(inventory.client);
    const result = await inventory.client.claimUnits(randomUUID(), claimOn(resourceId));
    expect(outcomeOf(result)).toBe('resource_not_found');
  });
});

describe('the constraint', () => {
  it('refuses two claims of one night that were written without the lock', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const insert = (during: string, exclusive = true) =>
      asOwner(inventory, tenantId, (client) =>
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

  it('makes a claim be refused as units_taken', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const { from } = nights();
    await asOwner(inventory, tenantId, async (client) => {
      await client.query(
        `INSERT INTO claims (tenant_id, claim_id, resource_id, kind, state, during, units, exclusive)
         VALUES ($1, gen_random_uuid(), $2, 'reservation', 'confirmed', tstzrange($3::date, $3::date + 1), 1, true)`,
        [tenantId, resourceId, from.slice(0, 10)],
      );
      await client.query('ALTER TABLE claims DISABLE TRIGGER claims_bounds');
      // Hides the row from the query, which uses these two columns: only the constraint detects the overlap.
      await client.query(
        `UPDATE claims SET starts_at = '2001-01-01', ends_at = '2001-01-02' WHERE resource_id = $1`,
        [resourceId],
      );
      await client.query('ALTER TABLE claims ENABLE TRIGGER claims_bounds');
    });
    expect(outcomeOf(await inventory.client.claimUnits(tenantId, claimOn(resourceId)))).toBe('units_taken');
    expect(
      outcomeOf(await inventory.client.claimUnits(tenantId, claimOn(resourceId, { first: 5 }))),
    ).toMatchObject({ state: 'held' });
  });
});

describe('confirm-claim', () => {
  it('makes a lease permanent, and may be repeated', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const claim = claimOn(resourceId);
    valueOf(await inventory.client.claimUnits(tenantId, claim));
    for (const _ of [1, 2])
      expect(outcomeOf(await inventory.client.confirmClaim(tenantId, claim))).toEqual({
        claimId: claim.claimId,
        state: 'confirmed',
      });
  });

  it('takes the units of an expired lease again while they are free, released or not', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const unreleased = claimOn(resourceId, { expiresAt: past() });
    valueOf(await inventory.client.claimUnits(tenantId, unreleased));
    expect(outcomeOf(await inventory.client.confirmClaim(tenantId, unreleased))).toMatchObject({
      state: 'confirmed',
    });
    const released = claimOn(resourceId, { first: 10 });
    valueOf(await inventory.client.claimUnits(tenantId, released));
    valueOf(await inventory.client.releaseClaim(tenantId, { ...released, reason: 'expired' }));
    expect(outcomeOf(await inventory.client.confirmClaim(tenantId, released))).toMatchObject({
      state: 'confirmed',
    });
    expect(outcomeOf(await inventory.client.claimUnits(tenantId, claimOn(resourceId, { first: 10 })))).toBe(
      'units_taken',
    );
  });

  it('is refused after a cancellation, with an expiry before or after it', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const claim = claimOn(resourceId);
    valueOf(await inventory.client.claimUnits(tenantId, claim));
    for (const reason of ['expired', 'cancelled', 'expired'] as const)
      valueOf(await inventory.client.releaseClaim(tenantId, { ...claim, reason }));
    expect(outcomeOf(await inventory.client.confirmClaim(tenantId, claim))).toBe('claim_released');
  });

  it('or a concurrent new claim takes the units of an expired lease, never both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { tenantId, resourceId } = await createVilla(inventory.client);
      const expired = claimOn(resourceId, { expiresAt: past() });
      valueOf(await inventory.client.claimUnits(tenantId, expired));
      const results = await Promise.all([
        anotherReplica().confirmClaim(tenantId, expired),
        anotherReplica().claimUnits(tenantId, claimOn(resourceId)),
      ]);
      expect(results.filter((result) => result.ok)).toHaveLength(1);
    }
  });
});

describe('release-claim', () => {
  it('frees the units, and may be repeated', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const claim = claimOn(resourceId, { expiresAt: null });
    valueOf(await inventory.client.claimUnits(tenantId, claim));
    for (const _ of [1, 2])
      expect(
        outcomeOf(await inventory.client.releaseClaim(tenantId, { ...claim, reason: 'cancelled' })),
      ).toEqual({ released: true });
    expect(outcomeOf(await inventory.client.claimUnits(tenantId, claimOn(resourceId)))).toMatchObject({
      state: 'held',
    });
  });

  it('by a late expiry leaves a confirmed claim as it is', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const claim = claimOn(resourceId);
    valueOf(await inventory.client.claimUnits(tenantId, claim));
    valueOf(await inventory.client.confirmClaim(tenantId, claim));
    const late = await inventory.client.releaseClaim(tenantId, { ...claim, reason: 'expired' });
    expect(outcomeOf(late)).toEqual({ released: false });
    expect(outcomeOf(await inventory.client.claimUnits(tenantId, claimOn(resourceId)))).toBe('units_taken');
  });
});

describe('the units of a resource', () => {
  const setUnits = (tenantId: string, resourceId: string, units: number, by = inventory.client) =>
    by.updateResource(tenantId, { resourceId, changes: { units } });

  it('are not lowered below what live claims take, and nothing else of the change is written then', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client, { units: 4 });
    const claimed = claimOn(resourceId, { quantity: 3 });
    valueOf(await inventory.client.claimUnits(tenantId, claimed));
    valueOf(await inventory.client.claimUnits(tenantId, claimOn(resourceId, { first: 20, expiresAt: null })));
    const before = valueOf(await inventory.client.readResource(tenantId, { resourceId }));
    const changes = { units: 2, name: 'Other' };
    const refused = await inventory.client.updateResource(tenantId, { resourceId, changes });
    const midnight = (text: string) =>
      Temporal.PlainDate.from(text.slice(0, 10)).toZonedDateTime('Europe/Berlin').toInstant();
    expect(refused).toMatchObject({
      refusal: {
        code: 'units_in_use',
        extra: {
          from: midnight(claimed.from).toString({ smallestUnit: 'millisecond' }),
          to: midnight(claimed.to).toString({ smallestUnit: 'millisecond' }),
          unitsTaken: 3,
        },
      },
    });
    expect(valueOf(await inventory.client.readResource(tenantId, { resourceId }))).toEqual(before);
    expect(valueOf(await setUnits(tenantId, resourceId, 3)).units).toBe(3);
    valueOf(await inventory.client.releaseClaim(tenantId, { ...claimed, reason: 'cancelled' }));
    expect(valueOf(await setUnits(tenantId, resourceId, 1)).units).toBe(1);
    expect(valueOf(await setUnits(tenantId, resourceId, 9)).units).toBe(9);
  });

  it('may be lowered below leases that have expired and stays that are over', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client, { units: 4 });
    valueOf(
      await inventory.client.claimUnits(tenantId, claimOn(resourceId, { quantity: 4, expiresAt: past() })),
    );
    const over = { first: -70, quantity: 4, expiresAt: null };
    valueOf(await inventory.client.claimUnits(tenantId, claimOn(resourceId, over)));
    expect((await setUnits(tenantId, resourceId, 1)).ok).toBe(true);
  });

  it('or concurrent claims win: never more are taken than there are', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { tenantId, resourceId } = await createVilla(inventory.client, { units: 3 });
      const [lowered, ...claims] = await Promise.all([
        setUnits(tenantId, resourceId, 1, anotherReplica()),
        ...[1, 2, 3].map(() => anotherReplica().claimUnits(tenantId, claimOn(resourceId))),
      ]);
      const { units } = valueOf(await inventory.client.readResource(tenantId, { resourceId }));
      const taken = claims.filter(({ ok }) => ok).length;
      expect(units).toBe(lowered.ok ? 1 : 3);
      expect(lowered.ok ? taken === 1 : taken > 1, `${units} units, ${taken} taken`).toBe(true);
    }
    expect(await deadlocks(randomUUID())).toBe(0);
  });
});
