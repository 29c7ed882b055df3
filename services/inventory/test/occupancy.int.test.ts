// Guards what other calendars are told: confirmed stays and whole blocks, in order, and the same of each until it changes.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, day, event } from './blocks.ts';
import { outcomeOf, sellVilla, startInventory, uniqueSlug, valueOf } from './inventory.ts';
import type { TestInventory } from './inventory.ts';

let inventory: TestInventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

interface Place {
  readonly tenantId: string;
  readonly resourceId: string;
}
const LATER = '2099-01-01T00:00:00.000Z';
const YEARS = { from: '2026-06-01T00:00:00.000Z', to: '2028-08-01T00:00:00.000Z' };

const FOR_LONG = { from: `${day(-60)}T00:00:00.000Z`, to: `${day(700)}T00:00:00.000Z` };

async function take(place: Place, from: string, to: string, expiresAt: string | null = null) {
  const stay = { claimId: randomUUID(), resourceId: place.resourceId, from, to, quantity: 1 };
  valueOf(await inventory.uses.claimUnits(place.tenantId, { ...stay, expiresAt }));
  return stay;
}
async function entriesOf({ tenantId, resourceId }: Place, window = YEARS) {
  return valueOf(await inventory.uses.listOccupancy(tenantId, { resourceId, ...window })).entries;
}
async function makeCourt(): Promise<Place> {
  const tenantId = randomUUID();
  const asked = { kind: 'generic' as const, name: 'Court', slug: uniqueSlug(), capacity: 4, currency: 'JPY' };
  const more = { timezone: 'Europe/Berlin', units: 2, photoUrls: [] };
  const made = valueOf(await inventory.uses.createResource(tenantId, { ...asked, ...more }));
  return { tenantId, resourceId: made.id };
}

