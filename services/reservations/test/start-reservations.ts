import { connectBus, startService } from '@lodging/kit-messaging';
import type { Operation } from '@lodging/kit-messaging';
import { newId, readSettings, systemClock } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import {
  clientContext,
  freshSchema,
  testIdentity,
  testIdentitySettings,
  testLogger,
  useServers,
} from '@lodging/kit-testing';
import { reservations } from '../src/app.ts';
import { migrations } from '../src/migrations.ts';
import { settings } from '../src/settings.ts';
import { openDatabaseProbe } from './database-probe.ts';
import { GUEST_DATA_SECRET } from './open-test-database.ts';
import { startStubNeighbours } from './stub-neighbours.ts';

export type TestReservations = Awaited<ReturnType<typeof startReservations>>;

const TIMEOUT_MS = 20_000;

/** The whole service on real servers with a schema of its own, among stub neighbours. */
export async function startReservations() {
  const { natsUrl } = useServers();
  const database = await freshSchema({ schema: 'reservations', sources: migrations });
  const neighbours = await startStubNeighbours();
  const log = testLogger();
  const stopping = new AbortController();
  const environment: Record<string, string> = {
    POSTGRES_URL: database.url,
    NATS_URL: natsUrl,
    HEALTH_PORT: '0',
    TOKEN_KEY_SECRET: 'token key secret for tests only.',
    GUEST_CODE_SECRET: 'guest code secret for tests only',
    GUEST_DATA_SECRET,
    ...testIdentitySettings('reservations'),
  };
  const runtime = { name: 'reservations', log, clock: systemClock, newId, signal: stopping.signal };
  const startReplica = () => startService(reservations, readSettings(settings, environment), runtime);
  const service = await startReplica();
  let stopped: Promise<void> | undefined;
  const stopFirst = () => (stopped ??= service.stop());
  const gateway = await connectBus({ url: natsUrl, name: 'gateway', identity: testIdentity(), log });
  const probe = openDatabaseProbe(database.url);
  const tenantId = newId();

  return {
    tenantId,
    neighbours,
    probe,
    log,
    /** Of the processes that are started from now on. */
    environment,
    startReplica,
    /** Of the process that runs from the start. */
    stopFirst,
    request<Req, Res>(
      operation: Operation<Req, Res>,
      request: Req,
      as = tenantId,
      on: Partial<Pick<RequestContext, 'caller' | 'clientAddress'>> = {},
    ) {
      const ctx = { ...clientContext(as, true, { timeoutMs: TIMEOUT_MS }), ...on };
      return gateway.request(operation, request, ctx, { timeoutMs: TIMEOUT_MS });
    },
    async close() {
      stopping.abort();
      await stopFirst();
      await gateway.drain();
      await neighbours.stop();
      await probe.close();
      await database.drop();
    },
  };
}
