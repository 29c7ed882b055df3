// Guards what other calendars are told: confirmed stays alone, in order, and the same of each until it changes.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, sellVilla, startInventory, uniqueSlug, valueOf } from './test-inventory.ts';
import type { TestInventory } from './test-inventory.ts';

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

  it('knows nobody else’s resource', async () => {
    const { resourceId } = await sellVilla(inventory.uses);
    const asked = { resourceId, ...YEARS };
    expect(outcomeOf(await inventory.uses.listOccupancy(randomUUID(), asked))).toBe('resource_not_found');
  });
});
