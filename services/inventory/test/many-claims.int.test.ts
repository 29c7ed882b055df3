import { randomUUID } from 'node:crypto';
import type { StayWindow } from '@lodging/kernel';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { daysOfWindow } from '../src/domain/calendar/calendar.ts';
import { stayAt, widestSpan } from '../src/domain/time/stay.ts';
import type { ResourceUnits } from '../src/domain/time/stay.ts';
import { blockingKinds, peakUnits } from '../src/domain/units/peak-units.ts';
import type { TakenUnits } from '../src/domain/units/peak-units.ts';
import { boundsOfDays, unitReasonsByDay } from '../src/domain/units/unit-reasons.ts';
import {
  findClaims,
  findFullDays,
  readFullDays,
  readTakenText,
} from '../src/outbound/calendar/calendar-statements.ts';
import type { ClaimsRow, FullDaysRow } from '../src/outbound/calendar/calendar-statements.ts';
import { findPeak } from '../src/outbound/claims/claim-statements.ts';
import type { PeakRow } from '../src/outbound/claims/claim-statements.ts';
import { findOccupancy, findPeaks, readTaken } from '../src/outbound/stays/stay-statements.ts';
import type { OccupancyRow } from '../src/outbound/stays/stay-statements.ts';
import { spanBounds, timestampOf } from '../src/outbound/units/span-bounds.ts';
import { createCourt } from './create-court.ts';
import { createVilla, nights, stayRequest } from './create-villa.ts';
import { fillWithClaims } from './fill-to-the-bounds.ts';
import { startInventory, valueOf } from './start-inventory.ts';
import type { TestInventory } from './start-inventory.ts';

let inventory: TestInventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

const UNITS = 3;
const HOUR_MS = 3_600_000;
/** Around the change of the clocks in Europe/Berlin. */
const BEGIN = Temporal.Instant.from('2031-03-28T00:00:00Z').epochMilliseconds;

function anyClaims(stepMs: number, steps: number): fc.Arbitrary<TakenUnits[]> {
  const claim = fc
    .record({
      kind: fc.constantFrom('reservation' as const, 'external_block' as const),
      first: fc.integer({ min: 0, max: steps - 1 }),
      length: fc.integer({ min: 1, max: steps }),
      units: fc.integer({ min: 1, max: 2 }),
    })
    .map(({ kind, first, length, units }) => {
      const start = BEGIN + first * stepMs;
      return { kind, units, start, end: start + length * stepMs };
    });
  return fc.array(claim, { maxLength: 12 });
}

async function replaceClaims(
  { tenantId, resourceId }: { tenantId: string; resourceId: string },
  claims: readonly TakenUnits[],
): Promise<void> {
  const rows = claims.map(({ start, end, ...claim }) => ({
    ...claim,
    id: randomUUID(),
    during: `[${timestampOf(start)},${timestampOf(end)})`,
  }));
  await inventory.db.inTenant(tenantId, async (tx) => {
    await tx.query({
      name: 'no_claims',
      text: 'DELETE FROM claims WHERE resource_id = $1',
      values: [resourceId],
    });
    await tx.query({
      name: 'these_claims',
      text: `INSERT INTO claims (tenant_id, claim_id, resource_id, kind, state, during, units, exclusive)
        SELECT $1, id, $2, kind, 'confirmed', during, units, false
        FROM jsonb_to_recordset($3::jsonb) AS c (id uuid, kind text, during tstzrange, units int)`,
      values: [tenantId, resourceId, JSON.stringify(rows)],
    });
  });
}

const outcomes = (taken: readonly TakenUnits[], span: { start: number; end: number }) => ({
  peak: peakUnits(taken, span),
  blocking: [1, 2, 3, 4].map((quantity) =>
    [...blockingKinds(taken, span, { quantity, units: UNITS })].toSorted(),
  ),
});

