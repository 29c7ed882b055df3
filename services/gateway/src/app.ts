import { problems } from '@lodging/contract-wire';
import { createHttpServer } from '@lodging/kit-http';
import { connectBus } from '@lodging/kit-messaging';
import type { Bus } from '@lodging/kit-messaging';
import { openDatabase, readSchemaState, requireMigrated } from '@lodging/kit-postgres';
import { aboutProcess, every, reportHealth } from '@lodging/kit-runtime';
import type { App, Runtime } from '@lodging/kit-runtime';
import type { FastifyInstance } from 'fastify';
import { gatewaySettings } from './settings.ts';
import type { GatewaySettings } from './settings.ts';
import { adminRoutes } from './inbound/admin/routes.ts';
import type { AdminParts } from './inbound/admin/routes.ts';
import { serveAdminRoutes } from './inbound/admin/serve-admin-routes.ts';
import { serveProblemPages } from './inbound/document/problem-page.ts';
import { serveDocument } from './inbound/document/serve-document.ts';
import { documentedRoutes } from './inbound/document/write-document.ts';
import { clientAddressBehind } from './inbound/public/client-address.ts';
import { publicRoutes } from './inbound/public/routes.ts';
import { servingHere } from './inbound/public/serve-here.ts';
import { servePing } from './inbound/public/serve-ping.ts';
import { servePublicRoutes } from './inbound/public/serve-public-routes.ts';
import { gatewayMigrations } from './migrations.ts';
import { connectRedis } from './outbound/connect-redis.ts';
import { keyStore } from './outbound/key-store.ts';
import { neighboursOver } from './outbound/neighbours.ts';
import { operatorStore } from './outbound/operator-store.ts';
import { sessionStore } from './outbound/session-store.ts';
import { signInTries } from './outbound/sign-in-tries.ts';
import { hashPassword, isPassword, isSameSecret, random, sealWith, sha256 } from './outbound/secrets.ts';
import { sharedBudget } from './outbound/shared-budget.ts';
import { tenantStore } from './outbound/tenant-store.ts';
import { serviceOps } from './outbound/ops.ts';
import { createKeyring } from './use-cases/authenticate-key.ts';
import { authenticateSessionsOf } from './use-cases/authenticate-session.ts';
import { RequestLimiter } from './use-cases/limit-requests.ts';
import { KeyUse } from './use-cases/note-key-use.ts';
import { createSignIn } from './use-cases/start-operator-session.ts';

const BODY_LIMIT_BYTES = 256 * 1024;
const KEY_USE_SECONDS = 60;
const UNCOUNTED_SECONDS = 10;
const OLD_SESSIONS_SECONDS = 600;

const steady = () => performance.now();
const epochMs = () => Date.now();

export interface Gateway extends App {
  readonly publicPort: number;
  readonly adminPort: number;
}

export async function buildGateway(settings: GatewaySettings, runtime: Runtime): Promise<Gateway> {
  const { log } = runtime;
  const bus = await connectBus({ url: settings.NATS_URL, name: 'gateway', log });
  const db = openDatabase({ url: settings.POSTGRES_URL, schema: 'gateway', log, maxConnections: 4 });
  const redis = connectRedis(settings.REDIS_URL, log);
  const parts = partsOf(settings, runtime, { bus, db, redis });
  const checks = {
    postgres: () => db.check(),
    migrations: () => requireMigrated(db, gatewayMigrations),
    nats: () => bus.check(),
  };
  const reportOwnHealth = () =>
    reportHealth({
      about: aboutProcess(gatewaySettings, settings),
      clock: runtime.clock,
      checks,
      optionalChecks: { redis: async () => void (await redis.ping()) },
      facts: () => Promise.resolve({ publicUrl: publicUrlOf(settings) }),
      readDatabase: () => readSchemaState(db, gatewayMigrations),
    });
  const [openDoor, adminDoor] = [
    publicDoor(settings, runtime, parts),
    adminServer(settings, runtime, { ...parts, reportOwnHealth }),
  ];
  const timers = startTimers(runtime, parts);
  await openDoor.listen({ host: settings.HOST, port: settings.PORT });
  await adminDoor.listen({ host: settings.HOST, port: settings.ADMIN_PORT });
  return {
    publicPort: portOf(openDoor),
    adminPort: portOf(adminDoor),
    checks,
    async stop() {
      await Promise.all([openDoor.close(), adminDoor.close()]);
      await Promise.all(timers.map((timer) => timer.stop()));
      await parts.keyUse
        .write()
        .catch((error: unknown) => log.warn({ err: error }, 'key use was not written'));
      await bus.drain();
      redis.disconnect();
      await db.close();
    },
  };
}

