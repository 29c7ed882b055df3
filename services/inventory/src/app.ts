import { ops } from '@lodging/contract-inventory';
import { streamOf } from '@lodging/contract-wire';
import { connectBus, serve, startConsumer, startOutboxRelay, opsRoutes } from '@lodging/kit-messaging';
import type { Bus, Route } from '@lodging/kit-messaging';
import { openDatabase, requireMigrated } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { processInfo } from '@lodging/kit-runtime';
import type { App, Runtime } from '@lodging/kit-runtime';
import { inventorySettings } from './settings.ts';
import type { InventorySettings } from './settings.ts';
import { onReservationEvents, reservationEvents } from './inbound/events.ts';
import { routes } from './inbound/rpc.ts';
import { inventoryMigrations } from './migrations.ts';
import { createBlockStore } from './outbound/block-store.ts';
import { createBulkRateStore } from './outbound/bulk-rate-store.ts';
import { createCalendarEtags } from './outbound/calendar-etags.ts';
import { createCalendarReader } from './outbound/calendar-reader.ts';
import { createCapacityReader } from './outbound/capacity-reader.ts';
import { createClaimStore } from './outbound/claim-store.ts';
import { createConfigCache } from './outbound/config-cache.ts';
import { createFxRateStore } from './outbound/fx-rate-store.ts';
import { createOccupancyReader } from './outbound/occupancy-reader.ts';
import { createPricingStore } from './outbound/pricing-store.ts';
import { createRatePlanStore } from './outbound/rate-plan-store.ts';
import { createResourceStore } from './outbound/resource-store.ts';
import { createRestrictionStore } from './outbound/restriction-store.ts';
import { createRoomTypeStore } from './outbound/room-type-store.ts';
import { createStayReader } from './outbound/stay-reader.ts';
import { useCases } from './use-cases/use-cases.ts';
import type { UseCases } from './use-cases/use-cases.ts';

/**
 * Far above the connections, because those who wait for their turn at one resource hold none: a crowd at one door must
 * not be told that the whole service is busy.
 */
const MAX_IN_FLIGHT = 256;
/** A set of blocks takes some five times its bytes of memory while it is taken in. */
const LARGE_AT_ONCE_BYTES = 4 * 1024 * 1024;
/** Some hundred bytes each. */
const ETAGS_KEPT = 20_000;

export async function buildInventory(settings: InventorySettings, runtime: Runtime): Promise<App> {
  const { log, signal } = runtime;
  const maxConnections = settings.POSTGRES_CONNECTIONS;
  const bus = await connectBus({ url: settings.NATS_URL, name: 'inventory', log });
  const db = openDatabase({ url: settings.POSTGRES_URL, schema: 'inventory', log, maxConnections });
  const uses = usesOver(db, settings, runtime);
  const own = streamOf('inventory');
  const reservations = streamOf('reservations');

  const relay = await startOutboxRelay({
    db,
    bus,
    log,
    signal,
    stream: own.name,
    subjects: own.subjects,
    replicas: settings.STREAM_REPLICAS,
  });
  const consumer = await startConsumer({
    db,
    bus,
    log,
    signal,
    stream: reservations.name,
    filter: reservations.filter,
    durable: 'inventory',
    handlers: onReservationEvents(uses),
    schema: reservationEvents,
  });
  const checks = {
    postgres: () => db.check(),
    migrations: () => requireMigrated(db, inventoryMigrations),
    nats: () => bus.check(),
  };
  const limits = { maxInFlight: MAX_IN_FLIGHT, largeAtOnceBytes: LARGE_AT_ONCE_BYTES };
  const serving = await serve(bus, { group: 'inventory', log, ...limits }, [
    ...routes(uses),
    ...opsOf(settings, runtime, { db, bus, checks }),
  ]);
  return {
    checks,
    async stop() {
      await Promise.all([serving.stop(), consumer.stop()]);
      await relay.stop();
      await bus.drain();
      await db.close();
    },
  };
}

/** What the platform's operator may ask. */
function opsOf(settings: InventorySettings, { clock }: Runtime, links: Links & Pick<App, 'checks'>): Route[] {
  return opsRoutes(ops, {
    ...links,
    clock,
    migrations: inventoryMigrations,
    info: processInfo(inventorySettings, settings),
    publishes: streamOf('inventory').name,
    consumes: [streamOf('reservations').name],
  });
}

interface Links {
  readonly db: Database;
  readonly bus: Bus;
}

function usesOver(db: Database, settings: InventorySettings, { clock, newId }: Runtime): UseCases {
  const configurations = createConfigCache(settings.CONFIG_CACHE_WEIGHT);
  return useCases({
    roomTypes: createRoomTypeStore(db),
    resources: createResourceStore(db),
    plans: createRatePlanStore(db),
    prices: createPricingStore(db),
    restrictions: createRestrictionStore(db),
    bulkRates: createBulkRateStore(db),
    fxRates: createFxRateStore(db),
    stays: createStayReader(db, configurations),
    calendars: createCalendarReader(db, configurations),
    calendarEtags: createCalendarEtags(ETAGS_KEPT),
    capacity: createCapacityReader(db),
    occupancies: createOccupancyReader(db),
    claims: createClaimStore(db),
    blocks: createBlockStore(db, newId),
    clock,
    newId,
  });
}
