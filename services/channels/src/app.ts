import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ops } from '@lodging/contract-channels';
import { defineService, purgeOutbox } from '@lodging/kit-messaging';
import type { ServiceContext } from '@lodging/kit-messaging';
import { createFairSemaphore, createSemaphore } from '@lodging/kit-runtime';
import { describeWork, operationsRoutes } from '@lodging/operations';
import { consumers } from './inbound/events.ts';
import { rpcRoutes } from './inbound/rpc.ts';
import { timers } from './inbound/timers.ts';
import { migrations } from './migrations.ts';
import { collectFeedStats } from './outbound/sync/collect-feed-stats.ts';
import { createConflictRepository } from './outbound/conflicts/conflict-repository.ts';
import { createConnectionRepository } from './outbound/connections/connection-repository.ts';
import { createFeedTokenRepository } from './outbound/feeds/feed-token-repository.ts';
import { createFeedVault, sealOfFeeds } from './outbound/connections/feed-vault.ts';
import { createFeedReader } from './outbound/sync/fetch-feed.ts';
import { sha256, sha256Text } from './outbound/feeds/hashing.ts';
import { writeFeed } from './outbound/ical/write-feed.ts';
import { createInventoryClient } from './outbound/neighbours/inventory-client.ts';
import { createListingRepository } from './outbound/connections/listing-repository.ts';
import { observeFeeds } from './outbound/sync/observe-feeds.ts';
import { createFeedParser } from './outbound/sync/parse-feed.ts';
import { createSyncLeaseRepository } from './outbound/sync/sync-lease-repository.ts';
import { createFeedReadRepository } from './outbound/sync/feed-read-repository.ts';
import { createSyncedFeedRepository } from './outbound/sync/synced-feed-repository.ts';
import type { ChannelsDeps } from './ports/deps.ts';
import { settings } from './settings.ts';
import type { Settings } from './settings.ts';

const MAX_CONNECTIONS = 8;
const MAX_RUNS = 16;
const MAX_RUNS_OF_TENANT = 4;
/** Parsing and applying. One parser takes up to 128 MB. */
const APPLYING = { permits: 2, perKey: 1 };
/** A feed takes up to 9 MiB here, and as much in inventory. */
const RENDERING = { permits: 8, perKey: 4 };
/** Runs that take longer are left to the processes that lease them next. */
const DRAIN_TIMEOUT_MS = 10_000;

export const channels = defineService({
  name: 'channels',
  settings,
  migrations,
  ops,
  describeWork,
  maxConnections: () => MAX_CONNECTIONS,
  build,
});

function build(service: ServiceContext<Settings>) {
  const { db, bus } = service;
  const deps = createDeps(service, () => sync.wake());
  const { leases, owner, runs, vault } = deps;
  const allTimers = timers(deps);
  const [sync] = allTimers;
  const own = { consumers: consumers(deps) };
  return {
    routes: [...rpcRoutes(deps), ...operationsRoutes(ops, { db, bus, ...own })],
    consumers: own.consumers,
    timers: allTimers,
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

function createDeps(
  { settings: values, db, bus, log, clock, newId }: ServiceContext<Settings>,
  wakeSync: () => void,
) {
  return {
    clock,
    newId,
    connections: createConnectionRepository(db),
    listings: createListingRepository(db),
    conflicts: createConflictRepository(db),
    feedTokens: createFeedTokenRepository(db),
    leases: createSyncLeaseRepository(db),
    feeds: createSyncedFeedRepository(db),
    feedReads: createFeedReadRepository(db),
    inventory: createInventoryClient(bus, log),
    vault: createFeedVault(values.FEED_SECRET),
    reader: createFeedReader({ clock, allowLocalhost: values.CHANNELS_ALLOW_LOCALHOST }),
    parser: createFeedParser(),
    writeFeed,
    owner: newId(),
    runs: createSemaphore({ permits: MAX_RUNS }),
    maxRuns: MAX_RUNS,
    maxRunsOfTenant: MAX_RUNS_OF_TENANT,
    applying: createFairSemaphore(APPLYING),
    rendering: createFairSemaphore(RENDERING),
    intervalSeconds: values.SYNC_INTERVAL_SECONDS,
    wakeSync,
    onUnexpectedError: (error, { connectionId }) =>
      log.error({ err: error, connectionId }, 'the sync of a connection failed unexpectedly; it is retried'),
    purgeOutbox: () => purgeOutbox(db),
    random: Math.random,
    randomBytes,
    digest: sha256,
    textDigest: sha256Text,
  } satisfies ChannelsDeps;
}
