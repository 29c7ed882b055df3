// Owns how channels is put together: every part is made here and nowhere else.
import { streamOf } from '@lodging/contract-wire';
import { connectBus, serve } from '@lodging/kit-messaging';
import { startConsumer, sweepOld } from '@lodging/kit-outbox';
import { openDatabase, requireMigrated } from '@lodging/kit-postgres';
import { every } from '@lodging/kit-runtime';
import type { App, Runtime } from '@lodging/kit-runtime';
import type { ChannelsSettings } from './config.ts';
import { inventoryEvents, onInventoryEvents } from './inbound/events.ts';
import { routes } from './inbound/rpc.ts';
import { channelsMigrations } from './migrations.ts';
import { createConflictStore } from './outbound/conflict-store.ts';
import { createFeedTokenStore } from './outbound/feed-token-store.ts';
import { createOccupancyClient } from './outbound/occupancy-client.ts';
import { random, sha256 } from './outbound/token-digests.ts';
import { feedUseCases } from './use-cases/feed-use-cases.ts';
import { openConflict } from './use-cases/open-conflict.ts';

const HOUR_SECONDS = 3_600;

export async function buildChannels(settings: ChannelsSettings, runtime: Runtime): Promise<App> {
  const { log, clock, newId, signal } = runtime;
  const bus = await connectBus({ url: settings.NATS_URL, name: 'channels', log });
  const db = openDatabase({ url: settings.POSTGRES_URL, schema: 'channels', log, maxConnections: 4 });
  const { name: stream, filter } = streamOf('inventory');
  const consumer = await startConsumer({
    db,
    bus,
    stream,
    filter,
    durable: 'channels',
    log,
    signal,
    handlers: onInventoryEvents(openConflict({ conflicts: createConflictStore(db), newId })),
    schema: inventoryEvents,
  });
  const feeds = feedUseCases({
    feedTokens: createFeedTokenStore(db),
    occupancy: createOccupancyClient(bus),
    random,
    digest: sha256,
    clock,
    newId,
  });
  const serving = await serve(bus, { group: 'channels', log }, routes(feeds));
  const sweeping = every({ name: 'sweep-old', seconds: HOUR_SECONDS, log, signal }, () => sweepOld(db));
  return {
    checks: {
      postgres: () => db.check(),
      migrations: () => requireMigrated(db, channelsMigrations),
      nats: () => bus.check(),
    },
    async stop() {
      await Promise.all([serving.stop(), consumer.stop(), sweeping.stop()]);
      await bus.drain();
      await db.close();
    },
  };
}
