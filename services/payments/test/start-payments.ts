import { startPaymentEmulator } from '@lodging/emulators';
import type { PaymentEmulator } from '@lodging/emulators';
import { streamOf } from '@lodging/contract-wire';
import { connectBus, provisionStream, startService } from '@lodging/kit-messaging';
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
import { freePort } from '@lodging/kit-testing/servers';
import pg from 'pg';
import Stripe from 'stripe';
import { payments } from '../src/app.ts';
import { migrations } from '../src/migrations.ts';
import { STRIPE_API_VERSION } from '../src/outbound/stripe/sdk-clients.ts';
import { settings } from '../src/settings.ts';

export const LIVE_KEY = 'sk_live_tests';
export const TEST_KEY = 'sk_test_tests';
export const WEBHOOK_SECRETS = ['whsec_old', 'whsec_new'] as const;
export const PAYMENT_SECRET_KEY = 'a key for tests, with enough characters';

export interface PublishedEvent {
  readonly id: string;
  readonly type: string;
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly aggregateVersion: number;
  readonly data: Record<string, Record<string, unknown>>;
}

/** The running service, with its neighbours. */
export interface RunningPayments {
  readonly bus: Bus;
  readonly emulator: PaymentEmulator;
  /** The guest's browser: confirms intents on the account of the tenant. */
  readonly stripe: Stripe;
  readonly webhookUrl: string;
  readonly log: TestLogger;
  /** The events that were published on EVT_PAYMENTS so far. */
  readonly events: readonly PublishedEvent[];
  call<Req, Res>(
    operation: Operation<Req, Res>,
    tenantId: string,
    request: Req,
    livemode?: boolean,
  ): Promise<Answer<Res>>;
  /** As the superuser, past row level security. */
  query<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  restart(changes?: Record<string, string>): Promise<void>;
  /** Another process of the service, until both are stopped. */
  addReplica(): Promise<void>;
  stop(): Promise<void>;
}

/** The reconciler and the refund sweep run at the start, and again only where a test sets an interval. */
const NEVER_SECONDS = '100000';
const TIMEOUT = { timeoutMs: 25_000 };

function callerOf({ callers }: Pick<Operation<unknown, unknown>, 'callers'>) {
  const kind = callers.platformOnly ? ('platform' as const) : ('operator' as const);
  return { ...TIMEOUT, caller: { kind, permissions: ['payment:refund:create'] } };
}

export async function startPayments(changes: Record<string, string> = {}): Promise<RunningPayments> {
  const schema = await freshSchema({ schema: payments.name, sources: migrations });
  const port = await freePort();
  const webhookUrl = `http://127.0.0.1:${port}/webhooks/stripe`;
  const emulator = await startEmulator(webhookUrl);
  const environment = { ...environmentOf(schema.url, port, emulator.url), ...changes };
  const log = testLogger();
  const bus = await connectBus({ url: useServers().natsUrl, name: 'test', identity: testIdentity(), log });
  await provisionStream(bus, streamOf('payments'));
  await provisionStream(bus, { ...streamOf('reservations'), consumers: ['payments'] });
  const events = collectEvents(bus);
  const superuser = new pg.Client({ connectionString: superuserUrl(schema.ownerUrl) });
  await superuser.connect();
  let running = await run(environment, log);
  const replicas: App[] = [];
  return {
    bus,
    emulator,
    stripe: stripeClient(emulator.url),
    webhookUrl,
    log,
    events,
    call: (operation, tenantId, request, livemode = true) =>
      bus.request(operation, request, clientContext(tenantId, livemode, callerOf(operation)), TIMEOUT),
    query: async <Row>(sql: string, values: unknown[] = []) =>
      (await superuser.query(sql, values)).rows as Row[],
    async restart(more = {}) {
      await running.stop();
      running = await run({ ...environment, ...more }, log);
    },
    async addReplica() {
      replicas.push(await run({ ...environment, WEBHOOK_PORT: String(await freePort()) }, log));
    },
    async stop() {
      await Promise.all([running, ...replicas].map((app) => app.stop()));
      await emulator.stop();
      await bus.drain();
      await superuser.end();
      await schema.drop();
    },
  };
}

function startEmulator(webhookUrl: string): Promise<PaymentEmulator> {
  return startPaymentEmulator({
    port: 0,
    secretKeys: [LIVE_KEY, TEST_KEY],
    webhooks: [{ url: webhookUrl, secret: WEBHOOK_SECRETS[1] }],
    retryDelaysMs: [100, 200, 400, 800, 1600, 3200],
    settleAfterMs: 200,
  });
}

function environmentOf(postgresUrl: string, port: number, stripeUrl: string): Record<string, string> {
  return {
    POSTGRES_URL: postgresUrl,
    NATS_URL: useServers().natsUrl,
    WEBHOOK_PORT: String(port),
    STRIPE_LIVE_SECRET_KEY: LIVE_KEY,
    STRIPE_TEST_SECRET_KEY: TEST_KEY,
    STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRETS.join(','),
    STRIPE_API_URL: stripeUrl,
    PAYMENT_SECRET_KEY,
    ...testIdentitySettings(payments.name),
    RECONCILE_SECONDS: NEVER_SECONDS,
    REFUND_SWEEP_SECONDS: NEVER_SECONDS,
  };
}

async function run(environment: Record<string, string>, log: TestLogger): Promise<App> {
  const stopping = new AbortController();
  const runtime = { name: payments.name, log, clock: systemClock, newId, signal: stopping.signal };
  const service = await startService(payments, readSettings(settings, environment), runtime);
  await eventually('payments is ready', async () => {
    await Promise.all(Object.values(service.checks).map((check) => check()));
    return true;
  });
  return {
    checks: service.checks,
    stop: async () => {
      stopping.abort();
      await service.stop();
    },
  };
}

export function stripeClient(url: string, key = LIVE_KEY): Stripe {
  const { hostname, port } = new URL(url);
  const apiVersion = STRIPE_API_VERSION;
  return new Stripe(key, { apiVersion, host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
}

/** A plain subscription receives what is published to the subjects of a stream. */
function collectEvents(bus: Bus): PublishedEvent[] {
  const events: PublishedEvent[] = [];
  bus.connection.subscribe('evt.payments.>', {
    callback: (error, message) => {
      if (error === null) events.push(message.json<PublishedEvent>());
    },
  });
  return events;
}

/** The superuser of the test run, in the database of this file. */
export function superuserUrl(ownerUrl: string): string {
  const url = new URL(useServers().postgresAdminUrl);
  url.pathname = new URL(ownerUrl).pathname;
  url.searchParams.set('options', `-c search_path=${payments.name}`);
  return url.href;
}
