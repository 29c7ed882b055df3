import { ops } from '@lodging/contract-channels';
import { streamOf } from '@lodging/contract-wire';
import { connectBus, serve, startConsumer, purgeOutbox, opsRoutes } from '@lodging/kit-messaging';
import type { Bus, Route } from '@lodging/kit-messaging';
import { openDatabase, requireMigrated } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { aboutProcess, inSpan } from '@lodging/kit-runtime';
import type { App, Runtime } from '@lodging/kit-runtime';
import { setTimeout as pause } from 'node:timers/promises';
import { channelsSettings } from './settings.ts';
import type { ChannelsSettings } from './settings.ts';
import { connectionRoutes } from './inbound/connection-rpc.ts';
import { inventoryEvents, onInventoryEvents } from './inbound/events.ts';
import { routes } from './inbound/rpc.ts';
import { startTimers } from './inbound/timers.ts';
import { channelsMigrations } from './migrations.ts';
import { conflictStore } from './outbound/conflict-store.ts';
import { connectionStore } from './outbound/connection-store.ts';
import { createFeedTokenStore } from './outbound/feed-token-store.ts';
import { feedVault } from './outbound/feed-vault.ts';
import { createFeedReader } from './outbound/fetch-feed.ts';
import { inventoryClient } from './outbound/house-client.ts';
import { listingStore } from './outbound/listing-store.ts';
import { createOccupancyClient } from './outbound/occupancy-client.ts';
import { writeFeed } from './outbound/ical/write-feed.ts';
import { createFeedParser } from './outbound/parse-feed.ts';
import { surveyFeeds } from './outbound/survey-feeds.ts';
import { syncQueue } from './outbound/sync-queue.ts';
import { random, sha256 } from './outbound/token-digests.ts';
import { watchFeeds } from './outbound/watch-feeds.ts';
import { connectionUseCases } from './use-cases/connection-use-cases.ts';
import { feedUseCases } from './use-cases/feed-use-cases.ts';
import { syncDue } from './use-cases/sync-due.ts';
import type { SyncDue } from './use-cases/sync-due.ts';
import { syncFeed } from './use-cases/sync-feed.ts';
import type { SyncFeedDeps } from './use-cases/sync-feed.ts';
import { takeTurns } from './use-cases/take-turns.ts';

const CONNECTIONS = 8;
const FEEDS_AT_ONCE = 8;
const TAKEN_IN_AT_ONCE = 1;
const LOOK_AGAIN_MS = 500;

export async function buildChannels(settings: ChannelsSettings, runtime: Runtime): Promise<App> {
  const { log, clock, newId } = runtime;
  const bus = await connectBus({ url: settings.NATS_URL, name: 'channels', log });
  const db = openDatabase({
    url: settings.POSTGRES_URL,
    schema: 'channels',
    log,
    maxConnections: CONNECTIONS,
  });
  await migrated(db, runtime);
  const { uses, timers } = buildImport(settings, runtime, { bus, db });
  const feeds = feedUseCases({
    feedTokens: createFeedTokenStore(db),
    occupancy: createOccupancyClient(bus),
    random,
    digest: sha256,
    clock,
    newId,
    writeFeed,
  });
  const unwatch = watchFeeds(db);
  const consumer = await listenToInventory(uses, runtime, { bus, db });
  const checks = {
    postgres: () => db.check(),
    migrations: () => requireMigrated(db, channelsMigrations),
    nats: () => bus.check(),
  };
  const serving = await serve(bus, { group: 'channels', log }, [
    ...routes(feeds),
    ...connectionRoutes(uses),
    ...opsOf(settings, runtime, { db, bus, checks }),
  ]);
  return {
    checks,
    async stop() {
      unwatch();
      await Promise.all([serving.stop(), consumer.stop(), timers.stop()]);
      await bus.drain();
      await db.close();
    },
  };
}

interface Links {
  readonly bus: Bus;
  readonly db: Database;
}

