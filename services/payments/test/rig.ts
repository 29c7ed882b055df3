import type { Answer, Bus, Operation } from '@lodging/kit-messaging';
import { connectBus } from '@lodging/kit-messaging';
import { newId, readSettings, systemClock, systemContext } from '@lodging/kit-runtime';
import type { App } from '@lodging/kit-runtime';
import { eventually, freshSchema, testLogger, useServers } from '@lodging/kit-testing';
import type { TestLogger } from '@lodging/kit-testing';
import { startPaymentEmulator } from '@lodging/emulators';
import type { PaymentEmulator } from '@lodging/emulators';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import Stripe from 'stripe';
import { buildApp } from '../src/app.ts';
import { settings } from '../src/settings.ts';
import { migrations, SCHEMA } from '../src/migrations.ts';
import { STRIPE_API_VERSION } from '../src/outbound/stripe-clients.ts';

export const LIVE_KEY = 'sk_live_rig';
export const TEST_KEY = 'sk_test_rig';
export const WEBHOOK_SECRETS = ['whsec_old', 'whsec_new'] as const;

export interface ToldEvent {
  readonly id: string;
  readonly type: string;
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly aggregateVersion: number;
  readonly data: Record<string, Record<string, unknown>>;
}

export interface Rig {
  readonly bus: Bus;
  readonly emulator: PaymentEmulator;
  /** The browser's side: the guest's card, on the tenant's account. */
  readonly stripe: Stripe;
  readonly webhookUrl: string;
  readonly log: TestLogger;
  /** What the stream EVT_PAYMENTS heard so far. */
  readonly told: readonly ToldEvent[];
  ask<Req, Res>(
    operation: Operation<Req, Res>,
    tenantId: string,
    request: Req,
    live?: boolean,
  ): Promise<Answer<Res>>;
  /** Rows as they are, past row level security. */
  rows<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  restart(changes?: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
}

/** A reconciler that only runs when a test sets it going, unless told. */
const NEVER = '100000';

export async function startRig(changes: Record<string, string> = {}): Promise<Rig> {
  const schema = await freshSchema({ schema: SCHEMA, sources: migrations });
  const port = await freePort();
  const webhookUrl = `http://127.0.0.1:${port}/webhooks/stripe`;
  const emulator = await startEmulator(webhookUrl);
  const environment = { ...environmentOf(schema.url, port, emulator.url), ...changes };
  const log = testLogger();
  const bus = await connectBus({ url: useServers().natsUrl, name: 'rig', log });
  const told = listen(bus);
  const admin = new pg.Client({ connectionString: adminUrlOf(schema.ownerUrl) });
  await admin.connect();
  let running = await run(environment, log);
  return {
    bus,
    emulator,
    stripe: stripeOf(emulator.url),
    webhookUrl,
    log,
    told,
    ask: (operation, tenantId, request, live = true) =>
      bus.ask(operation, request, systemContext(tenantId, live, PATIENCE), PATIENCE),
    rows: async <Row>(sql: string, values: unknown[] = []) => (await admin.query(sql, values)).rows as Row[],
    async restart(more = {}) {
      await running.stop();
      running = await run({ ...environment, ...more }, log);
    },
    async stop() {
      await running.stop();
      await emulator.stop();
      await bus.drain();
      await admin.end();
      await schema.drop();
    },
  };
}

const PATIENCE = { timeoutMs: 25_000 };

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
    PAYMENT_SECRET_KEY: 'a key for tests, with enough characters',
    RECONCILE_SECONDS: NEVER,
    REFUND_SWEEP_SECONDS: NEVER,
  };
}

async function run(environment: Record<string, string>, log: TestLogger): Promise<App> {
  const stopping = new AbortController();
  const runtime = { name: SCHEMA, log, clock: systemClock, newId, signal: stopping.signal };
  const app = await buildApp(readSettings(settings, environment), runtime);
  await eventually('payments is ready', async () => {
    await Promise.all(Object.values(app.checks).map((check) => check()));
    return true;
  });
  return {
    checks: app.checks,
    stop: async () => {
      stopping.abort();
      await app.stop();
    },
  };
}

export function stripeOf(url: string, key = LIVE_KEY): Stripe {
  const { hostname, port } = new URL(url);
  const apiVersion = STRIPE_API_VERSION;
  return new Stripe(key, { apiVersion, host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
}

/** A stream's subjects are heard by plain subscribers as well. */
function listen(bus: Bus): ToldEvent[] {
  const told: ToldEvent[] = [];
  bus.connection.subscribe('evt.payments.>', {
    callback: (error, message) => {
      if (error === null) told.push(message.json<ToldEvent>());
    },
  });
  return told;
}

/** The superuser of the run, in the database of this file. */
function adminUrlOf(ownerUrl: string): string {
  const url = new URL(useServers().postgresAdminUrl);
  url.pathname = new URL(ownerUrl).pathname;
  url.searchParams.set('options', `-c search_path=${SCHEMA}`);
  return url.href;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