describe('list-occupancy', () => {
  it('tells the local dates of confirmed lodging stays in order, and of nothing that is only held or gone', async () => {
    const villa = await sellVilla(inventory.uses);
    const late = await take(villa, '2027-07-10T13:00:00.000Z', '2027-07-12T08:00:00.000Z');
    // 23:30Z is the next local day in Berlin.
    const early = await take(villa, '2027-05-02T23:30:00.000Z', '2027-05-05T08:00:00.000Z');
    await take(villa, '2027-06-01T13:00:00.000Z', '2027-06-03T08:00:00.000Z', LATER);
    const gone = await take(villa, '2027-09-01T13:00:00.000Z', '2027-09-03T08:00:00.000Z');
    valueOf(await inventory.uses.releaseClaim(villa.tenantId, { ...gone, reason: 'cancelled' }));
    const asked = { resourceId: villa.resourceId, ...YEARS };
    const { resource, entries } = valueOf(await inventory.uses.listOccupancy(villa.tenantId, asked));
    const { resourceId: id } = villa;
    expect(resource).toEqual({ id, kind: 'villa', name: 'Villa Aurora', timezone: 'Europe/Berlin' });
    const common = { kind: 'reservation', instants: null, changedAt: expect.any(String), sequence: 0 };
    expect(entries).toEqual([
      { ...common, id: early.claimId, dates: { from: '2027-05-03', to: '2027-05-05' } },
      { ...common, id: late.claimId, dates: { from: '2027-07-10', to: '2027-07-12' } },
    ]);
  });

  it('tells the exact times of generic stays', async () => {
    const court = await makeCourt();
    const { claimId: id } = await take(court, '2027-05-02T23:30:00.000Z', '2027-05-03T01:00:00.000Z');
    const instants = { from: '2027-05-02T23:30:00.000Z', to: '2027-05-03T01:00:00.000Z' };
    expect(await entriesOf(court)).toMatchObject([{ id, dates: null, instants }]);
  });

  it('dates a stay by its confirmation, also when that is repeated', async () => {
    const villa = await sellVilla(inventory.uses);
    const stay = await take(villa, '2027-05-03T13:00:00.000Z', '2027-05-05T08:00:00.000Z', LATER);
    const before = Temporal.Now.instant();
    valueOf(await inventory.uses.confirmClaim(villa.tenantId, stay));
    const [confirmed] = await entriesOf(villa);
    const changedAt = Temporal.Instant.from(confirmed?.changedAt ?? '');
    expect(changedAt.epochMilliseconds).toBeGreaterThanOrEqual(before.epochMilliseconds - 1);
    valueOf(await inventory.uses.confirmClaim(villa.tenantId, stay));
    valueOf(await inventory.uses.claimUnits(villa.tenantId, { ...stay, expiresAt: null }));
    expect(await entriesOf(villa)).toEqual([confirmed]);
  });

  it('tells what overlaps the window, and nothing that only touches it', async () => {
    const villa = await sellVilla(inventory.uses);
    await take(villa, '2027-05-03T13:00:00.000Z', '2027-05-05T08:00:00.000Z');
    const within = async (from: string, to: string) =>
      (await entriesOf(villa, { from: `${from}T12:00:00.000Z`, to: `${to}T12:00:00.000Z` })).length;
    expect(await within('2027-05-01', '2027-05-03')).toBe(0);
    expect(await within('2027-05-05', '2027-05-09')).toBe(0);
    expect(await within('2027-05-04', '2027-05-05')).toBe(1);
    expect(await within('2026-05-04', '2028-05-05')).toBe(1);
  });

  it('tells a block from another calendar as one, however long, and not to the connection it came from', async () => {
    const villa = await sellVilla(inventory.uses);
    const [one, other] = [connect(inventory, villa.tenantId), connect(inventory, villa.tenantId)];
    await one.give(event(villa.resourceId, 'short', 0, 2), event(villa.resourceId, 'long', 10, 1_200));
    await other.give(event(villa.resourceId, 'short', 0, 2));
    const { claimId } = await take(villa, `${day(5)}T13:00:00.000Z`, `${day(7)}T08:00:00.000Z`);
    const told = async (excludeConnectionId?: string) => {
      const window = { from: `${day(0)}T12:00:00.000Z`, to: `${day(700)}T12:00:00.000Z` };
      const asked = {
        resourceId: villa.resourceId,
        ...window,
        ...(excludeConnectionId && { excludeConnectionId }),
      };
      const { entries } = valueOf(await inventory.uses.listOccupancy(villa.tenantId, asked));
      return entries.map(({ id, kind, dates }) => [kind, dates?.from, dates?.to, id === claimId]);
    };
    const short = ['external_block', day(0), day(2), false];
    const rest = ['reservation', day(5), day(7), true];
    const long = ['external_block', day(10), day(1_200), false];
    expect(await told()).toEqual([short, short, rest, long]);
    expect(await told(one.id)).toEqual([short, rest]);
    expect(await told(other.id)).toEqual([short, rest, long]);
    expect(await told(randomUUID())).toEqual([short, short, rest, long]);
  });

  it('keeps the name of a block that moved, counts its moves, and tells of none that is gone', async () => {
    const villa = await sellVilla(inventory.uses);
    const { give } = connect(inventory, villa.tenantId);
    await give(event(villa.resourceId, 'a', 0, 2));
    const [first] = await entriesOf(villa, FOR_LONG);
    await give(event(villa.resourceId, 'a', 0, 2));
    expect(await entriesOf(villa, FOR_LONG)).toEqual([first]);
    await give(event(villa.resourceId, 'a', 1, 4));
    const [moved] = await entriesOf(villa, FOR_LONG);
    expect(moved).toMatchObject({ id: first?.id, sequence: 1, dates: { from: day(1), to: day(4) } });
    expect((moved?.changedAt ?? '') > (first?.changedAt ?? '')).toBe(true);
    await give();
    expect(await entriesOf(villa, FOR_LONG)).toEqual([]);
  });

  it('knows nobody else’s resource', async () => {
    const { resourceId } = await sellVilla(inventory.uses);
    const asked = { resourceId, ...YEARS };
    expect(outcomeOf(await inventory.uses.listOccupancy(randomUUID(), asked))).toBe('resource_not_found');
  });
});