/** What the platform's operator may ask. */
function opsOf(settings: ChannelsSettings, { clock }: Runtime, links: Links & Pick<App, 'checks'>): Route[] {
  return opsRoutes(ops, {
    ...links,
    clock,
    migrations: channelsMigrations,
    about: aboutProcess(channelsSettings, settings),
    consumes: [streamOf('inventory').name],
    facts: async () => ({
      allowsLocalhost: settings.CHANNELS_ALLOW_LOCALHOST,
      ...(await surveyFeeds(links.db)),
    }),
  });
}

/** Everything about calendars that come in, but the doors through which it is asked for. */
function buildImport(settings: ChannelsSettings, runtime: Runtime, links: Links) {
  const { clock, newId } = runtime;
  const { db } = links;
  const shared = {
    queue: syncQueue(db),
    house: inventoryClient(links.bus, runtime.log),
    vault: feedVault(settings.FEED_SECRET),
    reader: createFeedReader({ clock, allowLocalhost: settings.CHANNELS_ALLOW_LOCALHOST }),
    random: Math.random,
    /** This process, among those that share the work. */
    owner: newId(),
  };
  const wakeSync = (): void => timers.wakeSync();
  const sync = buildSync(settings, runtime, { ...shared, onRoom: wakeSync });
  const timers = startTimers({
    log: runtime.log,
    signal: runtime.signal,
    sync,
    keepLeases: () => shared.queue.keep(shared.owner),
    giveUpLeases: () => shared.queue.giveUp(shared.owner),
    sweepOld: () => purgeOutbox(db),
  });
  const connections = connectionStore(db);
  const listings = listingStore(db);
  const conflicts = conflictStore(db);
  return {
    uses: connectionUseCases({ ...shared, connections, listings, conflicts, newId, wakeSync }),
    timers,
  };
}

type SyncParts = Pick<SyncFeedDeps, 'queue' | 'house' | 'vault' | 'reader' | 'random'> & {
  readonly owner: string;
  readonly onRoom: () => void;
};

function buildSync(settings: ChannelsSettings, { clock, log }: Runtime, parts: SyncParts): SyncDue {
  const { owner, onRoom, ...shared } = parts;
  const deps: SyncFeedDeps = {
    ...shared,
    parser: createFeedParser(),
    inTurn: takeTurns(TAKEN_IN_AT_ONCE),
    clock,
    digest: (text) => Buffer.from(sha256(text)).toString('base64url'),
    intervalSeconds: settings.SYNC_INTERVAL_SECONDS,
  };
  return syncDue(
    {
      queue: shared.queue,
      owner,
      atOnce: FEEDS_AT_ONCE,
      syncFeed: (lease) =>
        inSpan('sync-feed', { attributes: { 'lodging.tenant.id': lease.tenantId } }, () =>
          syncFeed(deps, lease),
        ),
      onSurprise: (error, { connectionId }) =>
        log.error({ err: error, connectionId }, 'a calendar could not be synced'),
    },
    onRoom,
  );
}

function listenToInventory(
  uses: Parameters<typeof onInventoryEvents>[0],
  { log, signal }: Runtime,
  { bus, db }: Links,
) {
  const { name: stream, filter } = streamOf('inventory');
  const handlers = onInventoryEvents(uses);
  return startConsumer({
    db,
    bus,
    stream,
    filter,
    durable: 'channels',
    log,
    signal,
    handlers,
    schema: inventoryEvents,
  });
}

/** Timers and relays on tables that are not there yet would only fill the log. */
async function migrated(db: Database, { log, signal }: Runtime): Promise<void> {
  for (let tries = 0; !signal.aborted; tries += 1) {
    try {
      return await requireMigrated(db, channelsMigrations);
    } catch (error) {
      if (tries === 0) log.warn({ err: error }, 'waiting for the database and its migrations');
      await pause(LOOK_AGAIN_MS);
    }
  }
}
