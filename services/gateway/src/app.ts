import { problems } from '@lodging/contract-wire';
import { createHttpServer } from '@lodging/kit-http';
import { defineService } from '@lodging/kit-messaging';
import type { ServiceContext } from '@lodging/kit-messaging';
import { readSchemaState } from '@lodging/kit-postgres';
import { createSemaphore, reportHealth, timer } from '@lodging/kit-runtime';
import type { Facts } from '@lodging/kit-runtime';
import type { FastifyInstance } from 'fastify';
import { adminRoutes } from './inbound/admin/routes.ts';
import { serveAdminRoutes } from './inbound/admin/serve-admin-routes.ts';
import { auditTimers } from './inbound/audit-timers.ts';
import { createCursorSigner } from './inbound/cursor.ts';
import { serveProblemPages } from './inbound/document/problem-page.ts';
import { serveDocument } from './inbound/document/serve-document.ts';
import { documentedRoutes } from './inbound/document/write-document.ts';
import { createClientAddressResolver, createConnectionClients } from './inbound/client-address.ts';
import { BODY_BYTES } from './inbound/public/body-limits.ts';
import { createFailureLimiter } from './inbound/failure-limiter.ts';
import { publicRoutes } from './inbound/public/routes.ts';
import { servePing } from './inbound/public/serve-ping.ts';
import { servePublicRoutes } from './inbound/public/serve-public-routes.ts';
import { migrations } from './migrations.ts';
import { createAdminTokenRepository } from './outbound/admin-token-repository.ts';
import { createApiKeyCache } from './outbound/api-key-cache.ts';
import { createApiKeyRepository } from './outbound/api-key-repository.ts';
import { createAuditRepository } from './outbound/audit-repository.ts';
import { createChannelsClient } from './outbound/channels-client.ts';
import { connectRedis } from './outbound/connect-redis.ts';
import type { RedisServer } from './outbound/connect-redis.ts';
import { randomBytes, sha256 } from './outbound/digests.ts';
import { createInventoryClient } from './outbound/inventory-client.ts';
import { createKeyUsage } from './outbound/key-usage.ts';
import { createNotificationsClient } from './outbound/notifications-client.ts';
import { createOperatorRepository } from './outbound/operator-repository.ts';
import { createOpsClients } from './outbound/ops-clients.ts';
import { createReservationsClient } from './outbound/reservations-client.ts';
import { createPasswordHasher } from './outbound/password-hasher.ts';
import { createPaymentsClient } from './outbound/payments-client.ts';
import { createProcessCensus } from './outbound/process-census.ts';
import { createRateLimiter } from './outbound/rate-limiter.ts';
import { createRequestCounter } from './outbound/request-counter.ts';
import { createSessionFinder } from './outbound/session-finder.ts';
import { createSessionRepository } from './outbound/session-repository.ts';
import { createSignInAttempts } from './outbound/sign-in-attempts.ts';
import { createTenantRepository } from './outbound/tenant-repository.ts';
import type { MonotonicClock, RateLimiter } from './ports.ts';
import { settings } from './settings.ts';
import type { Settings } from './settings.ts';
import { createRefundRecorder } from './use-cases/record-automatic-refunds.ts';

/** Checking a password is slow by design; more at a time would delay every other request. */
const MAX_PASSWORD_CHECKS = 32;
const KEY_USAGE_SECONDS = 60;
const LOCAL_COUNT_SECONDS = 10;
const CENSUS_SECONDS = 10;
const PURGE_SECONDS = 600;

const now: MonotonicClock = () => performance.now();

export const gateway = defineService({
  name: 'gateway',
  settings,
  migrations,
  startsWithoutDatabase: true,
  maxConnections: () => 4,
  build(service: ServiceContext<Settings>) {
    const { log } = service;
    const redis = connectRedis(redisServer(service.settings), log);
    const deps = buildDeps(service, redis);
    const optionalChecks = { redis: async () => void (await redis.ping()) };
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
      timers: [
        timer({ name: 'flush-key-usage', seconds: KEY_USAGE_SECONDS }, () => deps.keyUsage.flush()),
        timer({ name: 'purge-expired-sessions', seconds: PURGE_SECONDS }, () =>
          deps.sessions.purgeExpired(service.clock.now()),
        ),
        ...auditTimers(deps.audit, createRefundRecorder(deps), service.log),
        timer({ name: 'report-locally-counted-requests', seconds: LOCAL_COUNT_SECONDS }, async () =>
          reportCountedLocally(service, deps.rateLimiter),
        ),
        timer({ name: 'count-gateway-processes', seconds: CENSUS_SECONDS }, () =>
          deps.census
            .report()
            .catch((error: unknown) => log.debug({ err: error }, 'the gateway processes were not counted')),
        ),
      ],
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
  const sessions = createSessionRepository(db);
  const clientAddressOf = createClientAddressResolver(service.settings.TRUSTED_PROXIES);
  const census = createProcessCensus(redis, newId(), service.settings.GATEWAY_PROCESSES);
  const rateLimiter = createRateLimiter({
    counter: createRequestCounter(redis),
    processes: () => census.count(),
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
    adminTokens: createAdminTokenRepository(db),
    tenants: createTenantRepository(db),
    apiKeys,
    apiKeyCache: createApiKeyCache({ apiKeys, digest: sha256, now, clock }),
    sessionFinder: createSessionFinder({ sessions, digest: sha256 }),
    keyUsage: createKeyUsage(apiKeys, clock),
    operators: createOperatorRepository(db),
    sessions,
    signInAttempts: createSignInAttempts(db),
    passwords: createPasswordHasher(),
    passwordChecks: createSemaphore({ permits: MAX_PASSWORD_CHECKS, maxWaiting: 0 }),
    rateLimiter,
    census,
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

function createPublicServer(service: ServiceContext<Settings>, deps: Deps): FastifyInstance {
  const { MAX_CONNECTIONS, MAX_CONNECTIONS_PER_ADDRESS, TRUSTED_PROXIES } = service.settings;
  const app = createHttpServer({
    ...serverOptions(service, 'public'),
    connections: {
      max: MAX_CONNECTIONS,
      maxPerClient: MAX_CONNECTIONS_PER_ADDRESS,
      clientOf: createConnectionClients(TRUSTED_PROXIES),
    },
  });
  const publicUrl = publicUrlOf(service.settings);
  servePing(app, deps.clock);
  serveProblemPages(app, documentedRoutes);
  serveDocument(app, publicUrl);
  servePublicRoutes(app, publicRoutes, { ...deps, local: deps, publicUrl });
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

function listener(app: FastifyInstance, host: string, port: number) {
  return { listen: () => app.listen({ host, port }), close: () => app.close() };
}

function reportCountedLocally({ log }: ServiceContext<Settings>, rateLimiter: RateLimiter): void {
  const requests = rateLimiter.takeCountedLocally();
  if (requests > 0) log.warn({ requests }, 'requests were counted by this process alone');
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
