// Guards that what another calendar says is taken is taken at once, as a whole, and never without the host knowing.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwnerOf, conflictsOf, connect, day, event } from './blocks.ts';
import { outcomeOf, sellVilla, startInventory, valueOf, wish } from './inventory.ts';
import type { TestInventory } from './inventory.ts';

let inventory: TestInventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

interface Villa {
  readonly tenantId: string;
  readonly resourceId: string;
  readonly ratePlanId: string;
}
const villaOf = (units = 1): Promise<Villa> => sellVilla(inventory.uses, { units });
const stay = (first: number, end: number) => ({
  from: `${day(first)}T13:00:00.000Z`,
  to: `${day(end)}T08:00:00.000Z`,
});
async function reasonsFor({ tenantId, resourceId }: Villa, first: number, end: number) {
  const asked = { resourceId, ...stay(first, end), partySize: 2, quantity: 1 };
  return valueOf(await inventory.uses.findAvailability(tenantId, asked)).reasons;
}
/** A claim for good, or until the moment given. */
async function take(
  { tenantId, resourceId }: Villa,
  first: number,
  end: number,
  { expiresAt = null as string | null, quantity = 1 } = {},
) {
  const claim = { claimId: randomUUID(), resourceId, quantity, expiresAt, ...stay(first, end) };
  return { claim, outcome: outcomeOf(await inventory.uses.claimUnits(tenantId, claim)) };
}

