// Guards the service as its neighbours meet it: over the bus, by its contract, and through their events.
import { randomUUID } from 'node:crypto';
import {
  claimUnits,
  confirmClaim,
  findAvailability,
  listResources,
  priceStay,
  putRestrictions,
  readCalendar,
  readRates,
  readResource,
  readRestrictions,
  setBulkRates,
  summarizeCapacity,
} from '@lodging/contract-inventory';
import {
  reservationCancelled,
  reservationCheckedOut,
  reservationExpired,
} from '@lodging/contract-reservations';
import { streamOf } from '@lodging/contract-wire';
import { connectBus, ensureStream } from '@lodging/kit-messaging';
import type { Bus } from '@lodging/kit-messaging';
import { newId, systemClock, systemContext } from '@lodging/kit-runtime';
import type { App } from '@lodging/kit-runtime';
import { eventually, freshSchema, testLogger, useServers } from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildInventory } from '../src/app.ts';
import { inventorySettings } from '../src/settings.ts';
import { inventoryMigrations } from '../src/migrations.ts';
import { asOwnerOf } from './blocks.ts';
import { nights, replicaOver, sellVilla, valueOf, wish } from './inventory.ts';

const stopping = new AbortController();
const log = testLogger();
let schema: FreshSchema;
let db: Database;
let bus: Bus;
let app: App;

beforeAll(async () => {
  schema = await freshSchema({ schema: 'inventory', sources: inventoryMigrations });
  db = openDatabase({ url: schema.url, schema: 'inventory', log });
  bus = await connectBus({ url: useServers().natsUrl, name: 'reservations', log });
  const { name, subjects } = streamOf('reservations');
  await ensureStream(bus, { name, subjects });
  const settings = inventorySettings.parse({ POSTGRES_URL: schema.url, NATS_URL: useServers().natsUrl });
  app = await buildInventory(settings, {
    name: 'inventory',
    log,
    clock: systemClock,
    newId,
    signal: stopping.signal,
  });
});
afterAll(async () => {
  stopping.abort();
  await app.stop();
  await bus.drain();
  await db.close();
  await schema.drop();
});

const callFor = (tenantId: string) => systemContext(tenantId, false, { timeoutMs: 5_000 });

/** Tells what reservations would tell about a claim. */
async function tell(
  type: string,
  tenantId: string,
  claim: { claimId: string; resourceId: string },
): Promise<void> {
  const now = Temporal.Now.instant().toString();
  const reservation = {
    id: claim.claimId,
    resourceId: claim.resourceId,
    ratePlanId: null,
    state: 'cancelled',
    startsAt: now,
    endsAt: now,
    totalMinorUnits: '1',
    currency: 'EUR',
    holdExpiresAt: null,
    createdAt: now,
    roomTypeId: null,
    quantity: 1,
    source: 'direct',
    occupancyAdults: null,
    occupancyChildren: 0,
    updatedAt: now,
  };
  const event = {
    id: randomUUID(),
    type,
    tenantId,
    livemode: false,
    occurredAt: now,
    aggregateId: claim.claimId,
    aggregateVersion: 2,
    data: { reservation },
  };
  bus.connection.publish(type, JSON.stringify(event));
  await bus.connection.flush();
}

