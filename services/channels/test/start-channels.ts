import type { Connection } from '@lodging/contract-channels';
import * as contract from '@lodging/contract-channels';
import { streamOf } from '@lodging/contract-wire';
import { connectBus, provisionStream, serve, startService } from '@lodging/kit-messaging';
import type { Answer, Bus, Operation } from '@lodging/kit-messaging';
import { newId, readSettings, systemClock } from '@lodging/kit-runtime';
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
import type { TestLogger } from '@lodging/kit-testing';
import pg from 'pg';
import { channels as service } from '../src/app.ts';
import { migrations } from '../src/migrations.ts';
import { settings } from '../src/settings.ts';
import { startFeedServer } from './feed-server.ts';
import type { FeedServer } from './feed-server.ts';
import { stubInventory } from './stub-inventory.ts';
import type { StubInventory } from './stub-inventory.ts';

export interface TestChannels {
  readonly bus: Bus;
  readonly log: TestLogger;
  readonly feeds: FeedServer;
  readonly inventory: StubInventory;
  /** The environment of a process of this service. */
  readonly environment: Record<string, string>;
  request<Req, Res>(operation: Operation<Req, Res>, tenantId: string, request: Req): Promise<Answer<Res>>;
  value<Req, Res>(operation: Operation<Req, Res>, tenantId: string, request: Req): Promise<Res>;
  read(tenantId: string, connectionId: string): Promise<Connection>;
  /** Requests a sync and waits for its end. */
  sync(tenantId: string, connectionId: string): Promise<Connection>;
  /** Runs a statement as the superuser, whom row level security does not restrict. */
  rows<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  startReplica(): Promise<App>;
  stop(): Promise<void>;
}

export async function startChannels({ replicas = 1 } = {}): Promise<TestChannels> {
  const schema = await freshSchema({ schema: 'channels', sources: migrations });
  const log = testLogger();
  const bus = await connectBus({
    url: useServers().natsUrl,
    name: 'inventory',
    identity: testIdentity(),
    log,
  });
  await provisionStream(bus, { ...streamOf('inventory'), consumers: ['channels'] });
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
    ...testIdentitySettings('channels'),
  };
  const apps: App[] = [];
  const startReplica = async () => {
    const app = await start(environment, log);
    apps.push(app);
    return app;
  };
  for (let count = 0; count < replicas; count += 1) await startReplica();

  const caller = callerOn(bus);
  return {
    bus,
    log,
    feeds,
    inventory,
    environment,
    ...caller,
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

const TIMEOUT = { timeoutMs: 20_000 };

function callerOf({ callers }: Pick<Operation<unknown, unknown>, 'callers'>) {
  const kind = callers.platformOnly ? ('platform' as const) : ('secret' as const);
  return { ...TIMEOUT, caller: { kind, permissions: [] } };
}

function callerOn(bus: Bus): Pick<TestChannels, 'request' | 'value' | 'read' | 'sync'> {
  const caller: Pick<TestChannels, 'request' | 'value' | 'read' | 'sync'> = {
    request: (operation, tenantId, request) =>
      bus.request(operation, request, clientContext(tenantId, true, callerOf(operation)), TIMEOUT),
    async value(operation, tenantId, request) {
      const answer = await caller.request(operation, tenantId, request);
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

/** Waits for the end of a sync after `before`. */
export function synced(
  channels: Pick<TestChannels, 'read'>,
  tenantId: string,
  before: Connection,
): Promise<Connection> {
  return eventually(
    'the calendar is synced',
    async () => {
      const now = await channels.read(tenantId, before.id);
      const hasEnded = now.nextSyncAt === null || Date.parse(now.nextSyncAt) > Date.now();
      return now.lastSyncAt !== before.lastSyncAt && hasEnded ? now : undefined;
    },
    { withinMs: 20_000 },
  );
}

async function start(environment: Record<string, string>, log: TestLogger): Promise<App> {
  const stopping = new AbortController();
  const runtime = { name: 'channels', log, clock: systemClock, newId, signal: stopping.signal };
  const app = await startService(service, readSettings(settings, environment), runtime);
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

/** The address of this file's database, as the superuser of the test run. */
function adminUrlOf(ownerUrl: string): string {
  const url = new URL(useServers().postgresAdminUrl);
  url.pathname = new URL(ownerUrl).pathname;
  url.searchParams.set('options', '-c search_path=channels');
  return url.href;
}
