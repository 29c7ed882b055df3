import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from './as-owner.ts';
import { block, conflictsOf, createConnection, day } from './block-sync.ts';
import { createCourt } from './create-court.ts';
import { createVilla, stayRequest } from './create-villa.ts';
import type { Villa } from './create-villa.ts';
import { outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { TestInventory } from './start-inventory.ts';
import { createClaimRepository } from '../src/outbound/claims/claim-repository.ts';

let inventory: TestInventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

const villaOf = (units = 1): Promise<Villa> => createVilla(inventory.client, { units });
const stay = (first: number, end: number) => ({
  from: `${day(first)}T13:00:00.000Z`,
  to: `${day(end)}T08:00:00.000Z`,
});
async function reasonsFor({ tenantId, resourceId }: Villa, first: number, end: number) {
  const request = { resourceId, ...stay(first, end), partySize: 2, quantity: 1 };
  return valueOf(await inventory.client.findAvailability(tenantId, request)).reasons;
}
/** A permanent claim, or a lease until `expiresAt`. */
async function take(
  { tenantId, resourceId }: Villa,
  first: number,
  end: number,
  { expiresAt = null as string | null, quantity = 1 } = {},
) {
  const claim = { claimId: randomUUID(), resourceId, quantity, expiresAt, ...stay(first, end) };
  return { claim, outcome: outcomeOf(await inventory.client.claimUnits(tenantId, claim)) };
}

describe('replace-blocks', () => {
  it('adds new blocks, moves changed ones, removes missing ones and keeps the rest, visible to the next read', async () => {
    const villa = await villaOf();
    const { sync } = createConnection(inventory, villa.tenantId);
    const [a, b] = [block(villa.resourceId, 'a', 0, 2), block(villa.resourceId, 'b', 5, 7)];
    expect(await sync(a, b)).toEqual({ added: 2, moved: 0, removed: 0, kept: 0 });
    expect(await reasonsFor(villa, 1, 3)).toEqual(['external_block']);
    expect(await reasonsFor(villa, 2, 5)).toEqual([]);
    const moved = block(villa.resourceId, 'b', 6, 9);
    expect(await sync(a, moved)).toEqual({ added: 0, moved: 1, removed: 0, kept: 1 });
    expect(await reasonsFor(villa, 5, 6)).toEqual([]);
    expect(await reasonsFor(villa, 8, 9)).toEqual(['external_block']);
    expect(outcomeOf(await inventory.client.priceStay(villa.tenantId, stayRequest(villa, stay(8, 9))))).toBe(
      'unavailable',
    );
    expect(await sync(moved)).toEqual({ added: 0, moved: 0, removed: 1, kept: 1 });
    expect(await reasonsFor(villa, 0, 2)).toEqual([]);
    expect((await take(villa, 8, 10)).outcome).toBe('units_taken');
    expect((await take(villa, 9, 11)).outcome).toMatchObject({ state: 'confirmed' });
  });

  it('changes the calendar and its ETag', async () => {
    const villa = await villaOf();
    const { sync } = createConnection(inventory, villa.tenantId);
    const read = async () => {
      const request = { resourceId: villa.resourceId, ...stay(0, 3), knownEtags: [] };
      return valueOf(await inventory.client.readCalendar(villa.tenantId, request));
    };
    const before = await read();
    await sync(block(villa.resourceId, 'a', 1, 2));
    const after = await read();
    expect(after.etag).not.toBe(before.etag);
    expect(after.calendar?.days.map(({ reasons }) => reasons)).toEqual([[], ['external_block'], []]);
  });

  it('takes one unit for each event of a resource with several units', async () => {
    const villa = await villaOf(3);
    const [one, other] = [
      createConnection(inventory, villa.tenantId),
      createConnection(inventory, villa.tenantId),
    ];
    await one.sync(block(villa.resourceId, 'a', 0, 2));
    await other.sync(block(villa.resourceId, 'a', 0, 2));
    expect((await take(villa, 0, 2, { quantity: 2 })).outcome).toBe('units_taken');
    expect((await take(villa, 0, 2)).outcome).toMatchObject({ state: 'confirmed' });
    expect(await conflictsOf(inventory, villa.tenantId)).toEqual([]);
    expect(await reasonsFor(villa, 0, 2)).toEqual(['reserved', 'external_block']);
  });

  it('ignores an outdated sync, and repeats one without an effect', async () => {
    const villa = await villaOf();
    const connectionId = randomUUID();
    const sync = async (sequence: number, ...blocks: ReturnType<typeof block>[]) =>
      valueOf(await inventory.client.replaceBlocks(villa.tenantId, { connectionId, sequence, blocks }));
    await sync(7, block(villa.resourceId, 'a', 0, 2));
    expect(await sync(7, block(villa.resourceId, 'a', 0, 2))).toMatchObject({ added: 0, kept: 1 });
    expect(await sync(6)).toEqual({ added: 0, moved: 0, removed: 0, kept: 0 });
    expect(await sync(6, block(villa.resourceId, 'b', 4, 5))).toMatchObject({ added: 0, kept: 1 });
    expect(await reasonsFor(villa, 0, 2)).toEqual(['external_block']);
    expect(await reasonsFor(villa, 4, 5)).toEqual([]);
  });

  it('keeps a block that has begun, adds none that is over, and removes all with the connection', async () => {
    const villa = await villaOf();
    const { sync, remove } = createConnection(inventory, villa.tenantId);
    const [began, over] = [
      block(villa.resourceId, 'began', -61, 20),
      block(villa.resourceId, 'over', -70, -62),
    ];
    expect(await sync(began, over, block(villa.resourceId, 'next', 30, 31))).toMatchObject({ added: 2 });
    expect(await sync()).toEqual({ added: 0, moved: 0, removed: 1, kept: 1 });
    expect(await reasonsFor(villa, 0, 2)).toEqual(['external_block']);
    // The feed itself has an earlier end.
    expect(await sync(block(villa.resourceId, 'began', -61, 1))).toMatchObject({ moved: 1 });
    expect(await reasonsFor(villa, 1, 2)).toEqual([]);
    expect(await remove()).toMatchObject({ removed: 1 });
    expect(await reasonsFor(villa, 0, 2)).toEqual([]);
  });

  it('removes begun blocks on a resource that is no longer mapped, and on no other', async () => {
    const [left, kept] = [await villaOf(), await villaOf()];
    const { tenantId } = left;
    const cabin = { ...kept, ...(await createVilla(inventory.client, { tenantId })) };
    const connectionId = randomUUID();
    const sync = async (sequence: number, mappedTo: string[], ...blocks: ReturnType<typeof block>[]) => {
      const request = { connectionId, sequence, blocks, mappedTo };
      return valueOf(await inventory.client.replaceBlocks(tenantId, request));
    };
    const both = [left.resourceId, cabin.resourceId];
    await sync(1, both, ...both.map((resourceId) => block(resourceId, 'began', -61, 20)));
    expect(await sync(2, [cabin.resourceId])).toEqual({ added: 0, moved: 0, removed: 1, kept: 1 });
    expect(await reasonsFor(left, 0, 2)).toEqual([]);
    expect(await reasonsFor(cabin, 0, 2)).toEqual(['external_block']);
  });

  it('blocks several years throughout, and lists them as one entry', async () => {
    const villa = await villaOf();
    const { sync, id: connectionId } = createConnection(inventory, villa.tenantId);
    await sync(block(villa.resourceId, 'long', 0, 1_500));
    for (const first of [0, 364, 800, 1_498]) {
      expect(await reasonsFor(villa, first, first + 2)).toEqual(['external_block']);
    }
    expect(await reasonsFor(villa, 1_500, 1_502)).toEqual([]);
    const request = { resourceId: villa.resourceId, ...stay(-20, 1_000) };
    const { entries } = valueOf(await inventory.client.listOccupancy(villa.tenantId, request));
    const dates = { from: day(0), to: day(1_500) };
    expect(entries).toMatchObject([{ kind: 'external_block', dates, sequence: 0 }]);
    const without = { ...request, excludeConnectionId: connectionId };
    expect(valueOf(await inventory.client.listOccupancy(villa.tenantId, without)).entries).toEqual([]);
    await sync(block(villa.resourceId, 'long', 0, 3));
    const later = valueOf(await inventory.client.listOccupancy(villa.tenantId, request)).entries;
    expect(later).toMatchObject([{ id: entries[0]?.id, dates: { to: day(3) }, sequence: 1 }]);
    await sync();
    expect(await reasonsFor(villa, 800, 802)).toEqual([]);
  });

  it('blocks the exact instants of a generic resource', async () => {
    const { tenantId, resourceId } = await createCourt(inventory.client, { currency: 'EUR' });
    const at = (hour: number) => `${day(0)}T${hour}:00:00.000Z`;
    const { dates: _dates, ...plain } = block(resourceId, 'a', 0, 1);
    await createConnection(inventory, tenantId).sync({ ...plain, instants: [at(10), at(12)] });
    const claim = (from: number, to: number) => {
      const window = { from: at(from), to: at(to) };
      const request = { claimId: randomUUID(), resourceId, quantity: 1, expiresAt: null, ...window };
      return inventory.client.claimUnits(tenantId, request);
    };
    expect(outcomeOf(await claim(11, 13))).toBe('units_taken');
    expect(outcomeOf(await claim(12, 13))).toMatchObject({ state: 'confirmed' });
  });

  it('does not find a resource or a connection of another tenant', async () => {
    const [ours, theirs] = [await villaOf(), await villaOf()];
    const connectionId = randomUUID();
    const foreign = { connectionId, sequence: 1, blocks: [block(theirs.resourceId, 'a', 0, 2)] };
    expect(outcomeOf(await inventory.client.replaceBlocks(ours.tenantId, foreign))).toBe(
      'resource_not_found',
    );
    await createConnection(inventory, theirs.tenantId, connectionId).sync(
      block(theirs.resourceId, 'a', 0, 2),
    );
    await createConnection(inventory, ours.tenantId, connectionId).remove();
    expect(await reasonsFor(theirs, 0, 2)).toEqual(['external_block']);
  });

  it('writes nothing for a repeated sync, and recognises an event under a new key', async () => {
    const villa = await villaOf();
    const { sync } = createConnection(inventory, villa.tenantId);
    await sync(block(villa.resourceId, 'a', 0, 2));
    const rows = () =>
      asOwner(inventory, villa.tenantId, async (client) => {
        const sql = `SELECT b.*, b.xmin AS version, c.xmin AS claim_version FROM external_blocks b
                     JOIN claims c ON c.tenant_id = b.tenant_id AND c.claim_id = b.id`;
        return (await client.query<{ id: string; key: string; claim_version: string }>(sql)).rows;
      });
    const [first] = await rows();
    await sync(block(villa.resourceId, 'a', 0, 2));
    expect(await rows()).toEqual([first]);
    expect(await sync(block(villa.resourceId, 'renamed', 0, 2))).toEqual({
      added: 0,
      moved: 0,
      removed: 0,
      kept: 1,
    });
    const { id, claim_version: version } = first ?? {};
    expect(await rows()).toMatchObject([{ id, key: 'renamed', revision: 0, claim_version: version }]);
  });
});

describe('a conflict', () => {
  it('is published once for each stay under a new or moved block, and again when the block moves', async () => {
    const villa = await villaOf();
    const { sync, id: connectionId } = createConnection(inventory, villa.tenantId);
    const confirmed = await take(villa, 0, 3);
    const soon = Temporal.Now.instant().add({ minutes: 15 }).toString();
    const held = await take(villa, 3, 5, { expiresAt: soon });
    await take(villa, 5, 7, { expiresAt: Temporal.Now.instant().subtract({ seconds: 1 }).toString() });
    const published = async () =>
      (await conflictsOf(inventory, villa.tenantId)).map((one) => one.reservationId);
    await sync(block(villa.resourceId, 'a', 2, 7));
    const [first] = await conflictsOf(inventory, villa.tenantId);
    expect(first).toMatchObject({ connectionId, inboundEvent: 'a', startsAt: day(2), endsAt: day(7) });
    expect(await published()).toEqual([confirmed.claim.claimId, held.claim.claimId]);
    await sync(block(villa.resourceId, 'a', 2, 7));
    await sync(block(villa.resourceId, 'another key', 2, 7));
    expect(await published()).toHaveLength(2);
    await sync(block(villa.resourceId, 'another key', 4, 7));
    expect(await published()).toEqual([confirmed.claim.claimId, held.claim.claimId, held.claim.claimId]);
    // Back to back is no overlap.
    await sync(block(villa.resourceId, 'another key', 5, 9));
    expect(await published()).toHaveLength(3);
  });

  it('is not published for a stay whose guest has left, though its nights stay taken', async () => {
    const villa = await villaOf();
    const { sync } = createConnection(inventory, villa.tenantId);
    const { claim } = await take(villa, 0, 5);
    const mark = { consumer: 'inventory', eventId: randomUUID() };
    await createClaimRepository(inventory.db).recordDeparture(villa.tenantId, claim.claimId, mark);
    await sync(block(villa.resourceId, 'a', 2, 7));
    expect(await conflictsOf(inventory, villa.tenantId)).toEqual([]);
    expect((await take(villa, 0, 2)).outcome).toBe('units_taken');
  });

  it('is published only where more units are taken than the resource has', async () => {
    const villa = await villaOf(2);
    const { sync } = createConnection(inventory, villa.tenantId);
    const left = await take(villa, 0, 4);
    const right = await take(villa, 6, 10);
    await sync(block(villa.resourceId, 'a', 2, 8));
    expect(await conflictsOf(inventory, villa.tenantId)).toEqual([]);
    await sync(block(villa.resourceId, 'a', 2, 8), block(villa.resourceId, 'b', 7, 9));
    const conflicts = await conflictsOf(inventory, villa.tenantId);
    expect(conflicts).toMatchObject([{ inboundEvent: 'b', reservationId: right.claim.claimId }]);
    expect(conflicts).not.toContainEqual(expect.objectContaining({ reservationId: left.claim.claimId }));
  });
});