describe('replace-blocks', () => {
  it('blocks what is new, moves what moved, frees what is gone, and leaves the rest, on the very next read', async () => {
    const villa = await villaOf();
    const { give } = connect(inventory, villa.tenantId);
    const [a, b] = [event(villa.resourceId, 'a', 0, 2), event(villa.resourceId, 'b', 5, 7)];
    expect(await give(a, b)).toEqual({ added: 2, moved: 0, removed: 0, kept: 0 });
    expect(await reasonsFor(villa, 1, 3)).toEqual(['external_block']);
    expect(await reasonsFor(villa, 2, 5)).toEqual([]);
    const moved = event(villa.resourceId, 'b', 6, 9);
    expect(await give(a, moved)).toEqual({ added: 0, moved: 1, removed: 0, kept: 1 });
    expect(await reasonsFor(villa, 5, 6)).toEqual([]);
    expect(await reasonsFor(villa, 8, 9)).toEqual(['external_block']);
    expect(outcomeOf(await inventory.uses.priceStay(villa.tenantId, wish(villa, stay(8, 9))))).toBe(
      'unavailable',
    );
    expect(await give(moved)).toEqual({ added: 0, moved: 0, removed: 1, kept: 1 });
    expect(await reasonsFor(villa, 0, 2)).toEqual([]);
    expect((await take(villa, 8, 10)).outcome).toBe('units_taken');
    expect((await take(villa, 9, 11)).outcome).toMatchObject({ state: 'confirmed' });
  });

  it('shows in the calendar, whose ETag changes with it', async () => {
    const villa = await villaOf();
    const { give } = connect(inventory, villa.tenantId);
    const read = async () => {
      const asked = { resourceId: villa.resourceId, ...stay(0, 3), knownEtags: [] };
      return valueOf(await inventory.uses.readCalendar(villa.tenantId, asked));
    };
    const before = await read();
    await give(event(villa.resourceId, 'a', 1, 2));
    const after = await read();
    expect(after.etag).not.toBe(before.etag);
    expect(after.calendar?.days.map(({ reasons }) => reasons)).toEqual([[], ['external_block'], []]);
  });

  it('takes one unit for each event of a resource that has several', async () => {
    const villa = await villaOf(3);
    const [one, other] = [connect(inventory, villa.tenantId), connect(inventory, villa.tenantId)];
    await one.give(event(villa.resourceId, 'a', 0, 2));
    await other.give(event(villa.resourceId, 'a', 0, 2));
    expect((await take(villa, 0, 2, { quantity: 2 })).outcome).toBe('units_taken');
    expect((await take(villa, 0, 2)).outcome).toMatchObject({ state: 'confirmed' });
    expect(await conflictsOf(inventory, villa.tenantId)).toEqual([]);
    expect(await reasonsFor(villa, 0, 2)).toEqual(['reserved', 'external_block']);
  });

  it('ignores a step that is older than the last, and repeats one without an effect', async () => {
    const villa = await villaOf();
    const connectionId = randomUUID();
    const give = async (sequence: number, ...blocks: ReturnType<typeof event>[]) =>
      valueOf(await inventory.uses.replaceBlocks(villa.tenantId, { connectionId, sequence, blocks }, false));
    await give(7, event(villa.resourceId, 'a', 0, 2));
    expect(await give(7, event(villa.resourceId, 'a', 0, 2))).toMatchObject({ added: 0, kept: 1 });
    expect(await give(6)).toEqual({ added: 0, moved: 0, removed: 0, kept: 0 });
    expect(await give(6, event(villa.resourceId, 'b', 4, 5))).toMatchObject({ added: 0, kept: 1 });
    expect(await reasonsFor(villa, 0, 2)).toEqual(['external_block']);
    expect(await reasonsFor(villa, 4, 5)).toEqual([]);
  });

  it('leaves a block that began, adds none that is over, and frees all when the connection goes', async () => {
    const villa = await villaOf();
    const { give, leave } = connect(inventory, villa.tenantId);
    const [began, over] = [
      event(villa.resourceId, 'began', -61, 20),
      event(villa.resourceId, 'over', -70, -62),
    ];
    expect(await give(began, over, event(villa.resourceId, 'next', 30, 31))).toMatchObject({ added: 2 });
    expect(await give()).toEqual({ added: 0, moved: 0, removed: 1, kept: 1 });
    expect(await reasonsFor(villa, 0, 2)).toEqual(['external_block']);
    // It says itself that it ends sooner.
    expect(await give(event(villa.resourceId, 'began', -61, 1))).toMatchObject({ moved: 1 });
    expect(await reasonsFor(villa, 1, 2)).toEqual([]);
    expect(await leave()).toMatchObject({ removed: 1 });
    expect(await reasonsFor(villa, 0, 2)).toEqual([]);
  });

  it('gives back what has begun over a resource that it is not mapped to any more, and nowhere else', async () => {
    const [left, kept] = [await villaOf(), await villaOf()];
    const { tenantId } = left;
    const cabin = { ...kept, ...(await sellVilla(inventory.uses, { tenantId })) };
    const connectionId = randomUUID();
    const give = async (sequence: number, mappedTo: string[], ...blocks: ReturnType<typeof event>[]) => {
      const request = { connectionId, sequence, blocks, mappedTo };
      return valueOf(await inventory.uses.replaceBlocks(tenantId, request, false));
    };
    const both = [left.resourceId, cabin.resourceId];
    await give(1, both, ...both.map((resourceId) => event(resourceId, 'began', -61, 20)));
    expect(await give(2, [cabin.resourceId])).toEqual({ added: 0, moved: 0, removed: 1, kept: 1 });
    expect(await reasonsFor(left, 0, 2)).toEqual([]);
    expect(await reasonsFor(cabin, 0, 2)).toEqual(['external_block']);
  });

  it('blocks a stretch of years throughout, and tells of it as one', async () => {
    const villa = await villaOf();
    const { give, id: connectionId } = connect(inventory, villa.tenantId);
    await give(event(villa.resourceId, 'long', 0, 1_500));
    for (const first of [0, 364, 800, 1_498]) {
      expect(await reasonsFor(villa, first, first + 2)).toEqual(['external_block']);
    }
    expect(await reasonsFor(villa, 1_500, 1_502)).toEqual([]);
    const asked = { resourceId: villa.resourceId, ...stay(-20, 1_000) };
    const { entries } = valueOf(await inventory.uses.listOccupancy(villa.tenantId, asked));
    const dates = { from: day(0), to: day(1_500) };
    expect(entries).toMatchObject([{ kind: 'external_block', dates, sequence: 0 }]);
    const without = { ...asked, excludeConnectionId: connectionId };
    expect(valueOf(await inventory.uses.listOccupancy(villa.tenantId, without)).entries).toEqual([]);
    await give(event(villa.resourceId, 'long', 0, 3));
    const later = valueOf(await inventory.uses.listOccupancy(villa.tenantId, asked)).entries;
    expect(later).toMatchObject([{ id: entries[0]?.id, dates: { to: day(3) }, sequence: 1 }]);
    await give();
    expect(await reasonsFor(villa, 800, 802)).toEqual([]);
  });

  it('blocks the exact times of a generic resource', async () => {
    const tenantId = randomUUID();
    const asked = {
      kind: 'generic' as const,
      name: 'Court',
      slug: randomUUID(),
      capacity: 4,
      currency: 'EUR',
    };
    const more = { timezone: 'Europe/Berlin', units: 1, photoUrls: [] };
    const { id: resourceId } = valueOf(await inventory.uses.createResource(tenantId, { ...asked, ...more }));
    const at = (hour: number) => `${day(0)}T${hour}:00:00.000Z`;
    const { dates: _dates, ...plain } = event(resourceId, 'a', 0, 1);
    await connect(inventory, tenantId).give({ ...plain, instants: [at(10), at(12)] });
    const claim = (from: number, to: number) => {
      const window = { from: at(from), to: at(to) };
      const wanted = { claimId: randomUUID(), resourceId, quantity: 1, expiresAt: null, ...window };
      return inventory.uses.claimUnits(tenantId, wanted);
    };
    expect(outcomeOf(await claim(11, 13))).toBe('units_taken');
    expect(outcomeOf(await claim(12, 13))).toMatchObject({ state: 'confirmed' });
  });

  it('knows nobody else’s resource, and nobody else’s connection', async () => {
    const [ours, theirs] = [await villaOf(), await villaOf()];
    const connectionId = randomUUID();
    const foreign = { connectionId, sequence: 1, blocks: [event(theirs.resourceId, 'a', 0, 2)] };
    expect(outcomeOf(await inventory.uses.replaceBlocks(ours.tenantId, foreign, false))).toBe(
      'resource_not_found',
    );
    await connect(inventory, theirs.tenantId, connectionId).give(event(theirs.resourceId, 'a', 0, 2));
    await connect(inventory, ours.tenantId, connectionId).leave();
    expect(await reasonsFor(theirs, 0, 2)).toEqual(['external_block']);
  });

  it('writes nothing of a set that is given again, and knows an event again under a new key', async () => {
    const villa = await villaOf();
    const { give } = connect(inventory, villa.tenantId);
    await give(event(villa.resourceId, 'a', 0, 2));
    const rows = () =>
      asOwnerOf(inventory, villa.tenantId, async (client) => {
        const sql = `SELECT b.*, b.xmin AS version, c.xmin AS claim_version FROM external_blocks b
                     JOIN claims c ON c.tenant_id = b.tenant_id AND c.claim_id = b.id`;
        return (await client.query<{ id: string; key: string; claim_version: string }>(sql)).rows;
      });
    const [first] = await rows();
    await give(event(villa.resourceId, 'a', 0, 2));
    expect(await rows()).toEqual([first]);
    expect(await give(event(villa.resourceId, 'renamed', 0, 2))).toEqual({
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
  it('is told once for each stay that a new or moved block lies over, and again when it moves', async () => {
    const villa = await villaOf();
    const { give, id: connectionId } = connect(inventory, villa.tenantId);
    const confirmed = await take(villa, 0, 3);
    const soon = Temporal.Now.instant().add({ minutes: 15 }).toString();
    const held = await take(villa, 3, 5, { expiresAt: soon });
    await take(villa, 5, 7, { expiresAt: Temporal.Now.instant().subtract({ seconds: 1 }).toString() });
    const told = async () => (await conflictsOf(inventory, villa.tenantId)).map((one) => one.reservationId);
    await give(event(villa.resourceId, 'a', 2, 7));
    const [first] = await conflictsOf(inventory, villa.tenantId);
    expect(first).toMatchObject({ connectionId, inboundEvent: 'a', startsAt: day(2), endsAt: day(7) });
    expect(await told()).toEqual([confirmed.claim.claimId, held.claim.claimId]);
    await give(event(villa.resourceId, 'a', 2, 7));
    await give(event(villa.resourceId, 'another key', 2, 7));
    expect(await told()).toHaveLength(2);
    await give(event(villa.resourceId, 'another key', 4, 7));
    expect(await told()).toEqual([confirmed.claim.claimId, held.claim.claimId, held.claim.claimId]);
    // Back to back is no overlap.
    await give(event(villa.resourceId, 'another key', 5, 9));
    expect(await told()).toHaveLength(3);
  });

  it('is none over the rest of a stay whose guest has left, though its nights stay taken', async () => {
    const villa = await villaOf();
    const { give } = connect(inventory, villa.tenantId);
    const { claim } = await take(villa, 0, 5);
    const seen = { consumer: 'inventory', eventId: randomUUID() };
    await inventory.uses.recordDeparture(villa.tenantId, claim.claimId, seen);
    await give(event(villa.resourceId, 'a', 2, 7));
    expect(await conflictsOf(inventory, villa.tenantId)).toEqual([]);
    expect((await take(villa, 0, 2)).outcome).toBe('units_taken');
  });

  it('is only where more units are taken than there are', async () => {
    const villa = await villaOf(2);
    const { give } = connect(inventory, villa.tenantId);
    const left = await take(villa, 0, 4);
    const right = await take(villa, 6, 10);
    await give(event(villa.resourceId, 'a', 2, 8));
    expect(await conflictsOf(inventory, villa.tenantId)).toEqual([]);
    await give(event(villa.resourceId, 'a', 2, 8), event(villa.resourceId, 'b', 7, 9));
    const told = await conflictsOf(inventory, villa.tenantId);
    expect(told).toMatchObject([{ inboundEvent: 'b', reservationId: right.claim.claimId }]);
    expect(told).not.toContainEqual(expect.objectContaining({ reservationId: left.claim.claimId }));
  });
});
