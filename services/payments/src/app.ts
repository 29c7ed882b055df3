import { ops } from '@lodging/contract-payments';
import { streamOf } from '@lodging/contract-wire';
import { connectBus, serve, startOutboxRelay, opsRoutes } from '@lodging/kit-messaging';
import type { Bus, Route } from '@lodging/kit-messaging';
import { openDatabase, requireMigrated } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { aboutProcess, inSpan } from '@lodging/kit-runtime';
import type { App, Runtime } from '@lodging/kit-runtime';
import { setTimeout as pause } from 'node:timers/promises';
import { settings as settingsSchema } from './settings.ts';
import type { Settings } from './settings.ts';
import { listenToReservations } from './inbound/events.ts';
import { rpcRoutes } from './inbound/rpc.ts';
import { startTimers } from './inbound/timers.ts';
import { webhookServer } from './inbound/webhook-server.ts';
import { migrations, SCHEMA } from './migrations.ts';
import { accountStore } from './outbound/account-store.ts';
import { ledgerStore } from './outbound/ledger-store.ts';
import { logAlarm } from './outbound/log-alarm.ts';
import { notificationStore } from './outbound/notification-store.ts';
import { openingKeys } from './outbound/opening-keys.ts';
import { providerKeys } from './outbound/provider-keys.ts';
import { secretVault } from './outbound/secret-vault.ts';
import { STRIPE_API_VERSION, stripeClients } from './outbound/stripe-clients.ts';
import { stripeProvider } from './outbound/stripe-provider.ts';
import { surveyMoney } from './outbound/survey-money.ts';
import { watchMoney } from './outbound/watch-money.ts';
import { worklistStore } from './outbound/worklist.ts';
import { useCasesOf } from './use-cases/index.ts';
import type { UseCases } from './use-cases/index.ts';

const CONNECTIONS = 12;
/** Most requests wait for the provider and hold no connection meanwhile. */
const MAX_IN_FLIGHT = 128;
const LOOK_AGAIN_MS = 500;

export async function buildApp(settings: Settings, runtime: Runtime): Promise<App> {
  const { log, signal, clock } = runtime;
  const db = openDatabase({ url: settings.POSTGRES_URL, schema: SCHEMA, log, maxConnections: CONNECTIONS });
  await migrated(db, runtime);
  const useCases = buildUseCases(settings, runtime, db);
  const bus = await connectBus({ url: settings.NATS_URL, name: runtime.name, log });
  const { name: stream, subjects } = streamOf('payments');
  const replicas = settings.STREAM_REPLICAS;
  const relay = await startOutboxRelay({ db, bus, stream, subjects, replicas, log, signal });
  const timers = startTimers(useCases, {
    log,
    signal,
    reconcileSeconds: settings.RECONCILE_SECONDS,
    refundSweepSeconds: settings.REFUND_SWEEP_SECONDS,
  });
  const unwatch = watchMoney(db);
  const webhooks = webhookServer(useCases, {
    secrets: settings.STRIPE_WEBHOOK_SECRETS,
    clock,
    log,
    onStored: timers.wakeNotifications,
  });
  await webhooks.listen({ host: settings.HOST, port: settings.WEBHOOK_PORT });
  const checks = {
    postgres: () => db.check(),
    migrations: () => requireMigrated(db, migrations),
    nats: () => bus.check(),
  };
  const requests = await serve(bus, { group: runtime.name, log, maxInFlight: MAX_IN_FLIGHT }, [
    ...rpcRoutes(useCases),
    ...opsOf(settings, runtime, { db, bus, checks }),
  ]);
  const events = await listenToReservations(useCases, { db, bus, log, signal });
  return {
    checks,
    async stop() {
      unwatch();
      await webhooks.close();
      await Promise.all([requests.stop(), events.stop(), timers.stop()]);
      await relay.stop();
      await bus.drain();
      await db.close();
    },
  };
}

/** Timers and relays on tables that are not there yet would only fill the log. */
async function migrated(db: Database, { log, signal }: Runtime): Promise<void> {
  for (let tries = 0; !signal.aborted; tries += 1) {
    try {
      return await requireMigrated(db, migrations);
    } catch (error) {
      if (tries === 0) log.warn({ err: error }, 'waiting for the database and its migrations');
      await pause(LOOK_AGAIN_MS);
    }
  }
}

function clientsOf(settings: Settings) {
  return stripeClients({
    liveSecretKey: settings.STRIPE_LIVE_SECRET_KEY,
    testSecretKey: settings.STRIPE_TEST_SECRET_KEY,
    apiUrl: settings.STRIPE_API_URL,
  });
}

interface Watched extends Pick<App, 'checks'> {
  readonly db: Database;
  readonly bus: Bus;
}

/** What the platform's operator may ask. */
function opsOf(settings: Settings, { clock }: Runtime, watched: Watched): Route[] {
  const keys = providerKeys(clientsOf(settings), clock);
  const { STRIPE_API_URL: address } = settings;
  return opsRoutes(ops, {
    ...watched,
    clock,
    migrations,
    about: aboutProcess(settingsSchema, settings),
    publishes: streamOf('payments').name,
    consumes: [streamOf('reservations').name],
    optionalChecks: {
      'provider-live-key': () => keys.check(true),
      'provider-test-key': () => keys.check(false),
    },
    facts: async () => ({
      // Null: the real provider.
      providerAddress: address === undefined ? null : new URL(address).host,
      ...(await surveyMoney(watched.db)),
    }),
  });
}

function buildUseCases(settings: Settings, runtime: Runtime, db: Database): UseCases {
  const { clock, newId, log, signal } = runtime;
  const clients = clientsOf(settings);
  return useCasesOf({
    ledgers: ledgerStore({ db, clock, newId }),
    accounts: accountStore(db, () => clock.now()),
    notifications: notificationStore(db),
    openingKeys: openingKeys(db),
    worklist: worklistStore(db),
    provider: stripeProvider(clients, clock),
    vault: secretVault(settings.PAYMENT_SECRET_KEY),
    alarm: logAlarm(log),
    clock,
    newId,
    pause: async (milliseconds) => {
      await pause(milliseconds);
    },
    apiVersion: STRIPE_API_VERSION,
    quietSeconds: settings.RECONCILE_SECONDS,
    sweepSeconds: settings.REFUND_SWEEP_SECONDS,
    inTrace: (type, traceparent, work) =>
      inSpan(
        `apply ${type}`,
        { attributes: { 'lodging.notification.type': type }, traceparent: traceparent ?? undefined },
        work,
      ),
    isStopping: () => signal.aborted,
  });
}