async function expectAgreement(
  key: { readonly tenantId: string; readonly resourceId: string },
  resource: ResourceUnits,
  window: StayWindow,
): Promise<void> {
  const { tenantId, resourceId } = key;
  const { span } = stayAt(resource, window);
  const stay = { tenantId, resourceId, ...spanBounds(span) };
  const each = readTaken(await inventory.db.readInTenant<OccupancyRow>(tenantId, findOccupancy(stay)));
  const rows = await inventory.db.readInTenant<OccupancyRow>(tenantId, findPeaks(stay));
  expect(rows.length).toBeLessThanOrEqual(4);
  expect(outcomes(readTaken(rows), span)).toEqual(outcomes(each, span));
  const request = { claimId: randomUUID(), resourceId, window, quantity: 1 };
  const [peak] = await inventory.db.readInTenant<PeakRow>(tenantId, findPeak(tenantId, request, span));
  expect(peak?.units).toBe(peakUnits(each, span));

  const days = daysOfWindow(resource, window);
  const bounds = boundsOfDays(resource, days);
  const calendar = { tenantId, resourceId, ...spanBounds(widestSpan(window)) };
  const [look] = await inventory.db.readInTenant<ClaimsRow>(tenantId, findClaims(calendar));
  const [full] = await inventory.db.readInTenant<FullDaysRow>(
    tenantId,
    findFullDays({ ...calendar, days: bounds.map(timestampOf) }),
  );
  const taken = readFullDays(full?.full_days ?? '', bounds, UNITS);
  const expected = unitReasonsByDay(resource, readTakenText(look?.taken ?? ''), days);
  expect(unitReasonsByDay(resource, taken, days)).toEqual(expected);
}

const anyWindow = fc
  .record({ first: fc.integer({ min: 0, max: 90 }), hours: fc.integer({ min: 1, max: 90 }) })
  .map(({ first, hours }) => ({
    from: Temporal.Instant.fromEpochMilliseconds(BEGIN + first * HOUR_MS),
    to: Temporal.Instant.fromEpochMilliseconds(BEGIN + (first + hours) * HOUR_MS),
  }));

it('of instants, the peaks and full days of many claims decide as the claims do', async () => {
  const court = await createCourt(inventory.client, { units: UNITS });
  const resource = { kind: 'generic', timezone: 'Europe/Berlin', units: UNITS } as const;
  const claims = fc.oneof(anyClaims(HOUR_MS, 96), anyClaims(12 * HOUR_MS, 8));
  await fc.assert(
    fc.asyncProperty(claims, anyWindow, async (taken, window) => {
      await replaceClaims(court, taken);
      await expectAgreement(court, resource, window);
    }),
    { numRuns: 150 },
  );
});

it('of dates, the peaks and full days of many claims decide as the claims do', async () => {
  const villa = await createVilla(inventory.client, { units: UNITS });
  const resource = { kind: 'villa', timezone: 'Europe/Berlin', units: UNITS } as const;
  await fc.assert(
    fc.asyncProperty(anyClaims(24 * HOUR_MS, 5), anyWindow, async (taken, window) => {
      await replaceClaims(villa, taken);
      // A window within one date is no stay.
      fc.pre(stayAt(resource, window).nights > 0);
      await expectAgreement(villa, resource, window);
    }),
    { numRuns: 100 },
  );
});

it('availability, quote and calendar of more claims than are read one by one', async () => {
  const { client } = inventory;
  const court = await createCourt(client, { units: 60, timezone: 'UTC', currency: 'EUR' });
  const { tenantId, resourceId } = court;
  const pricing = [{ ratePlanCode: null, baseAmountMinorUnits: '100' }];
  valueOf(await client.putPricing(tenantId, { resourceId, pricing }));
  // One begins each 61 s, for an hour: 59 or 60 at each moment of eight days.
  await fillWithClaims(inventory, court, 12_000);
  const stay = { ...nights(1, 6), partySize: 2 };
  const reasonsOf = async (quantity: number) =>
    valueOf(await client.findAvailability(tenantId, { resourceId, ...stay, quantity })).reasons;
  expect(await reasonsOf(1)).toEqual(['reserved']);
  const after = { ...stay, ...nights(10, 2) };
  expect(valueOf(await client.findAvailability(tenantId, { resourceId, ...after })).reasons).toEqual([]);
  const request = { purpose: 'quote' as const, resourceId, quantity: 1 };
  expect(await client.priceStay(tenantId, { ...request, ...stay })).toMatchObject({
    refusal: { code: 'unavailable' },
  });
  const read = { resourceId, ...nights(0, 12), knownEtags: [] as string[] };
  const { etag, calendar } = valueOf(await client.readCalendar(tenantId, read));
  expect(calendar?.days.every(({ status }) => status === 'available')).toBe(true);
  expect(valueOf(await client.readCalendar(tenantId, { ...read, knownEtags: [etag] }))).toEqual({
    etag,
    calendar: null,
  });
  valueOf(await client.updateResource(tenantId, { resourceId, changes: { name: 'Other' } }));
  await setUnits(tenantId, resourceId, 59);
  const full = valueOf(await client.readCalendar(tenantId, read)).calendar;
  const reserved = full?.days.map(({ reasons }) => reasons.join());
  expect(reserved?.slice(1, 8)).toEqual(Array.from({ length: 7 }, () => 'reserved'));
  expect([reserved?.[0], ...(reserved?.slice(9) ?? [])].every((reason) => reason === '')).toBe(true);
}, 60_000);

