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
import { connectBus, provisionStream, startService } from '@lodging/kit-messaging';
import type { Bus } from '@lodging/kit-messaging';
import { newId, systemClock } from '@lodging/kit-runtime';
import type { App } from '@lodging/kit-runtime';
import {
  clientContext,
  eventually,
  freshSchema,
  testIdentity,
  testIdentitySettings,
  testLogger,
  useServers,
} from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inventory } from '../src/app.ts';
import { migrations } from '../src/migrations.ts';
import { settings } from '../src/settings.ts';
import { asOwner } from './as-owner.ts';
import { createVilla, nights, stayRequest } from './create-villa.ts';
import { createReplica, valueOf } from './start-inventory.ts';

const stopping = new AbortController();
const log = testLogger();
let schema: FreshSchema;
let db: Database;
let bus: Bus;
let app: App;

beforeAll(async () => {
  schema = await freshSchema({ schema: 'inventory', sources: migrations });
  db = openDatabase({ url: schema.url, schema: 'inventory', log });
  bus = await connectBus({ url: useServers().natsUrl, name: 'reservations', identity: testIdentity(), log });
  await provisionStream(bus, streamOf('inventory'));
  await provisionStream(bus, { ...streamOf('reservations'), consumers: ['inventory'] });
  const urls = {
    POSTGRES_URL: schema.url,
    NATS_URL: useServers().natsUrl,
    ...testIdentitySettings('inventory'),
  };
  const runtime = { name: 'inventory', log, clock: systemClock, newId, signal: stopping.signal };
  app = await startService(inventory, settings.parse(urls), runtime);
});
afterAll(async () => {
  stopping.abort();
  await app.stop();
  await bus.drain();
  await db.close();
  await schema.drop();
});

const contextOf = (tenantId: string) => clientContext(tenantId, false, { timeoutMs: 5_000 });

/** Publishes an event of reservations about a claim. */
async function publish(
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
  it('is ready with its database and the bus', async () => {
    for (const check of Object.values(app.checks)) await check();
  });

  it('answers requests about rates, restrictions and the calendar over the bus', async () => {
    const { tenantId, resourceId } = await createVilla(createReplica(db));
    const ctx = contextOf(tenantId);
    const { roomType } = valueOf(await bus.request(readResource, { resourceId }, ctx));
    const window = { from: '2027-06-01', to: '2027-06-03' };
    const nightlyRate = { amountMinorUnits: '100', currency: 'EUR' };
    const bulk = { roomTypeId: roomType?.id ?? '', ratePlanCode: 'flex', ...window, nightlyRate };
    expect(valueOf(await bus.request(setBulkRates, bulk, ctx))).toMatchObject({ updatedNights: 2 });
    expect(valueOf(await bus.request(readRates, { resourceId, window }, ctx)).nightlyRates).toHaveLength(2);
    const stay = { from: '2027-06-01T12:00:00.000Z', to: '2027-06-03T12:00:00.000Z' };
    const restrictions = [{ ratePlanCode: 'flex', ...stay, stopSell: true }];
    const put = valueOf(await bus.request(putRestrictions, { resourceId, restrictions }, ctx));
    expect(valueOf(await bus.request(readRestrictions, { resourceId }, ctx))).toEqual(put);
    const request = { resourceId, ...stay, knownEtags: [] };
    const { etag, calendar } = valueOf(await bus.request(readCalendar, request, ctx));
    expect(calendar?.days.map(({ reasons }) => reasons)).toEqual([['stop_sell'], ['stop_sell']]);
    const again = valueOf(await bus.request(readCalendar, { ...request, knownEtags: [etag] }, ctx));
    expect(again).toEqual({ etag, calendar: null });
    expect(valueOf(await bus.request(summarizeCapacity, window, ctx))).toEqual({
      capacity: [
        {
          currency: 'EUR',
          unitNights: 2,
          blockedUnitNights: 0,
          outOfOrderUnitNights: 0,
          ownBlockedUnitNights: 0,
        },
      ],
    });
  });

  it('answers requests about resources and stays over the bus', async () => {
    const villa = await createVilla(createReplica(db));
    const { tenantId, resourceId } = villa;
    const ctx = contextOf(tenantId);
    expect(await bus.request(readResource, { resourceId }, ctx)).toMatchObject({
      ok: true,
      value: { id: resourceId },
    });
    expect(await bus.request(listResources, { limit: 10, after: null }, ctx)).toMatchObject({
      value: { resources: [{ id: resourceId }] },
    });
    const free = await bus.request(findAvailability, { resourceId, ...nights(), partySize: 2 }, ctx);
    expect(free).toMatchObject({ ok: true, value: { available: true, reasons: [] } });
    expect(await bus.request(priceStay, stayRequest(villa), ctx)).toMatchObject({
      value: { displayTotal: { amountMinorUnits: '30000' } },
    });
    const refused = await bus.request(priceStay, stayRequest(villa, { quantity: 2 }), ctx);
    expect(refused).toMatchObject({
      ok: false,
      refusal: { code: 'unavailable', extra: { reasons: ['occupancy_exceeded'] } },
    });
    const foreign = await bus.request(readResource, { resourceId }, contextOf(randomUUID()));
    expect(foreign).toMatchObject({ ok: false, refusal: { code: 'resource_not_found' } });
    expect(log.lines.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
  });
});

