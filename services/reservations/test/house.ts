import type { RequestContext } from '@lodging/kit-runtime';
import { connectBus } from '@lodging/kit-messaging';
import type { Operation } from '@lodging/kit-messaging';
import { newId, systemClock, systemContext } from '@lodging/kit-runtime';
import { freshSchema, testLogger, useServers } from '@lodging/kit-testing';
import { buildReservations } from '../src/app.ts';
import type { Settings } from '../src/settings.ts';
import { migrations, schema } from '../src/migrations.ts';
import { openLedger } from './ledger.ts';
import { startNeighbours } from './neighbours.ts';

export type InventoryClient = Awaited<ReturnType<typeof openHouse>>;

type Caller = RequestContext['caller'];

const TIMEOUT_MS = 20_000;

export async function openHouse(changes: Partial<Settings> = {}) {
  const { natsUrl } = useServers();
  const database = await freshSchema({ schema, sources: migrations });
  const neighbours = await startNeighbours();
  const log = testLogger();
  const stopping = new AbortController();
  const settings = { ...settingsFor(database.url, natsUrl), ...changes };
  /** One more replica. */
  const build = () =>
    buildReservations(settings, { name: schema, log, clock: systemClock, newId, signal: stopping.signal });
  const app = await build();
  const gateway = await connectBus({ url: natsUrl, name: 'gateway', log });
  const ledger = openLedger(database.url);
  const tenantId = newId();

  return {
    tenantId,
    neighbours,
    ledger,
    log,
    build,
    ask<Req, Res>(operation: Operation<Req, Res>, request: Req, as = tenantId, caller?: Caller) {
      const own = systemContext(as, true, { timeoutMs: TIMEOUT_MS });
      const ctx = caller === undefined ? own : { ...own, caller };
      return gateway.ask(operation, request, ctx, { timeoutMs: TIMEOUT_MS });
    },
    async close() {
      stopping.abort();
      await app.stop();
      await gateway.drain();
      await neighbours.stop();
      await ledger.close();
      await database.drop();
    },
  };
}

function settingsFor(postgresUrl: string, natsUrl: string): Settings {
  return {
    LOG_LEVEL: 'info',
    HOST: '127.0.0.1',
    HEALTH_PORT: 0,
    TRACE_SAMPLE_RATIO: 0,
    OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
    STREAM_REPLICAS: 1,
    POSTGRES_URL: postgresUrl,
    NATS_URL: natsUrl,
    QUOTE_TTL_SECONDS: 900,
    HOLD_TTL_SECONDS: 900,
    GUEST_CODE_TTL_SECONDS: 600,
    TOKEN_KEY_SECRET: 'token key secret for tests only.',
    GUEST_CODE_SECRET: 'guest code secret for tests only',
  };
}
