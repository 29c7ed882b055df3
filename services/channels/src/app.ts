import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ops } from '@lodging/contract-channels';
import { defineService, purgeOutbox } from '@lodging/kit-messaging';
import type { ServiceContext } from '@lodging/kit-messaging';
import { createFairSemaphore, createSemaphore, inSpan } from '@lodging/kit-runtime';
import type { SyncLease } from './domain/sync-lease.ts';
import { inventoryEvents } from './inbound/events.ts';
import { routes } from './inbound/rpc.ts';
import { purgeTimer, renewalTimer, syncTimer } from './inbound/timers.ts';
import { migrations } from './migrations.ts';
import { collectFeedStats } from './outbound/collect-feed-stats.ts';
import { createConflictRepository } from './outbound/conflict-repository.ts';
import { createConnectionRepository } from './outbound/connection-repository.ts';
import { createFeedTokenRepository } from './outbound/feed-token-repository.ts';
import { createFeedVault, sealOfFeeds } from './outbound/feed-vault.ts';
import { createFeedReader } from './outbound/fetch-feed.ts';
import { sha256, sha256Text } from './outbound/hashing.ts';
import { writeFeed } from './outbound/ical/write-feed.ts';
import { createInventoryClient } from './outbound/inventory-client.ts';
import { createListingRepository } from './outbound/listing-repository.ts';
import { observeFeeds } from './outbound/observe-feeds.ts';
import { createFeedParser } from './outbound/parse-feed.ts';
import { createSyncLeaseRepository } from './outbound/sync-lease-repository.ts';
import { createSyncedFeedRepository } from './outbound/synced-feed-repository.ts';
import { settings } from './settings.ts';
import type { Settings } from './settings.ts';
import { syncFeed } from './use-cases/sync-feed.ts';
import type { SyncFeedDeps } from './use-cases/sync-feed.ts';

const MAX_CONNECTIONS = 8;
const MAX_RUNS = 16;
const MAX_RUNS_OF_TENANT = 4;
/** Parsing and applying. One parser takes up to 128 MB. */
const APPLYING = { permits: 2, perKey: 1 };
/** Runs that take longer are left to the processes that lease them next. */
const DRAIN_TIMEOUT_MS = 10_000;

export const channels = defineService({
  name: 'channels',
  settings,
  migrations,
  ops,
  maxConnections: () => MAX_CONNECTIONS,
  build,
});

function build(service: ServiceContext<Settings>) {
  const { db, log } = service;
  const wakeSync = (): void => sync.wake();
  const deps = { ...createDeps(service), wakeSync };
  const { leases, owner, vault } = deps;
  const runs = createSemaphore({ permits: MAX_RUNS });
  const sync = syncTimer({
    ...deps,
    runs,
    maxRuns: MAX_RUNS,
    maxRunsOfTenant: MAX_RUNS_OF_TENANT,
    sync: (lease) => traced(deps, lease),
    onUnexpectedError: (error, { connectionId }) =>
      log.error({ err: error, connectionId }, 'the sync of a connection failed unexpectedly; it is retried'),
  });
  return {
    routes: routes(deps),
    consumers: [inventoryEvents(deps)],
    timers: [sync, renewalTimer(deps), purgeTimer(() => purgeOutbox(db))],
    seals: [sealOfFeeds(db, vault, service.settings.FEED_SECRET)],
    observers: [observeFeeds(db)],
    facts: async () => ({
      allowsLocalhost: service.settings.CHANNELS_ALLOW_LOCALHOST,
      ...(await collectFeedStats(db)),
    }),
    async stop() {
      await Promise.race([runs.idle(), delay(DRAIN_TIMEOUT_MS, undefined, { ref: false })]);
      await leases.release(owner);
    },
  };
}

function createDeps({ settings: values, db, bus, log, clock, newId }: ServiceContext<Settings>) {
  return {
    clock,
    newId,
    connections: createConnectionRepository(db),
    listings: createListingRepository(db),
    conflicts: createConflictRepository(db),
    feedTokens: createFeedTokenRepository(db),
    leases: createSyncLeaseRepository(db),
    feeds: createSyncedFeedRepository(db),
    inventory: createInventoryClient(bus, log),
    vault: createFeedVault(values.FEED_SECRET),
    reader: createFeedReader({ clock, allowLocalhost: values.CHANNELS_ALLOW_LOCALHOST }),
    parser: createFeedParser(),
    writeFeed,
    /** The owner of this process's leases. */
    owner: newId(),
    applying: createFairSemaphore(APPLYING),
    intervalSeconds: values.SYNC_INTERVAL_SECONDS,
    random: Math.random,
    randomBytes,
    digest: sha256,
    textDigest: sha256Text,
  };
}

function traced(deps: SyncFeedDeps, lease: SyncLease): Promise<void> {
  const attributes = { 'lodging.tenant.id': lease.tenantId };
  return inSpan('sync-feed', { attributes }, () => syncFeed(deps, lease));
}