describe('an event of reservations', () => {
  const claimed = async (changes: { expiresAt: string | null }) => {
    const { tenantId, resourceId } = await createVilla(createReplica(db));
    const claim = { claimId: randomUUID(), resourceId, quantity: 1, ...nights() };
    valueOf(await bus.request(claimUnits, { ...claim, ...changes }, contextOf(tenantId)));
    const isFree = async () => {
      const request = { resourceId, ...nights(), partySize: 2 };
      return valueOf(await bus.request(findAvailability, request, contextOf(tenantId))).available;
    };
    return { tenantId, claim, isFree };
  };
  const soon = () => Temporal.Now.instant().add({ minutes: 15 }).toString({ smallestUnit: 'millisecond' });

  it('about a cancellation frees the units finally', async () => {
    const { tenantId, claim, isFree } = await claimed({ expiresAt: null });
    await publish(reservationCancelled.type, tenantId, claim);
    await eventually('the units are free', isFree);
    const late = await bus.request(confirmClaim, claim, contextOf(tenantId));
    expect(late).toMatchObject({ ok: false, refusal: { code: 'claim_released' } });
  });

  it('about a departure is stored with the claim, whose units stay taken', async () => {
    const { tenantId, claim, isFree } = await claimed({ expiresAt: null });
    await publish(reservationCheckedOut.type, tenantId, claim);
    await eventually('the departure is stored', () =>
      asOwner(schema, tenantId, async (client) => {
        const sql = 'SELECT left_at FROM claims WHERE claim_id = $1';
        return (await client.query(sql, [claim.claimId])).rows[0]?.left_at instanceof Date;
      }),
    );
    expect(await isFree()).toBe(false);
  });

  it('about an expiry frees the units until a late confirmation', async () => {
    const { tenantId, claim, isFree } = await claimed({ expiresAt: soon() });
    await publish(reservationExpired.type, tenantId, claim);
    await eventually('the units are free', isFree);
    expect(await bus.request(confirmClaim, claim, contextOf(tenantId))).toMatchObject({
      value: { state: 'confirmed' },
    });
    // A second expiry, after the confirmation, must not release the claim.
    await publish(reservationExpired.type, tenantId, claim);
    const other = await claimed({ expiresAt: soon() });
    await publish(reservationCancelled.type, other.tenantId, other.claim);
    await eventually('a later event is processed', other.isFree);
    expect(await isFree()).toBe(false);
  });
});
