import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { block, createConnection, day } from './block-sync.ts';
import { createCourt } from './create-court.ts';
import { createVilla, nights } from './create-villa.ts';
import { blockRequest, dateIn, DESK, takeOffSale, tryBlock } from './own-blocks.ts';
import { outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { TestInventory } from './start-inventory.ts';

let inventory: TestInventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

const client = () => inventory.client;

async function claim(tenantId: string, resourceId: string, first = 0, count = 3): Promise<string> {
  const claimId = randomUUID();
  const request = { claimId, resourceId, quantity: 1, expiresAt: null, ...nights(first, count) };
  valueOf(await client().claimUnits(tenantId, request));
  return claimId;
}
async function reasonsOf(tenantId: string, resourceId: string) {
  const request = { resourceId, ...nights(), quantity: 1, partySize: 2 };
  return valueOf(await client().findAvailability(tenantId, request));
}

describe('a block', () => {
  it('takes units as an external block: nothing of it is sold, and it is free again once it is deleted', async () => {
    const { tenantId, resourceId } = await createVilla(client());
    const made = await takeOffSale(client(), tenantId, { resourceId, note: 'The shower leaks.' });
    expect(made).toMatchObject({
      resourceId,
      from: dateIn(60),
      to: dateIn(63),
      units: 1,
      kind: 'out_of_order',
      note: 'The shower leaks.',
      version: 1,
    });
    expect(JSON.stringify(await reasonsOf(tenantId, resourceId))).toContain('external_block');
    const request = { claimId: randomUUID(), resourceId, quantity: 1, expiresAt: null, ...nights() };
    expect(outcomeOf(await client().claimUnits(tenantId, request))).toBe('units_taken');
    valueOf(await client().deleteBlock(tenantId, { blockId: made.id }, DESK));
    expect(JSON.stringify(await reasonsOf(tenantId, resourceId))).not.toContain('external_block');
    expect(outcomeOf(await client().readBlock(tenantId, { blockId: made.id }, DESK))).toBe('block_not_found');
  });

  it('keeps the times and the zone that the resource had when its dates were set', async () => {
    const { tenantId, resourceId } = await createVilla(client());
    const made = await takeOffSale(client(), tenantId, { resourceId, from: '2027-07-01', to: '2027-07-04' });
    const times = { startsAt: '2027-07-01T13:00:00.000Z', endsAt: '2027-07-04T09:00:00.000Z' };
    expect(made).toMatchObject(times);
    valueOf(await client().updateResource(tenantId, { resourceId, changes: { checkInTime: '18:00' } }));
    const noted = await client().changeBlock(tenantId, { blockId: made.id, note: 'Ordered.' }, DESK);
    expect(valueOf(noted)).toMatchObject({ ...times, note: 'Ordered.', version: 2 });
    const moved = await client().changeBlock(tenantId, { blockId: made.id, to: '2027-07-05' }, DESK);
    expect(valueOf(moved)).toMatchObject({ startsAt: '2027-07-01T16:00:00.000Z', version: 3 });
  });

  it('has dates for lodging, date-times for generic resources, and at most 731 nights', async () => {
    const villa = await createVilla(client());
    const court = await createCourt(client(), { units: 2 });
    const instants = { from: '2027-07-01T10:00:00.000Z', to: '2027-07-01T12:00:00.000Z' };
    const at = (place: typeof villa | typeof court, from: string, to: string) =>
      tryBlock(client(), place.tenantId, { resourceId: place.resourceId, from, to });
    expect(await at(villa, instants.from, instants.to)).toBe('validation_failed');
    expect(await at(court, '2027-07-01', '2027-07-02')).toBe('validation_failed');
    expect(await at(court, instants.from, instants.to)).toMatchObject(instants);
    expect(await at(villa, '2027-07-02', '2027-07-02')).toBe('invalid_window');
    expect(await at(villa, '2027-01-01', '2029-01-02')).toBe('validation_failed');
    expect(await at(villa, '2027-01-01', '2029-01-01')).toMatchObject({ to: '2029-01-01' });
    expect(await at(villa, '2020-01-01', '2020-01-05')).toMatchObject({ from: '2020-01-01' });
    const unknown = await tryBlock(client(), villa.tenantId, { resourceId: randomUUID() });
    expect(unknown).toBe('resource_not_found');
  });

  it('is made once for an Idempotency-Key, whose replay after the deletion is not found', async () => {
    const { tenantId, resourceId } = await createVilla(client());
    const request = blockRequest({ resourceId });
    const made = valueOf(await client().createBlock(tenantId, request, DESK));
    expect(await client().createBlock(tenantId, request, DESK)).toEqual({
      ok: true,
      value: made,
      replayed: true,
    });
    const other = { ...request, units: 2 };
    expect(outcomeOf(await client().createBlock(tenantId, other, DESK))).toBe('idempotency_key_conflict');
    valueOf(await client().deleteBlock(tenantId, { blockId: made.id }, DESK));
    expect(outcomeOf(await client().createBlock(tenantId, request, DESK))).toBe('block_not_found');
  });

  it('that does not fit names the first span, the units taken and the stays in the way by arrival', async () => {
    const { tenantId, resourceId } = await createVilla(client(), { units: 2 });
    const first = await claim(tenantId, resourceId, 2, 2);
    const second = await claim(tenantId, resourceId, 6, 1);
    const request = { resourceId, from: dateIn(60), to: dateIn(70), units: 2 };
    const refused = await client().createBlock(tenantId, blockRequest(request), DESK);
    expect(refused).toMatchObject({
      refusal: { code: 'block_conflict', extra: { reservationIds: [first, second], unitsTaken: 1 } },
    });
    const { extra } = refused.ok ? {} : refused.refusal;
    const begin = Temporal.PlainDate.from(dateIn(62)).toZonedDateTime({
      timeZone: 'Europe/Berlin',
      plainTime: '15:00',
    });
    expect(extra?.['from']).toBe(begin.toInstant().toString({ smallestUnit: 'millisecond' }));
    expect(await tryBlock(client(), tenantId, { ...request, units: 1 })).toMatchObject({ units: 1 });
    const tooMany = await client().createBlock(tenantId, blockRequest({ ...request, units: 3 }), DESK);
    expect(tooMany).toMatchObject({
      refusal: {
        detail: 'The resource has fewer units than the block.',
        extra: { reservationIds: [], unitsTaken: 0 },
      },
    });
  });

  it('that would grow names its own times, whatever those of the resource have become', async () => {
    const { tenantId, resourceId } = await createVilla(client(), { units: 2 });
    const made = await takeOffSale(client(), tenantId, { resourceId });
    await claim(tenantId, resourceId, 0, 1);
    valueOf(await client().updateResource(tenantId, { resourceId, changes: { checkInTime: '12:00' } }));
    const grown = { blockId: made.id, units: 2 };
    expect(await client().changeBlock(tenantId, grown, DESK)).toMatchObject({
      refusal: { code: 'block_conflict', extra: { from: made.startsAt, unitsTaken: 1 } },
    });
    expect(await client().changeBlock(tenantId, { ...grown, units: 3 }, DESK)).toMatchObject({
      refusal: { code: 'block_conflict', extra: { from: made.startsAt, to: made.endsAt, unitsTaken: 0 } },
    });
  });

  it('and an imported one may overlap, each with its unit; ours gives way, and may shrink all the same', async () => {
    const { tenantId, resourceId } = await createVilla(client());
    const made = await takeOffSale(client(), tenantId, { resourceId });
    const connection = createConnection(inventory, tenantId);
    await connection.sync(block(resourceId, 'k', 0, 2));
    const within = await client().changeBlock(tenantId, { blockId: made.id, to: dateIn(62) }, DESK);
    expect(valueOf(within)).toMatchObject({ to: dateIn(62), version: 2 });
    const refused = await client().changeBlock(tenantId, { blockId: made.id, to: dateIn(64) }, DESK);
    expect(refused).toMatchObject({ refusal: { code: 'block_conflict', extra: { reservationIds: [] } } });
    expect(valueOf(await client().readBlock(tenantId, { blockId: made.id }, DESK)).block).toMatchObject({
      to: dateIn(62),
      version: 2,
    });
  });

  it('changes only for the version that the client names, and answers its ETag', async () => {
    const { tenantId, resourceId } = await createVilla(client());
    const { id: blockId } = await takeOffSale(client(), tenantId, { resourceId });
    expect(valueOf(await client().readBlock(tenantId, { blockId, knownTags: ['"v1"'] }, DESK))).toEqual({
      etag: '"v1"',
      block: null,
    });
    const changes = { blockId, kind: 'other' as const };
    const stale = await client().changeBlock(tenantId, { ...changes, ifMatch: ['"v9"'] }, DESK);
    expect(stale).toMatchObject({ refusal: { code: 'version_mismatch', extra: { currentVersion: 1 } } });
    const changed = await client().changeBlock(tenantId, { ...changes, ifMatch: ['"v1"'] }, DESK);
    expect(valueOf(changed)).toMatchObject({ kind: 'other', version: 2 });
    const unchanged = await client().changeBlock(tenantId, changes, DESK);
    expect(valueOf(unchanged)).toMatchObject({ version: 2 });
  });

  it('is refused to callers without the permission, and is unknown to other tenants', async () => {
    const { tenantId, resourceId } = await createVilla(client());
    const { id: blockId } = await takeOffSale(client(), tenantId, { resourceId });
    const as = (kind: 'secret' | 'publishable' | 'operator', ...permissions: string[]) => ({
      caller: { kind, permissions },
    });
    const tried = async (caller: ReturnType<typeof as>) =>
      outcomeOf(await client().createBlock(tenantId, blockRequest({ resourceId }), caller));
    expect(await tried(as('operator', 'read'))).toBe('insufficient_permission');
    expect(await tried(as('publishable'))).toBe('insufficient_permission');
    expect(await tried(as('operator', 'read', 'book', 'house'))).toBe('block_conflict');
    expect(await tried(as('secret', 'operate'))).toBe('block_conflict');
    const viewer = as('operator', 'read');
    expect(outcomeOf(await client().deleteBlock(tenantId, { blockId }, viewer))).toBe(
      'insufficient_permission',
    );
    expect(valueOf(await client().readBlock(tenantId, { blockId }, viewer)).block?.id).toBe(blockId);
    const other = randomUUID();
    expect(outcomeOf(await client().readBlock(other, { blockId }, DESK))).toBe('block_not_found');
    expect(outcomeOf(await client().deleteBlock(other, { blockId }, DESK))).toBe('block_not_found');
    const page = { limit: 20, after: null };
    expect(valueOf(await client().listBlocks(other, page, DESK)).blocks).toEqual([]);
  });

  it('is one event of a feed however long, whose sequence grows with a change of its dates', async () => {
    const { tenantId, resourceId } = await createVilla(client());
    const request = { resourceId, from: dateIn(10), to: dateIn(700) };
    const made = await takeOffSale(client(), tenantId, request);
    const window = { from: `${dateIn(0)}T00:00:00.000Z`, to: `${dateIn(800)}T00:00:00.000Z` };
    const entries = async () =>
      valueOf(await client().listOccupancy(tenantId, { resourceId, ...window })).entries;
    const common = { id: made.id, kind: 'external_block' };
    expect(await entries()).toMatchObject([
      { ...common, sequence: 0, dates: { from: dateIn(10), to: dateIn(700) } },
    ]);
    valueOf(await client().changeBlock(tenantId, { blockId: made.id, note: 'Later.' }, DESK));
    expect(await entries()).toMatchObject([{ ...common, sequence: 0 }]);
    valueOf(await client().changeBlock(tenantId, { blockId: made.id, to: dateIn(690) }, DESK));
    expect(await entries()).toMatchObject([{ ...common, sequence: 1 }]);
  });
});

describe('a list of blocks', () => {
  it('has those that overlap the period, in pages, and imported ones where they are wanted', async () => {
    const { tenantId, resourceId } = await createVilla(client(), { units: 3 });
    const one = await takeOffSale(client(), tenantId, { resourceId, from: dateIn(10), to: dateIn(12) });
    const two = await takeOffSale(client(), tenantId, {
      resourceId,
      from: dateIn(12),
      to: dateIn(14),
      kind: 'owner_stay',
    });
    const connection = createConnection(inventory, tenantId);
    await connection.sync(block(resourceId, 'k', -49, -47));
    const list = async (filter: object) =>
      valueOf(await client().listBlocks(tenantId, { limit: 20, after: null, ...filter }, DESK)).blocks;
    const ids = async (filter: object) => (await list(filter)).map(({ id }) => id);
    expect(await ids({})).toEqual([one.id, two.id]);
    expect(await ids({ from: dateIn(12) })).toEqual([two.id]);
    expect(await ids({ to: dateIn(12) })).toEqual([one.id]);
    expect(await ids({ from: `${dateIn(12)}T12:00:00.000Z` })).toEqual([two.id]);
    expect(await ids({ kind: 'owner_stay', imported: true })).toEqual([two.id]);
    expect(await ids({ resourceId: randomUUID() })).toEqual([]);
    const reversed = { limit: 20, after: null, from: dateIn(14), to: dateIn(10) };
    expect(outcomeOf(await client().listBlocks(tenantId, reversed, DESK))).toBe('invalid_window');
    const all = await list({ imported: true });
    expect(all).toHaveLength(3);
    expect(all[0]).toEqual(one);
    expect(all[2]).toMatchObject({
      kind: 'external',
      from: day(-49),
      to: day(-47),
      units: 1,
      note: null,
      connectionId: connection.id,
    });
    const first = valueOf(
      await client().listBlocks(tenantId, { limit: 2, after: null, imported: true }, DESK),
    );
    const rest = await client().listBlocks(
      tenantId,
      { limit: 2, after: first.nextAfter, imported: true },
      DESK,
    );
    expect(valueOf(rest)).toMatchObject({ blocks: [{ kind: 'external' }], nextAfter: null });
  });
});

describe('the capacity', () => {
  it('falls by what is out of order; owner stays stay in it, and imports do not count twice', async () => {
    const { tenantId, resourceId } = await createVilla(client(), { units: 2 });
    const range = { from: '2027-06-01', to: '2027-06-11' };
    const from = '2027-06-02';
    await takeOffSale(client(), tenantId, { resourceId, from, to: '2027-06-04' });
    await takeOffSale(client(), tenantId, { resourceId, from, to: '2027-06-05', kind: 'owner_stay' });
    expect(valueOf(await client().summarizeCapacity(tenantId, range)).capacity).toEqual([
      {
        currency: 'EUR',
        unitNights: 20,
        blockedUnitNights: 0,
        outOfOrderUnitNights: 2,
        ownBlockedUnitNights: 3,
      },
    ]);
  });

  it('of a generic resource counts each started day of a long block once', async () => {
    const { tenantId, resourceId } = await createCourt(client(), { units: 2, currency: 'EUR' });
    const from = '2027-06-01T10:00:00.000Z';
    await takeOffSale(client(), tenantId, { resourceId, from, to: '2028-07-05T10:00:00.000Z' });
    const unitNights = { currency: 'EUR', blockedUnitNights: 0, ownBlockedUnitNights: 0 };
    const capacityIn = async (range: { from: string; to: string }) =>
      valueOf(await client().summarizeCapacity(tenantId, range)).capacity;
    expect(await capacityIn({ from: '2028-05-01', to: '2028-06-30' })).toEqual([
      { ...unitNights, unitNights: 120, outOfOrderUnitNights: 60 },
    ]);
    expect(await capacityIn({ from: '2028-06-01', to: '2028-06-02' })).toEqual([
      { ...unitNights, unitNights: 2, outOfOrderUnitNights: 1 },
    ]);
    const days = { from: '2028-05-31', to: '2028-06-03', most: 3, byRoomType: false };
    expect(valueOf(await client().summarizeDailyCapacity(tenantId, days)).capacity).toMatchObject([
      { availableUnits: [1, 1, 1] },
    ]);
  });

  it('of each day lacks what is out of order, and is by room type where that is requested', async () => {
    const { tenantId, resourceId } = await createVilla(client(), { units: 2 });
    const range = { from: '2027-06-01', to: '2027-06-04', most: 3 };
    await takeOffSale(client(), tenantId, { resourceId, from: '2027-06-02', to: '2027-06-03' });
    const daily = async (byRoomType: boolean, to = range.to) =>
      client().summarizeDailyCapacity(tenantId, { ...range, to, byRoomType });
    const availableUnits = [2, 1, 2];
    const all = { currency: 'EUR', roomTypeId: null, roomTypeName: null, availableUnits };
    expect(valueOf(await daily(false)).capacity).toEqual([all]);
    expect(valueOf(await daily(true)).capacity).toMatchObject([
      { roomTypeId: expect.any(String), roomTypeName: expect.any(String), availableUnits },
    ]);
    expect(outcomeOf(await daily(false, '2027-06-05'))).toBe('range_too_large');
  });
});
