import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase, requireMigrated } from '@lodging/kit-postgres';
import { processInfo } from '@lodging/kit-runtime';
import type { App, Runtime, Timer } from '@lodging/kit-runtime';
import { connectBus } from '../bus/connect-bus.ts';
import type { BusServers } from '../bus/server-options.ts';
import type { BusIdentity } from '../mandate/identity.ts';
import { opsRoutes } from '../ops/ops-routes.ts';
import { startConsumer } from '../inbox/consumer.ts';
import { startOutboxRelay } from '../outbox/relay.ts';
import type { OutboxRelay } from '../outbox/relay.ts';
import type { Route } from '../rpc/route.ts';
import { serve } from '../rpc/serve.ts';
import { requireSeals, sealChecks, sealFacts, sealTimers } from './seals.ts';
import type { Service, ServiceContext, ServiceParts, ServiceSettings } from './service.ts';

const MIGRATION_POLL_MS = 500;

interface Stoppable {
  stop(): Promise<void>;
}

export interface RunningService<Parts extends ServiceParts> extends App {
  readonly parts: Parts;
}

/**
 * Starts a service in this order: database, migrations, bus, its own parts, outbox relay, RPC server, consumers, timers,
 * HTTP servers. Waits for migrations for as long as they are missing, unless the service starts without its database. `stop` takes no more work, waits for the work in
 * progress, publishes the last events and closes the connections.
 */
export async function startService<Settings extends ServiceSettings, Parts extends ServiceParts>(
  service: Service<Settings, Parts>,
  settings: Settings,
  runtime: Runtime,
): Promise<RunningService<Parts>> {
  const context = await openContext(service, settings, runtime);
  const { db, bus, log, signal, checks } = context;
  const parts = await service.build(context);
  const seals = parts.seals ?? [];
  await requireSeals(seals);
  const relay = await startRelay(service, context);
  const rpc = await startRpc(service, { ...context, relay }, parts);
  const consumers = await Promise.all(
    (parts.consumers ?? []).map(({ stream, ...spec }) =>
      startConsumer({
        ...spec,
        db,
        bus,
        log,
        signal,
        stream: stream.name,
        filter: stream.filter,
        durable: service.name,
      }),
    ),
  );
  const timers = [...(parts.timers ?? []), ...sealTimers(seals, log)];
  for (const timer of timers) timer.start(log, signal);
  for (const server of parts.servers ?? []) await server.listen();
  return {
    checks,
    measuredChecks: { writes: () => db.checkWrite() },
    parts,
    async stop() {
      for (const unobserve of parts.observers ?? []) unobserve();
      await Promise.all((parts.servers ?? []).map((server) => server.close()));
      await Promise.all([rpc?.stop(), ...stopAll(consumers), ...stopAll(timers.filter(stopsFirst))]);
      await parts.stop?.();
      await Promise.all(stopAll(timers));
      await relay?.stop();
      await bus.drain();
      await db.close();
    },
  };
}

const stopAll = (parts: readonly Stoppable[]): Promise<void>[] => parts.map((part) => part.stop());
const stopsFirst = (timer: Timer): boolean => !timer.runsWhileDraining;

async function openContext<Settings extends ServiceSettings, Parts extends ServiceParts>(
  service: Service<Settings, Parts>,
  settings: Settings,
  runtime: Runtime,
): Promise<ServiceContext<Settings>> {
  const { name, migrations, maxConnections, startsWithoutDatabase = false, describeWork } = service;
  const { log } = runtime;
  const limit = maxConnections === undefined ? {} : { maxConnections: maxConnections(settings) };
  const db = openDatabase({ url: settings.POSTGRES_URL, schema: name, log, ...limit });
  const isMigrated = () => requireMigrated(db, migrations);
  if (!startsWithoutDatabase) await waitForMigrations(isMigrated, runtime);
  const identity = identityOf(name, settings);
  const bus = await connectBus({ ...busServers(settings), name, identity, log, describeWork });
  const checks = { postgres: () => db.check(), migrations: isMigrated, nats: () => bus.check() };
  const info = processInfo(service.settings, settings);
  return { ...runtime, settings, db, bus, checks, info };
}

function busServers(settings: ServiceSettings): BusServers {
  const { NATS_URL: url, NATS_CA_FILE: caFile, NATS_CERT_FILE: certFile, NATS_KEY_FILE: keyFile } = settings;
  return { url, caFile, certFile, keyFile };
}

function identityOf(
  name: string,
  { BUS_SIGNING_KEY: signingKey, BUS_PUBLIC_KEYS: publicKeys }: ServiceSettings,
): BusIdentity {
  return { name, signingKey, publicKeys };
}

/** A relay, consumer or timer on tables that do not exist would only fill the log. */
async function waitForMigrations(isMigrated: () => Promise<void>, { log, signal }: Runtime): Promise<void> {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      return await isMigrated();
    } catch (error) {
      if (attempt === 1) log.warn({ err: error }, 'waiting for the database and its migrations');
      await delay(MIGRATION_POLL_MS);
    }
  }
}

async function startRelay<Settings extends ServiceSettings, Parts extends ServiceParts>(
  { publishes }: Service<Settings, Parts>,
  { db, bus, log, signal }: ServiceContext<Settings>,
): Promise<OutboxRelay | undefined> {
  if (publishes === undefined) return undefined;
  return startOutboxRelay({ db, bus, log, signal, stream: publishes.name });
}

type WithRelay<Settings extends ServiceSettings> = ServiceContext<Settings> & {
  readonly relay: OutboxRelay | undefined;
};

async function startRpc<Settings extends ServiceSettings, Parts extends ServiceParts>(
  service: Service<Settings, Parts>,
  context: WithRelay<Settings>,
  parts: Parts,
): Promise<Stoppable | undefined> {
  const { name, maxInFlight, largeAtOnceBytes } = service;
  const routes = [...(parts.routes ?? []), ...opsRoutesOf(service, context, parts)];
  if (routes.length === 0) return undefined;
  const limits = {
    ...(maxInFlight === undefined ? {} : { maxInFlight }),
    ...(largeAtOnceBytes === undefined ? {} : { largeAtOnceBytes }),
  };
  return serve(context.bus, { group: name, log: context.log, ...limits }, routes);
}

function opsRoutesOf<Settings extends ServiceSettings, Parts extends ServiceParts>(
  { ops, publishes, migrations }: Service<Settings, Parts>,
  { db, bus, checks, info, clock, relay }: WithRelay<Settings>,
  { consumers = [], optionalChecks, facts, seals = [] }: Parts,
): Route[] {
  if (ops === undefined) return [];
  return opsRoutes(ops, {
    db,
    bus,
    checks,
    info,
    clock,
    migrations,
    publishes: publishes?.name,
    relay,
    consumes: consumers.map(({ stream }) => stream.name),
    optionalChecks: { writes: () => db.checkWrite(), ...optionalChecks, ...sealChecks(seals) },
    facts: async () => ({ ...(await facts?.()), ...sealFacts(seals) }),
  });
}