it('a claim and a change of units beside more claims than are read one by one are decided as beside few', async () => {
  const { client } = inventory;
  const court = await createCourt(client, { units: 70, timezone: 'UTC' });
  const { tenantId, resourceId } = court;
  await fillWithClaims(inventory, court, 12_000);
  const expiresAt = Temporal.Now.instant().add({ minutes: 15 }).toString();
  const request = { resourceId, ...nights(1, 6), expiresAt };
  const claim = (quantity: number, claimId = randomUUID()) =>
    client.claimUnits(tenantId, { claimId, ...request, quantity });
  expect(await claim(11)).toMatchObject({ refusal: { code: 'units_taken' } });
  const claimId = randomUUID();
  expect(await claim(10, claimId)).toMatchObject({ ok: true });
  expect(await claim(1)).toMatchObject({ refusal: { code: 'units_taken' } });
  expect(await claim(10, claimId)).toMatchObject({ ok: true });
  const changeTo = (units: number) => client.updateResource(tenantId, { resourceId, changes: { units } });
  expect(await changeTo(69)).toMatchObject({ refusal: { code: 'units_in_use', extra: { unitsTaken: 70 } } });
  expect(await changeTo(100)).toMatchObject({ ok: true });
  expect(await claim(30)).toMatchObject({ ok: true });
  expect(await changeTo(100)).toMatchObject({ ok: true });
}, 60_000);

/** Below what is taken, which a request may not. */
async function setUnits(tenantId: string, resourceId: string, units: number): Promise<void> {
  await inventory.db.inTenant(tenantId, (tx) =>
    tx.query({
      name: 'set_units',
      text: 'UPDATE resources SET units = $1, config_version = config_version + 1 WHERE id = $2',
      values: [units, resourceId],
    }),
  );
}

it('nightly rates of more plans than many requests may read at once', async () => {
  const { client } = inventory;
  const villa = await createVilla(client);
  const { tenantId, resourceId, ratePlanId } = villa;
  await inventory.db.inTenant(tenantId, async (tx) => {
    await tx.query(
      `INSERT INTO rate_plans SELECT copy.* FROM rate_plans AS original, generate_series(1, 59) AS n,
         jsonb_populate_record(original, jsonb_build_object('id', gen_random_uuid(), 'code', 'more-' || n)) AS copy
       WHERE original.id = '${ratePlanId}'`,
    );
    await tx.query(
      `INSERT INTO nightly_rates (tenant_id, rate_plan_id, date, amount_minor_units)
       SELECT '${tenantId}', p.id, current_date + 60 + n, 5000 FROM rate_plans p, generate_series(0, 365) n
       WHERE p.resource_id = '${resourceId}'`,
    );
    await tx.query(`UPDATE resources SET config_version = config_version + 1 WHERE id = '${resourceId}'`);
  });
  const read = { resourceId, ...nights(0, 366), knownEtags: [] };
  const { calendar } = valueOf(await client.readCalendar(tenantId, read));
  expect(new Set(calendar?.days.map((day) => day.priceHintMinorUnits))).toEqual(new Set(['5000']));
  expect(await client.priceStay(tenantId, stayRequest(villa))).toMatchObject({
    value: { priceBreakdown: { subtotalMinorUnits: '15000' } },
  });
}, 60_000);
