import { problems } from '@lodging/contract-wire';
import { createHttpServer } from '@lodging/kit-http';
import { defineService } from '@lodging/kit-messaging';
import type { ServiceContext } from '@lodging/kit-messaging';
import { readSchemaState } from '@lodging/kit-postgres';
import { createSemaphore, reportHealth } from '@lodging/kit-runtime';
import type { Facts } from '@lodging/kit-runtime';
import { describeWork } from '@lodging/operations';
import type { FastifyInstance } from 'fastify';
import { adminRoutes } from './inbound/admin/routes.ts';
import { serveAdminRoutes } from './inbound/admin/serve-admin-routes.ts';
import { createCursorSigner } from './inbound/cursor.ts';
import { createConsoleCookie } from './inbound/console/console-cookie.ts';
import { serveConsole } from './inbound/console/serve-console.ts';
import { serveDocument } from './inbound/document/serve-document.ts';
import { serveProblemPages } from './inbound/document/serve-problems.ts';
import { documentedRoutes } from './inbound/document/write-document.ts';
import { createClientAddressResolver, createConnectionClients } from './inbound/client-address.ts';
import { BODY_BYTES } from './inbound/public/body-limits.ts';
import { createFailureLimiter } from './inbound/failure-limiter.ts';
import { pathTest } from './inbound/public/cors.ts';
import { refusalHeaders } from './inbound/public/refusal-headers.ts';
import { publicRoutes } from './inbound/public/routes/routes.ts';
import { servePing } from './inbound/public/serve-ping.ts';
import { servePublicRoutes } from './inbound/public/serve-public-routes.ts';
import { timers } from './inbound/timers.ts';
import { serveWidget } from './inbound/widget/serve-widget.ts';
import { migrations } from './migrations.ts';
import { createAdminTokenFinder } from './outbound/audit/admin-token-finder.ts';
import { createAdminTokenRepository } from './outbound/audit/admin-token-repository.ts';
import { createApiKeyCache } from './outbound/keys/api-key-cache.ts';
import { createApiKeyRepository } from './outbound/keys/api-key-repository.ts';
import { createAuditRepository } from './outbound/audit/audit-repository.ts';
import { createChannelsClient } from './outbound/neighbours/channels-client.ts';
import { connectRedis } from './outbound/connect-redis.ts';
import type { RedisServer } from './outbound/connect-redis.ts';
import { randomBytes, sha256 } from './outbound/keys/digests.ts';
import { createInventoryClient } from './outbound/neighbours/inventory-client.ts';
import { createKeyUsage } from './outbound/keys/key-usage.ts';
import { createNotificationsClient } from './outbound/neighbours/notifications-client.ts';
import { createOperatorRepository } from './outbound/operators/operator-repository.ts';
import { createOpsClients } from './outbound/ops/ops-clients.ts';
import { createReservationsClient } from './outbound/neighbours/reservations-client.ts';
import { createPasswordHasher } from './outbound/operators/password-hasher.ts';
import { createPaymentsClient } from './outbound/neighbours/payments-client.ts';
import { createInstanceCount } from './outbound/limits/instance-count.ts';
import { createRateLimiter } from './outbound/limits/rate-limiter.ts';
import { createRequestCounter } from './outbound/limits/request-counter.ts';
import { createSessionFinder } from './outbound/operators/session-finder.ts';
import { createSessionRepository } from './outbound/operators/session-repository.ts';
import { createSignInAttempts } from './outbound/operators/sign-in-attempts.ts';
import { createTenantRepository } from './outbound/tenants/tenant-repository.ts';
import type { MonotonicClock } from './ports/limits.ts';
import { settings } from './settings.ts';
import type { Settings } from './settings.ts';

/** A password check is slow by design; more concurrent checks would delay other requests. */
const MAX_PASSWORD_CHECKS = 32;

const now: MonotonicClock = () => performance.now();

export const gateway = defineService({
  name: 'gateway',
  settings,
  migrations,
  describeWork,
  startsWithoutDatabase: true,
  maxConnections: () => 4,
  build(service: ServiceContext<Settings>) {
    const { log } = service;
    const redis = connectRedis(redisServer(service.settings), log);
    const deps = buildDeps(service, redis);
    const optionalChecks = {
      redis: async () => void (await redis.ping()),
      writes: () => service.db.checkWrite(),
    };
    const facts = (): Promise<Facts> => Promise.resolve({ publicUrl: publicUrlOf(service.settings) });
    const publicServer = createPublicServer(service, deps);
    const adminServer = createAdminServer(service, deps, () =>
      reportHealth({
        info: service.info,
        clock: service.clock,
        checks: service.checks,
        optionalChecks,
        facts,
        readDatabase: () => readSchemaState(service.db, migrations),
      }),
    );
    return {
      publicServer,
      adminServer,
      optionalChecks,
      facts,
      servers: [
        listener(publicServer, service.settings.HOST, service.settings.PORT),
        listener(adminServer, service.settings.HOST, service.settings.ADMIN_PORT),
      ],
      timers: timers({ ...deps, log }),
      async stop() {
        await deps.keyUsage
          .flush()
          .catch((error: unknown) => log.warn({ err: error }, 'last use of API keys could not be written'));
        redis.disconnect();
      },
    };
  },
});

