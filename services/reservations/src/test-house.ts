// Owns the whole service for tests: on real servers, among stand-in neighbours, spoken to as the gateway does.
import { connectBus, systemCall } from '@lodging/kit-messaging';
import type { Call, Operation } from '@lodging/kit-messaging';
import { newId, systemClock } from '@lodging/kit-runtime';
import { freshSchema, testLogger, useServers } from '@lodging/kit-testing';
import { buildReservations } from './app.ts';
import type { Settings } from './config.ts';
import { migrations, schema } from './migrations.ts';
import { openLedger } from './test-ledger.ts';
import { startNeighbours } from './test-neighbours.ts';

export type House = Awaited<ReturnType<typeof openHouse>>;

type Caller = Call['caller'];

const PATIENCE_MS = 20_000;

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
      const own = systemCall(as, true, { timeoutMs: PATIENCE_MS });
      const call = caller === undefined ? own : { ...own, caller };
      return gateway.ask(operation, request, call, { timeoutMs: PATIENCE_MS });
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
