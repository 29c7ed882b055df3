import { randomUUID } from 'node:crypto';
import { claimMoved } from '@lodging/contract-inventory';
import type { claimMore, claimUnits, moveClaim } from '@lodging/contract-inventory';

import type { RequestOf } from '@lodging/contract-wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from './as-owner.ts';
import { block, conflictsOf, createConnection } from './block-sync.ts';
import { createVilla, nights } from './create-villa.ts';
import { outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { TestInventory } from './start-inventory.ts';

let inventory: TestInventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

const soon = (minutes = 15) => Temporal.Now.instant().add({ minutes }).toString();
const past = () => Temporal.Now.instant().subtract({ seconds: 1 }).toString();

interface StayChanges {
  first?: number;
  count?: number;
  quantity?: number;
}

const stay = (resourceId: string, { first = 0, count = 3, quantity = 1 }: StayChanges = {}) => ({
  resourceId,
  quantity,
  ...nights(first, count),
});

async function claimed(
  tenantId: string,
  resourceId: string,
  { expiresAt = null, ...changes }: StayChanges & { expiresAt?: string | null } = {},
): Promise<RequestOf<typeof claimUnits>> {
  const claim = { claimId: randomUUID(), expiresAt, ...stay(resourceId, changes) };
  valueOf(await inventory.client.claimUnits(tenantId, claim));
  return claim;
}

function moveOf(
  claimId: string,
  target: RequestOf<typeof moveClaim>['target'],
  changes: { moveId?: string; partIds?: string[] } = {},
): RequestOf<typeof moveClaim> {
  return { moveId: randomUUID(), claimId, partIds: [], target, ...changes };
}

const threeIds = () => [randomUUID(), randomUUID(), randomUUID()];

function moreOf(
  claimId: string,
  target: RequestOf<typeof claimMore>['target'],
  changes: { partIds?: string[]; expiresAt?: string } = {},
): RequestOf<typeof claimMore> {
  return { claimId, partIds: threeIds(), target, expiresAt: soon(), ...changes };
}

const isFree = async (tenantId: string, resourceId: string, changes: StayChanges = {}) => {
  const request = { claimId: randomUUID(), ...stay(resourceId, changes) };
  return !valueOf(await inventory.client.checkUnits(tenantId, request)).taken;
};

const rowsOf = (tenantId: string, text: string, values: unknown[]) =>
  asOwner(inventory, tenantId, async (client) => (await client.query(text, values)).rows);

const movedEvents = async (tenantId: string) => {
  const rows = await rowsOf(
    tenantId,
    'SELECT envelope FROM outbox WHERE tenant_id = $1 AND type = $2 ORDER BY aggregate_version',
    [tenantId, claimMoved.type],
  );
  return rows.map(({ envelope }) => JSON.parse(envelope).data);
};

const feedOf = async (tenantId: string, resourceId: string) => {
  const window = { from: nights(-30).from, to: nights(60).to };
  const { entries } = valueOf(await inventory.client.listOccupancy(tenantId, { resourceId, ...window }));
  return entries.map(({ id, dates, sequence }) => ({ id, dates, sequence }));
};

const dates = (first: number, count = 3) => {
  const { from, to } = nights(first, count);
  return { from: from.slice(0, 10), to: to.slice(0, 10) };
};

const midnight = (date: string) => `${date}T00:00:00.000Z`;

describe('move-claim', () => {
  it('gives a stay other nights: the new ones are taken, the old ones free, and the claim keeps its id', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const { claimId } = await claimed(tenantId, resourceId);
    const move = moveOf(claimId, stay(resourceId, { first: 10 }));
    const moved = valueOf(await inventory.client.moveClaim(tenantId, move));
    expect(moved).toMatchObject({ claimId, state: 'confirmed', revision: 1 });
    expect(await isFree(tenantId, resourceId)).toBe(true);
    expect(await isFree(tenantId, resourceId, { first: 10 })).toBe(false);
    const [previous, current] = [dates(0), dates(10)].map(({ from, to }) => ({
      resourceId,
      startsAt: midnight(from),
      endsAt: midnight(to),
      units: 1,
    }));
    expect(await movedEvents(tenantId)).toEqual([
      { claimId, moveId: move.moveId, revision: 1, previous, current, fits: true },
    ]);
  });

  it('gives a stay nights that overlap its own', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const { claimId } = await claimed(tenantId, resourceId);
    const longer = moveOf(claimId, stay(resourceId, { first: -1, count: 5 }));
    expect(outcomeOf(await inventory.client.moveClaim(tenantId, longer))).toMatchObject({ revision: 1 });
    const shorter = moveOf(claimId, stay(resourceId, { first: 1, count: 1 }));
    expect(outcomeOf(await inventory.client.moveClaim(tenantId, shorter))).toMatchObject({ revision: 2 });
    expect(await isFree(tenantId, resourceId, { first: 2 })).toBe(true);
    expect(await isFree(tenantId, resourceId, { first: 1 })).toBe(false);
  });

  it('changes nothing where another stay has a night, and may be requested again', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const { claimId } = await claimed(tenantId, resourceId);
    const other = await claimed(tenantId, resourceId, { first: 3 });
    const move = moveOf(claimId, stay(resourceId, { count: 4 }));
    expect(outcomeOf(await inventory.client.moveClaim(tenantId, move))).toBe('units_taken');
    expect(await isFree(tenantId, resourceId)).toBe(false);
    expect(await movedEvents(tenantId)).toEqual([]);
    expect(await feedOf(tenantId, resourceId)).toContainEqual({ id: claimId, dates: dates(0), sequence: 0 });
    valueOf(await inventory.client.releaseClaim(tenantId, { ...other, reason: 'cancelled' }));
    expect(outcomeOf(await inventory.client.moveClaim(tenantId, move))).toMatchObject({ revision: 1 });
  });

  it('answers a repeated move as the first time, also after later moves and the release', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const { claimId } = await claimed(tenantId, resourceId);
    const move = moveOf(claimId, stay(resourceId, { first: 10 }));
    const first = valueOf(await inventory.client.moveClaim(tenantId, move));
    valueOf(await inventory.client.moveClaim(tenantId, moveOf(claimId, stay(resourceId, { first: 20 }))));
    expect(valueOf(await inventory.client.moveClaim(tenantId, move))).toEqual(first);
    expect(await isFree(tenantId, resourceId, { first: 20 })).toBe(false);
    valueOf(await inventory.client.releaseClaim(tenantId, { claimId, resourceId, reason: 'cancelled' }));
    expect(valueOf(await inventory.client.moveClaim(tenantId, move))).toEqual(first);
    expect(await isFree(tenantId, resourceId, { first: 10 })).toBe(true);
  });

  it('moves once for many concurrent requests of one move', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const other = await createVilla(inventory.client, { tenantId });
    const { claimId } = await claimed(tenantId, resourceId);
    const move = moveOf(claimId, stay(other.resourceId));
    const results = await Promise.all(
      Array.from({ length: 8 }, () => inventory.client.moveClaim(tenantId, move)),
    );
    expect(new Set(results.map((result) => JSON.stringify(valueOf(result)))).size).toBe(1);
    expect(await movedEvents(tenantId)).toHaveLength(1);
  });

  it('keeps the end of a lease, and refuses a lease that has lapsed', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const expiresAt = soon();
    const held = await claimed(tenantId, resourceId, { expiresAt });
    const moved = await inventory.client.moveClaim(
      tenantId,
      moveOf(held.claimId, stay(resourceId, { first: 5 })),
    );
    expect(valueOf(moved)).toMatchObject({ state: 'held', revision: 1 });
    const [row] = await rowsOf(tenantId, 'SELECT expires_at FROM claims WHERE claim_id = $1', [held.claimId]);
    expect(Temporal.Instant.from(row.expires_at.toISOString()).epochMilliseconds).toBe(
      Temporal.Instant.from(expiresAt).epochMilliseconds,
    );
    const lapsed = await claimed(tenantId, resourceId, { first: 30, expiresAt: past() });
    const late = moveOf(lapsed.claimId, stay(resourceId, { first: 31 }));
    expect(outcomeOf(await inventory.client.moveClaim(tenantId, late))).toBe('claim_released');
  });

  it('refuses a released claim, one that never was, an unknown resource and a stay of more than 400 days', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const { claimId } = await claimed(tenantId, resourceId);
    const ends: [target: RequestOf<typeof moveClaim>['target'], outcome: string][] = [
      [stay(randomUUID()), 'resource_not_found'],
      [stay(resourceId, { count: 401 }), 'units_taken'],
    ];
    for (const [target, outcome] of ends)
      expect(outcomeOf(await inventory.client.moveClaim(tenantId, moveOf(claimId, target)))).toBe(outcome);
    valueOf(await inventory.client.releaseClaim(tenantId, { claimId, resourceId, reason: 'cancelled' }));
    for (const id of [claimId, randomUUID()])
      expect(
        outcomeOf(await inventory.client.moveClaim(tenantId, moveOf(id, stay(resourceId, { first: 9 })))),
      ).toBe('claim_released');
  });

  it('moves a stay to another resource: gone from the feed of the old one, in that of the new one', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const other = await createVilla(inventory.client, { tenantId });
    const { claimId } = await claimed(tenantId, resourceId);
    valueOf(await inventory.client.moveClaim(tenantId, moveOf(claimId, stay(other.resourceId))));
    expect(await feedOf(tenantId, resourceId)).toEqual([]);
    expect(await feedOf(tenantId, other.resourceId)).toEqual([{ id: claimId, dates: dates(0), sequence: 1 }]);
    const back = moveOf(claimId, stay(resourceId, { first: 1 }));
    valueOf(await inventory.client.moveClaim(tenantId, back));
    expect(await feedOf(tenantId, other.resourceId)).toEqual([]);
    expect(await feedOf(tenantId, resourceId)).toEqual([{ id: claimId, dates: dates(1), sequence: 2 }]);
  });

  it('lets an overbooked stay shrink', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client, { units: 2 });
    const { claimId } = await claimed(tenantId, resourceId, { quantity: 2 });
    await rowsOf(tenantId, `UPDATE resources SET units = 1 WHERE id = $1 RETURNING id`, [resourceId]);
    const shorter = moveOf(claimId, stay(resourceId, { first: 1, count: 2, quantity: 2 }));
    expect(outcomeOf(await inventory.client.moveClaim(tenantId, shorter))).toMatchObject({ revision: 1 });
    const longer = moveOf(claimId, stay(resourceId, { first: 1, count: 3, quantity: 2 }));
    expect(outcomeOf(await inventory.client.moveClaim(tenantId, longer))).toBe('units_taken');
  });

  it('takes the place of a lease that has lapsed', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    await claimed(tenantId, resourceId, { first: 3, expiresAt: past() });
    const { claimId } = await claimed(tenantId, resourceId);
    const longer = moveOf(claimId, stay(resourceId, { count: 5 }));
    expect(outcomeOf(await inventory.client.moveClaim(tenantId, longer))).toMatchObject({ revision: 1 });
  });

  it('is refused as locked within 1.8 s in all while both locks are held by others', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const other = await createVilla(inventory.client, { tenantId });
    const { claimId } = await claimed(tenantId, resourceId);
    await asOwner(inventory, tenantId, async (client) => {
      await client.query('BEGIN');
      await client.query(
        `SELECT pg_advisory_xact_lock(hashtextextended('inventory.claims.' || greatest($1::uuid, $2::uuid)::text, 0))`,
        [resourceId, other.resourceId],
      );
      const since = performance.now();
      const move = moveOf(claimId, stay(other.resourceId));
      expect(outcomeOf(await inventory.client.moveClaim(tenantId, move))).toBe('resource_locked');
      expect(performance.now() - since).toBeLessThan(2_500);
      await client.query('ROLLBACK');
    });
  });

  it('leaves a payment of the old stay valid: the claim is confirmed where it was moved to', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const other = await createVilla(inventory.client, { tenantId });
    const held = await claimed(tenantId, resourceId, { expiresAt: soon() });
    valueOf(await inventory.client.moveClaim(tenantId, moveOf(held.claimId, stay(other.resourceId))));
    expect(outcomeOf(await inventory.client.confirmClaim(tenantId, held))).toMatchObject({
      state: 'confirmed',
    });
    expect(await isFree(tenantId, other.resourceId)).toBe(false);
    expect(await isFree(tenantId, resourceId)).toBe(true);
  });

  it('is found once it was made, and not made once it was given up', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const { claimId } = await claimed(tenantId, resourceId);
    const [made, givenUp] = [5, 9].map((first) => moveOf(claimId, stay(resourceId, { first })));
    if (made === undefined || givenUp === undefined) throw new Error('there are two moves');
    const find = async ({ moveId }: { moveId: string }, forget: boolean) =>
      valueOf(await inventory.client.findMove(tenantId, { moveId, claimId, forget })).moved;
    const moved = valueOf(await inventory.client.moveClaim(tenantId, made));
    for (const forget of [false, true]) expect(await find(made, forget)).toEqual(moved);
    expect(await find(givenUp, false)).toBeNull();
    expect(await find(givenUp, true)).toBeNull();
    expect(outcomeOf(await inventory.client.moveClaim(tenantId, givenUp))).toBe('claim_released');
    expect(await find(givenUp, true)).toBeNull();
    expect(await isFree(tenantId, resourceId, { first: 5 })).toBe(false);
  });

  it('is made or given up, never both, where both are requested at once', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const { claimId } = await claimed(tenantId, resourceId);
    for (let round = 0; round < 15; round += 1) {
      const move = moveOf(claimId, stay(resourceId, { first: round + 1 }));
      const { moveId } = move;
      const [moved, found] = await Promise.all([
        inventory.client.moveClaim(tenantId, move),
        inventory.client.findMove(tenantId, { moveId, claimId, forget: true }),
      ]);
      expect(moved.ok).toBe(valueOf(found).moved !== null);
    }
  });

  it('forgets moves after 30 days', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const { claimId } = await claimed(tenantId, resourceId);
    const moves = [0, 1].map((first) => moveOf(claimId, stay(resourceId, { first: first + 5 })));
    for (const move of moves) valueOf(await inventory.client.moveClaim(tenantId, move));
    await rowsOf(
      tenantId,
      `UPDATE claim_moves SET at = now() - interval '31 days' WHERE move_id = $1 RETURNING move_id`,
      [moves[0]?.moveId],
    );
    await inventory.purgeMoves();
    const left = await rowsOf(tenantId, 'SELECT move_id FROM claim_moves WHERE tenant_id = $1', [tenantId]);
    expect(left).toEqual([{ move_id: moves[1]?.moveId }]);
  });
});

