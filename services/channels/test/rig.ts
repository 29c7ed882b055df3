import type { Connection } from '@lodging/contract-channels';
import * as contract from '@lodging/contract-channels';
import { streamOf } from '@lodging/contract-wire';
import { connectBus, ensureStream, serve } from '@lodging/kit-messaging';
import type { Answer, Bus, Operation } from '@lodging/kit-messaging';
import { newId, readSettings, systemClock, systemContext } from '@lodging/kit-runtime';
import type { App } from '@lodging/kit-runtime';
import { eventually, freshSchema, testLogger, useServers } from '@lodging/kit-testing';
import type { TestLogger } from '@lodging/kit-testing';
import pg from 'pg';
import { buildChannels } from '../src/app.ts';
import { channelsSettings } from '../src/settings.ts';
import { channelsMigrations } from '../src/migrations.ts';
import { startFeedServer } from './feed-server.ts';
import type { FeedServer } from './feed-server.ts';
import { stubInventory } from './stub-inventory.ts';
import type { StubInventory } from './stub-inventory.ts';

export interface Rig {
  readonly bus: Bus;
  readonly log: TestLogger;
  readonly feeds: FeedServer;
  readonly inventory: StubInventory;
  /** What a process of this service is started with. */
  readonly environment: Record<string, string>;
  ask<Req, Res>(operation: Operation<Req, Res>, tenantId: string, request: Req): Promise<Answer<Res>>;
  value<Req, Res>(operation: Operation<Req, Res>, tenantId: string, request: Req): Promise<Res>;
  read(tenantId: string, connectionId: string): Promise<Connection>;
  /** Asks for a sync and waits for the end of it. */
  sync(tenantId: string, connectionId: string): Promise<Connection>;
  /** Rows as they are, past row level security. */
  rows<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  startReplica(): Promise<App>;
  stop(): Promise<void>;
}

export async function startRig({ replicas = 1 } = {}): Promise<Rig> {
  const schema = await freshSchema({ schema: 'channels', sources: channelsMigrations });
  const log = testLogger();
  const bus = await connectBus({ url: useServers().natsUrl, name: 'inventory', log });
  const { name, subjects } = streamOf('inventory');
  await ensureStream(bus, { name, subjects });
  const inventory = stubInventory();
  const serving = await serve(bus, { group: 'inventory', log, maxInFlight: 512 }, inventory.routes);
  const feeds = await startFeedServer();
  const admin = new pg.Client({ connectionString: adminUrlOf(schema.ownerUrl) });
  await admin.connect();
  const environment = {
    POSTGRES_URL: schema.url,
    NATS_URL: useServers().natsUrl,
    FEED_SECRET: 'a secret for tests, with enough characters',
    CHANNELS_ALLOW_LOCALHOST: 'true',
  };
  const apps: App[] = [];
  const startReplica = async () => {
    const app = await start(environment, log);
    apps.push(app);
    return app;
  };
  for (let count = 0; count < replicas; count += 1) await startReplica();

  const asking = callerOn(bus);
  return {
    bus,
    log,
    feeds,
    inventory,
    environment,
    ...asking,
    rows: async <Row>(sql: string, values: unknown[] = []) => (await admin.query(sql, values)).rows as Row[],
    startReplica,
    async stop() {
      for (const app of apps) await app.stop();
      await serving.stop();
      await feeds.stop();
      await bus.drain();
      await admin.end();
      await schema.drop();
    },
  };
}

const PATIENCE = { timeoutMs: 20_000 };

function callerOn(bus: Bus): Pick<Rig, 'ask' | 'value' | 'read' | 'sync'> {
  const caller: Pick<Rig, 'ask' | 'value' | 'read' | 'sync'> = {
    ask: (operation, tenantId, request) =>
      bus.ask(operation, request, systemContext(tenantId, true, PATIENCE), PATIENCE),
    async value(operation, tenantId, request) {
      const answer = await caller.ask(operation, tenantId, request);
      if (!answer.ok) throw new Error(`refused: ${answer.refusal.code}`);
      return answer.value;
    },
    read: (tenantId, connectionId) => caller.value(contract.readConnection, tenantId, { connectionId }),
    async sync(tenantId, connectionId) {
      const before = await caller.value(contract.syncConnection, tenantId, { connectionId });
      return synced(caller, tenantId, before);
    },
  };
  return caller;
}

/** A sync that began after the one shown, and is over. */
export function synced(rig: Pick<Rig, 'read'>, tenantId: string, before: Connection): Promise<Connection> {
  return eventually(
    'the calendar is synced',
    async () => {
      const now = await rig.read(tenantId, before.id);
      const isOver = now.nextSyncAt === null || Date.parse(now.nextSyncAt) > Date.now();
      return now.lastSyncAt !== before.lastSyncAt && isOver ? now : undefined;
    },
    { withinMs: 20_000 },
  );
}

async function start(environment: Record<string, string>, log: TestLogger): Promise<App> {
  const stopping = new AbortController();
  const runtime = { name: 'channels', log, clock: systemClock, newId, signal: stopping.signal };
  const app = await buildChannels(readSettings(channelsSettings, environment), runtime);
  await eventually('channels is ready', async () => {
    await Promise.all(Object.values(app.checks).map((check) => check()));
    return true;
  });
  let stopped: Promise<void> | undefined;
  return {
    checks: app.checks,
    stop: () => {
      stopping.abort();
      return (stopped ??= app.stop());
    },
  };
}

/** The superuser of the run, in the database of this file. */
function adminUrlOf(ownerUrl: string): string {
  const url = new URL(useServers().postgresAdminUrl);
  url.pathname = new URL(ownerUrl).pathname;
  url.searchParams.set('options', '-c search_path=channels');
  return url.href;
}