describe('the service', () => {
  it('is ready once it has its neighbours and its tables', async () => {
    for (const check of Object.values(app.checks)) await check();
  });

  it('answers by its contract about dates with terms of their own', async () => {
    const { tenantId, resourceId } = await sellVilla(replicaOver(db));
    const call = callFor(tenantId);
    const { roomType } = valueOf(await bus.ask(readResource, { resourceId }, call));
    const window = { from: '2027-06-01', to: '2027-06-03' };
    const nightlyRate = { amountMinorUnits: '100', currency: 'EUR' };
    const bulk = { roomTypeId: roomType?.id ?? '', ratePlanCode: 'flex', ...window, nightlyRate };
    expect(valueOf(await bus.ask(setBulkRates, bulk, call))).toMatchObject({ updatedNights: 2 });
    expect(valueOf(await bus.ask(readRates, { resourceId, window }, call)).nightlyRates).toHaveLength(2);
    const stay = { from: '2027-06-01T12:00:00.000Z', to: '2027-06-03T12:00:00.000Z' };
    const restrictions = [{ ratePlanCode: 'flex', ...stay, stopSell: true }];
    const put = valueOf(await bus.ask(putRestrictions, { resourceId, restrictions }, call));
    expect(valueOf(await bus.ask(readRestrictions, { resourceId }, call))).toEqual(put);
    const asked = { resourceId, ...stay, knownEtags: [] };
    const { etag, calendar } = valueOf(await bus.ask(readCalendar, asked, call));
    expect(calendar?.days.map(({ reasons }) => reasons)).toEqual([['stop_sell'], ['stop_sell']]);
    const again = valueOf(await bus.ask(readCalendar, { ...asked, knownEtags: [etag] }, call));
    expect(again).toEqual({ etag, calendar: null });
    expect(valueOf(await bus.ask(summarizeCapacity, window, call))).toEqual({
      capacity: [{ currency: 'EUR', unitNights: 2, blockedUnitNights: 0 }],
    });
  });

  it('answers by its contract', async () => {
    const sold = await sellVilla(replicaOver(db));
    const { tenantId, resourceId } = sold;
    const call = callFor(tenantId);
    expect(await bus.ask(readResource, { resourceId }, call)).toMatchObject({
      ok: true,
      value: { id: resourceId },
    });
    expect(await bus.ask(listResources, { limit: 10, after: null }, call)).toMatchObject({
      value: { resources: [{ id: resourceId }] },
    });
    const free = await bus.ask(findAvailability, { resourceId, ...nights(), partySize: 2 }, call);
    expect(free).toMatchObject({ ok: true, value: { available: true, reasons: [] } });
    expect(await bus.ask(priceStay, wish(sold), call)).toMatchObject({
      value: { displayTotal: { amountMinorUnits: '30000' } },
    });
    const refused = await bus.ask(priceStay, wish(sold, { quantity: 2 }), call);
    expect(refused).toMatchObject({
      ok: false,
      refusal: { code: 'unavailable', extra: { reasons: ['occupancy_exceeded'] } },
    });
    const foreign = await bus.ask(readResource, { resourceId }, callFor(randomUUID()));
    expect(foreign).toMatchObject({ ok: false, refusal: { code: 'resource_not_found' } });
    expect(log.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});

describe('an event of reservations', () => {
  const claimed = async (changes: { expiresAt: string | null }) => {
    const { tenantId, resourceId } = await sellVilla(replicaOver(db));
    const claim = { claimId: randomUUID(), resourceId, quantity: 1, ...nights() };
    valueOf(await bus.ask(claimUnits, { ...claim, ...changes }, callFor(tenantId)));
    const isFree = async () => {
      const asked = { resourceId, ...nights(), partySize: 2 };
      return valueOf(await bus.ask(findAvailability, asked, callFor(tenantId))).available;
    };
    return { tenantId, claim, isFree };
  };
  const soon = () => Temporal.Now.instant().add({ minutes: 15 }).toString({ smallestUnit: 'millisecond' });

  it('that tells of a cancellation frees the units for good', async () => {
    const { tenantId, claim, isFree } = await claimed({ expiresAt: null });
    await tell(reservationCancelled.type, tenantId, claim);
    await eventually('the units are free', isFree);
    const late = await bus.ask(confirmClaim, claim, callFor(tenantId));
    expect(late).toMatchObject({ ok: false, refusal: { code: 'claim_released' } });
  });

  it('that tells of a guest who has left is kept with the claim, whose units stay taken', async () => {
    const { tenantId, claim, isFree } = await claimed({ expiresAt: null });
    await tell(reservationCheckedOut.type, tenantId, claim);
    await eventually('it is known', () =>
      asOwnerOf(schema, tenantId, async (client) => {
        const sql = 'SELECT left_at FROM claims WHERE claim_id = $1';
        return (await client.query(sql, [claim.claimId])).rows[0]?.left_at instanceof Date;
      }),
    );
    expect(await isFree()).toBe(false);
  });

  it('that tells of an expiry frees them until the money comes after all', async () => {
    const { tenantId, claim, isFree } = await claimed({ expiresAt: soon() });
    await tell(reservationExpired.type, tenantId, claim);
    await eventually('the units are free', isFree);
    expect(await bus.ask(confirmClaim, claim, callFor(tenantId))).toMatchObject({
      value: { state: 'confirmed' },
    });
    // The same news once more, late: it must not take the stay away again.
    await tell(reservationExpired.type, tenantId, claim);
    const other = await claimed({ expiresAt: soon() });
    await tell(reservationCancelled.type, other.tenantId, other.claim);
    await eventually('later news has arrived', other.isFree);
    expect(await isFree()).toBe(false);
  });
});