interface Connections {
  readonly bus: Bus;
  readonly db: ReturnType<typeof openDatabase>;
  readonly redis: ReturnType<typeof connectRedis>;
}

function partsOf(settings: GatewaySettings, { log, clock, newId }: Runtime, { bus, db, redis }: Connections) {
  const [keys, operators, sessions] = [keyStore(db), operatorStore(db), sessionStore(db)];
  const tries = signInTries(db);
  return {
    bus,
    keys,
    tenants: tenantStore(db),
    operators,
    sessions,
    startSession: createSignIn({
      operators,
      sessions,
      tries,
      isPassword,
      random,
      digest: sha256,
      newId,
      clock,
    }),
    neighbours: neighboursOver(bus, epochMs),
    services: serviceOps(bus, epochMs),
    seal: sealWith(settings.CURSOR_SECRET),
    keyring: createKeyring({ store: keys, digest: sha256, steady, clock }),
    keyUse: new KeyUse(keys, clock),
    limiter: new RequestLimiter({
      budget: sharedBudget(redis),
      steady,
      onAway: (error) => log.debug({ err: error }, 'the shared count of requests did not answer'),
    }),
  };
}

type Parts = ReturnType<typeof partsOf>;

function publicDoor(settings: GatewaySettings, { log, clock }: Runtime, parts: Parts): FastifyInstance {
  const { bus, keyring, keyUse, limiter, seal, sessions } = parts;
  const app = createHttpServer(doorOptions(settings, log, 'public'));
  servePing(app, clock);
  serveProblemPages(app, documentedRoutes);
  serveDocument(app, publicUrlOf(settings));
  servePublicRoutes(app, publicRoutes, {
    forwarder: servingHere(bus, parts),
    keyring,
    authenticateSession: authenticateSessionsOf(sessions, sha256),
    limiter,
    seal,
    epochMs,
    clock,
    publicUrl: publicUrlOf(settings),
    clientAddress: clientAddressBehind(settings.TRUSTED_PROXIES),
    onUse: (key) => keyUse.note(key),
  });
  return app;
}

function adminServer(
  settings: GatewaySettings,
  { log, clock, newId }: Runtime,
  parts: Parts & Pick<AdminParts, 'reportOwnHealth'>,
): FastifyInstance {
  const app = createHttpServer(doorOptions(settings, log, 'admin'));
  const routes = adminRoutes({ ...parts, random, digest: sha256, hashPassword, newId, clock });
  serveAdminRoutes(app, routes, { isToken: (given) => isSameSecret(given, settings.ADMIN_TOKEN) });
  return app;
}

function doorOptions(settings: GatewaySettings, log: Runtime['log'], name: string) {
  const problemBase = `${publicUrlOf(settings)}/problems`;
  return { name, log, problems, problemBase, bodyLimitBytes: BODY_LIMIT_BYTES };
}

/** Where clients reach the service, without a slash at the end. */
function publicUrlOf({ PUBLIC_URL, HOST, PORT }: GatewaySettings): string {
  return (PUBLIC_URL ?? `http://${HOST}:${PORT}`).replace(/\/+$/, '');
}

function startTimers({ log, signal, clock }: Runtime, { keyUse, limiter, sessions }: Parts) {
  return [
    every({ name: 'write-key-use', seconds: KEY_USE_SECONDS, log, signal }, () => keyUse.write()),
    every({ name: 'forget-old-sessions', seconds: OLD_SESSIONS_SECONDS, log, signal }, () =>
      sessions.forgetOld(clock.now()),
    ),
    every({ name: 'report-uncounted', seconds: UNCOUNTED_SECONDS, log, signal }, async () => {
      const uncounted = limiter.takeUncounted();
      if (uncounted > 0) log.warn({ uncounted }, 'requests were let through without being counted');
    }),
  ];
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