describe('claim-more', () => {
  it('leases the nights before and after, and the units that are missing between them', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client, { units: 3 });
    const { claimId } = await claimed(tenantId, resourceId, { quantity: 1 });
    const more = moreOf(claimId, stay(resourceId, { first: -1, count: 6, quantity: 2 }));
    const { parts } = valueOf(await inventory.client.claimMore(tenantId, more));
    const spans = [
      [-1, 1, 2],
      [3, 2, 2],
      [0, 3, 1],
    ].map(([first = 0, count = 0, units], index) => {
      const { from, to } = dates(first, count);
      const id = more.partIds[index];
      return { id, resourceId, startsAt: midnight(from), endsAt: midnight(to), units };
    });
    expect(parts).toEqual(spans);
    expect(await isFree(tenantId, resourceId, { first: 0, quantity: 2 })).toBe(false);
    expect(await isFree(tenantId, resourceId, { first: 0, quantity: 1 })).toBe(true);
    expect(valueOf(await inventory.client.claimMore(tenantId, more)).parts).toEqual(spans);
    const move = moveOf(claimId, more.target, { partIds: more.partIds });
    expect(outcomeOf(await inventory.client.moveClaim(tenantId, move))).toMatchObject({ revision: 1 });
    const rows = await rowsOf(tenantId, 'SELECT claim_id, units FROM claims WHERE tenant_id = $1', [
      tenantId,
    ]);
    expect(rows).toEqual([{ claim_id: claimId, units: 2 }]);
  });

  it('leases all of the target on another resource, and nothing where the stay only shrinks', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const other = await createVilla(inventory.client, { tenantId });
    const { claimId } = await claimed(tenantId, resourceId);
    const more = moreOf(claimId, stay(other.resourceId));
    const { parts } = valueOf(await inventory.client.claimMore(tenantId, more));
    expect(parts).toMatchObject([{ id: more.partIds[0], resourceId: other.resourceId, units: 1 }]);
    expect(await feedOf(tenantId, other.resourceId)).toEqual([]);
    const shorter = moreOf(claimId, stay(resourceId, { count: 1 }));
    expect(valueOf(await inventory.client.claimMore(tenantId, shorter)).parts).toEqual([]);
    const move = moveOf(claimId, more.target, { partIds: more.partIds });
    valueOf(await inventory.client.moveClaim(tenantId, move));
    expect(await isFree(tenantId, resourceId)).toBe(true);
    expect(await isFree(tenantId, other.resourceId)).toBe(false);
  });

  it('leases all or nothing, and keeps what the claim has', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const { claimId } = await claimed(tenantId, resourceId);
    await claimed(tenantId, resourceId, { first: 3 });
    const more = moreOf(claimId, stay(resourceId, { first: -1, count: 5 }));
    expect(outcomeOf(await inventory.client.claimMore(tenantId, more))).toBe('units_taken');
    expect(await isFree(tenantId, resourceId, { first: -1, count: 1 })).toBe(true);
    expect(await isFree(tenantId, resourceId)).toBe(false);
  });

  it('frees the parts at once when they are released, and refuses a late repetition', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const { claimId } = await claimed(tenantId, resourceId);
    const { partIds, ...more } = moreOf(claimId, stay(resourceId, { count: 5 }));
    valueOf(await inventory.client.claimMore(tenantId, { partIds, ...more }));
    expect(await isFree(tenantId, resourceId, { first: 3, count: 2 })).toBe(false);
    const release = () => inventory.client.releaseParts(tenantId, { claimId, partIds });
    expect(valueOf(await release())).toEqual({ released: true });
    expect(valueOf(await release())).toEqual({ released: false });
    expect(await isFree(tenantId, resourceId, { first: 3, count: 2 })).toBe(true);
    expect(await isFree(tenantId, resourceId)).toBe(false);
    expect(outcomeOf(await inventory.client.claimMore(tenantId, { partIds, ...more }))).toBe(
      'claim_released',
    );
  });

  it('takes lapsed parts again where they are free, also after another claim removed them', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const { claimId } = await claimed(tenantId, resourceId);
    const target = stay(resourceId, { count: 5 });
    const lapsed = moreOf(claimId, target, { expiresAt: past() });
    valueOf(await inventory.client.claimMore(tenantId, lapsed));
    const between = await claimed(tenantId, resourceId, { first: 3, count: 2, expiresAt: soon() });
    const again = { ...lapsed, expiresAt: soon() };
    expect(outcomeOf(await inventory.client.claimMore(tenantId, again))).toBe('units_taken');
    const move = moveOf(claimId, target, { partIds: lapsed.partIds });
    expect(outcomeOf(await inventory.client.moveClaim(tenantId, move))).toBe('units_taken');
    valueOf(await inventory.client.releaseClaim(tenantId, { ...between, reason: 'cancelled' }));
    expect(valueOf(await inventory.client.claimMore(tenantId, again)).parts).toHaveLength(1);
    expect(outcomeOf(await inventory.client.moveClaim(tenantId, move))).toMatchObject({ revision: 1 });
  });

  it('absorbs parts that have lapsed while their nights are free', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const { claimId } = await claimed(tenantId, resourceId);
    const target = stay(resourceId, { count: 5 });
    const more = moreOf(claimId, target, { expiresAt: past() });
    valueOf(await inventory.client.claimMore(tenantId, more));
    const move = moveOf(claimId, target, { partIds: more.partIds });
    expect(outcomeOf(await inventory.client.moveClaim(tenantId, move))).toMatchObject({ revision: 1 });
    expect(await isFree(tenantId, resourceId, { first: 4 })).toBe(false);
  });

  it('is no stay that an imported block could be in conflict with, but takes its units', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const { claimId } = await claimed(tenantId, resourceId);
    valueOf(await inventory.client.claimMore(tenantId, moreOf(claimId, stay(resourceId, { count: 5 }))));
    const { sync } = createConnection(inventory, tenantId);
    await sync(block(resourceId, 'over the part', 3, 5));
    expect(await conflictsOf(inventory, tenantId)).toEqual([]);
    await sync(block(resourceId, 'over the part', 3, 5), block(resourceId, 'over the stay', 0, 1));
    expect(await conflictsOf(inventory, tenantId)).toMatchObject([{ reservationId: claimId }]);
    expect(await isFree(tenantId, resourceId, { first: 3, count: 1 })).toBe(false);
  });

  it('frees the parts with the claim of their stay', async () => {
    const { tenantId, resourceId } = await createVilla(inventory.client);
    const { claimId } = await claimed(tenantId, resourceId);
    const more = moreOf(claimId, stay(resourceId, { count: 5 }));
    valueOf(await inventory.client.claimMore(tenantId, more));
    valueOf(await inventory.client.releaseClaim(tenantId, { claimId, resourceId, reason: 'cancelled' }));
    expect(await isFree(tenantId, resourceId, { count: 5 })).toBe(true);
    expect(outcomeOf(await inventory.client.claimMore(tenantId, more))).toBe('claim_released');
  });
});