type Deps = ReturnType<typeof buildDeps>;

function buildDeps(service: ServiceContext<Settings>, redis: ReturnType<typeof connectRedis>) {
  const { bus, db, log, clock, newId } = service;
  const apiKeys = createApiKeyRepository(db);
  const adminTokens = createAdminTokenRepository(db);
  const sessions = createSessionRepository(db);
  const clientAddressOf = createClientAddressResolver(service.settings.TRUSTED_PROXIES);
  const instances = createInstanceCount(redis, newId(), service.settings.GATEWAY_PROCESSES);
  const rateLimiter = createRateLimiter({
    counter: createRequestCounter(redis),
    processes: () => instances.count(),
    now,
    onUnavailable: (error) => log.debug({ err: error }, 'the shared request counter did not answer'),
  });
  return {
    bus,
    clock,
    newId,
    randomBytes,
    digest: sha256,
    cursors: createCursorSigner(service.settings.CURSOR_SECRET),
    audit: createAuditRepository(db),
    adminTokens,
    adminTokenFinder: createAdminTokenFinder({ adminTokens, now }),
    tenants: createTenantRepository(db),
    apiKeys,
    apiKeyCache: createApiKeyCache({ apiKeys, digest: sha256, now, clock }),
    sessionFinder: createSessionFinder({ sessions, digest: sha256, kind: 'bearer' }),
    cookieFinder: createSessionFinder({ sessions, digest: sha256, kind: 'cookie' }),
    consoleCookie: createConsoleCookie(publicUrlOf(service.settings)),
    consoleOrigins: consoleOriginsOf(service.settings),
    keyUsage: createKeyUsage(apiKeys, clock),
    operators: createOperatorRepository(db),
    sessions,
    signInAttempts: createSignInAttempts(db),
    passwords: createPasswordHasher(),
    passwordChecks: createSemaphore({ permits: MAX_PASSWORD_CHECKS, maxWaiting: 0 }),
    rateLimiter,
    instances,
    clientAddressOf,
    failures: createFailureLimiter(rateLimiter, clientAddressOf),
    payments: createPaymentsClient(bus),
    inventory: createInventoryClient(bus),
    channels: createChannelsClient(bus),
    notifications: createNotificationsClient(bus),
    reservations: createReservationsClient(bus),
    services: createOpsClients(bus),
  };
}

const isOpenPath = pathTest(
  documentedRoutes.filter(({ access }) => access === 'open').map(({ path }) => path),
);

function createPublicServer(service: ServiceContext<Settings>, deps: Deps): FastifyInstance {
  const { MAX_CONNECTIONS, MAX_CONNECTIONS_PER_ADDRESS, TRUSTED_PROXIES } = service.settings;
  const app = createHttpServer({
    ...serverOptions(service, 'public'),
    problemHeaders: refusalHeaders(isOpenPath),
    connections: {
      max: MAX_CONNECTIONS,
      maxPerClient: MAX_CONNECTIONS_PER_ADDRESS,
      clientOf: createConnectionClients(TRUSTED_PROXIES),
    },
  });
  const publicUrl = publicUrlOf(service.settings);
  servePing(app, deps.clock);
  serveProblemPages(app, documentedRoutes);
  serveDocument(app, { publicUrl, sourceUrl: service.settings.SOURCE_URL });
  serveWidget(app, service.settings.WIDGET_DIRECTORY);
  serveConsole(app, service.settings.CONSOLE_DIRECTORY, { randomBytes });
  servePublicRoutes(app, publicRoutes, { ...deps, local: deps, publicUrl, isOpenPath });
  return app;
}

function createAdminServer(
  service: ServiceContext<Settings>,
  deps: Deps,
  reportOwnHealth: () => ReturnType<typeof reportHealth>,
): FastifyInstance {
  const app = createHttpServer(serverOptions(service, 'admin'));
  serveAdminRoutes(
    app,
    adminRoutes,
    { ...deps, reportOwnHealth },
    service.settings.ADMIN_TOKEN,
    deps.failures,
  );
  return app;
}

function serverOptions({ log, settings: values }: ServiceContext<Settings>, name: string) {
  const problemBase = `${publicUrlOf(values)}/problems`;
  return { name, log, problems, problemBase, bodyLimitBytes: BODY_BYTES };
}

/** Without a slash at the end. */
function publicUrlOf({ PUBLIC_URL, HOST, PORT }: Settings): string {
  return (PUBLIC_URL ?? `http://${HOST}:${PORT}`).replace(/\/+$/, '');
}

function consoleOriginsOf(values: Settings): readonly string[] {
  const { CONSOLE_ORIGINS } = values;
  return CONSOLE_ORIGINS.length > 0 ? CONSOLE_ORIGINS : [new URL(publicUrlOf(values)).origin];
}

function listener(app: FastifyInstance, host: string, port: number) {
  return { listen: () => app.listen({ host, port }), close: () => app.close() };
}

function redisServer(settings: Settings): RedisServer {
  const {
    REDIS_URL: url,
    REDIS_CA_FILE: caFile,
    REDIS_CERT_FILE: certFile,
    REDIS_KEY_FILE: keyFile,
  } = settings;
  return { url, caFile, certFile, keyFile };
}
