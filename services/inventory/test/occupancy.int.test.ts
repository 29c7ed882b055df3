import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { block, createConnection, day } from './block-sync.ts';
import { createCourt } from './create-court.ts';
import { createVilla } from './create-villa.ts';
import { outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { TestInventory } from './start-inventory.ts';

let inventory: TestInventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

interface TestResource {
  readonly tenantId: string;
  readonly resourceId: string;
}
const LATER = '2099-01-01T00:00:00.000Z';
const YEARS = { from: '2026-06-01T00:00:00.000Z', to: '2028-08-01T00:00:00.000Z' };

const FOR_LONG = { from: `${day(-60)}T00:00:00.000Z`, to: `${day(700)}T00:00:00.000Z` };

async function take(resource: TestResource, from: string, to: string, expiresAt: string | null = null) {
  const stay = { claimId: randomUUID(), resourceId: resource.resourceId, from, to, quantity: 1 };
  valueOf(await inventory.client.claimUnits(resource.tenantId, { ...stay, expiresAt }));
  return stay;
}
async function entriesOf({ tenantId, resourceId }: TestResource, window = YEARS) {
  return valueOf(await inventory.client.listOccupancy(tenantId, { resourceId, ...window })).entries;
}

describe('list-occupancy', () => {
  it('lists the local dates of confirmed lodging stays in order, without held and released ones', async () => {
    const villa = await createVilla(inventory.client);
    const late = await take(villa, '2027-07-10T13:00:00.000Z', '2027-07-12T08:00:00.000Z');
    // 23:30Z is the next local day in Berlin.
    const early = await take(villa, '2027-05-02T23:30:00.000Z', '2027-05-05T08:00:00.000Z');
    await take(villa, '2027-06-01T13:00:00.000Z', '2027-06-03T08:00:00.000Z', LATER);
    const gone = await take(villa, '2027-09-01T13:00:00.000Z', '2027-09-03T08:00:00.000Z');
    valueOf(await inventory.client.releaseClaim(villa.tenantId, { ...gone, reason: 'cancelled' }));
    const request = { resourceId: villa.resourceId, ...YEARS };
    const { resource, entries } = valueOf(await inventory.client.listOccupancy(villa.tenantId, request));
    const { resourceId: id } = villa;
    expect(resource).toEqual({ id, kind: 'villa', name: 'Villa Aurora', timezone: 'Europe/Berlin' });
    const common = { kind: 'reservation', instants: null, changedAt: expect.any(String), sequence: 0 };
    expect(entries).toEqual([
      { ...common, id: early.claimId, dates: { from: '2027-05-03', to: '2027-05-05' } },
      { ...common, id: late.claimId, dates: { from: '2027-07-10', to: '2027-07-12' } },
    ]);
  });

  it('lists the exact instants of generic stays', async () => {
    const court = await createCourt(inventory.client, { units: 2 });
    const { claimId: id } = await take(court, '2027-05-02T23:30:00.000Z', '2027-05-03T01:00:00.000Z');
    const instants = { from: '2027-05-02T23:30:00.000Z', to: '2027-05-03T01:00:00.000Z' };
    expect(await entriesOf(court)).toMatchObject([{ id, dates: null, instants }]);
  });

  it('has the time of the confirmation of a stay, also after a repeated one', async () => {
    const villa = await createVilla(inventory.client);
    const stay = await take(villa, '2027-05-03T13:00:00.000Z', '2027-05-05T08:00:00.000Z', LATER);
    const before = Temporal.Now.instant();
    valueOf(await inventory.client.confirmClaim(villa.tenantId, stay));
    const [confirmed] = await entriesOf(villa);
    const changedAt = Temporal.Instant.from(confirmed?.changedAt ?? '');
    expect(changedAt.epochMilliseconds).toBeGreaterThanOrEqual(before.epochMilliseconds - 1);
    valueOf(await inventory.client.confirmClaim(villa.tenantId, stay));
    valueOf(await inventory.client.claimUnits(villa.tenantId, { ...stay, expiresAt: null }));
    expect(await entriesOf(villa)).toEqual([confirmed]);
  });

  it('lists entries that overlap the window, and none that only touch it', async () => {
    const villa = await createVilla(inventory.client);
    await take(villa, '2027-05-03T13:00:00.000Z', '2027-05-05T08:00:00.000Z');
    const within = async (from: string, to: string) =>
      (await entriesOf(villa, { from: `${from}T12:00:00.000Z`, to: `${to}T12:00:00.000Z` })).length;
    expect(await within('2027-05-01', '2027-05-03')).toBe(0);
    expect(await within('2027-05-05', '2027-05-09')).toBe(0);
    expect(await within('2027-05-04', '2027-05-05')).toBe(1);
    expect(await within('2026-05-04', '2028-05-05')).toBe(1);
  });

  it('lists a block of any length as one entry, and not for the connection it came from', async () => {
    const villa = await createVilla(inventory.client);
    const [one, other] = [
      createConnection(inventory, villa.tenantId),
      createConnection(inventory, villa.tenantId),
    ];
    await one.sync(block(villa.resourceId, 'short', 0, 2), block(villa.resourceId, 'long', 10, 1_200));
    await other.sync(block(villa.resourceId, 'short', 0, 2));
    const { claimId } = await take(villa, `${day(5)}T13:00:00.000Z`, `${day(7)}T08:00:00.000Z`);
    const listed = async (excludeConnectionId?: string) => {
      const window = { from: `${day(0)}T12:00:00.000Z`, to: `${day(700)}T12:00:00.000Z` };
      const request = {
        resourceId: villa.resourceId,
        ...window,
        ...(excludeConnectionId && { excludeConnectionId }),
      };
      const { entries } = valueOf(await inventory.client.listOccupancy(villa.tenantId, request));
      return entries.map(({ id, kind, dates }) => [kind, dates?.from, dates?.to, id === claimId]);
    };
    const short = ['external_block', day(0), day(2), false];
    const rest = ['reservation', day(5), day(7), true];
    const long = ['external_block', day(10), day(1_200), false];
    expect(await listed()).toEqual([short, short, rest, long]);
    expect(await listed(one.id)).toEqual([short, rest]);
    expect(await listed(other.id)).toEqual([short, rest, long]);
    expect(await listed(randomUUID())).toEqual([short, short, rest, long]);
  });

  it('keeps the id of a moved block, counts its moves, and omits a removed one', async () => {
    const villa = await createVilla(inventory.client);
    const { sync } = createConnection(inventory, villa.tenantId);
    await sync(block(villa.resourceId, 'a', 0, 2));
    const [first] = await entriesOf(villa, FOR_LONG);
    await sync(block(villa.resourceId, 'a', 0, 2));
    expect(await entriesOf(villa, FOR_LONG)).toEqual([first]);
    await sync(block(villa.resourceId, 'a', 1, 4));
    const [moved] = await entriesOf(villa, FOR_LONG);
    expect(moved).toMatchObject({ id: first?.id, sequence: 1, dates: { from: day(1), to: day(4) } });
    expect((moved?.changedAt ?? '') > (first?.changedAt ?? '')).toBe(true);
    await sync();
    expect(await entriesOf(villa, FOR_LONG)).toEqual([]);
  });

  it('does not find a resource of another tenant', async () => {
    const { resourceId } = await createVilla(inventory.client);
    const request = { resourceId, ...YEARS };
    expect(outcomeOf(await inventory.client.listOccupancy(randomUUID(), request))).toBe('resource_not_found');
  });
});
