// Owns measuring what telemetry costs: two copies of the product, one that sends its spans and metrics to a collector, one
// that sends nothing, under the same load in turn.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startLodging } from '../harness/lodging.ts';
import { availabilityRequests } from './availability.ts';
import { holdsAsFastAsTheyGo } from './holds.ts';
import { median, putLoad } from './load.ts';
import { watchMemory } from './memory.ts';
import { setStage, type Stage } from './stage.ts';

export interface TelemetryCost {
  readonly what: 'availability' | 'holds';
  readonly withoutPerSecond: number;
  readonly withPerSecond: number;
  /** With over without, the median of the rounds. */
  readonly ratio: number;
}

export interface TelemetryReport {
  readonly costs: TelemetryCost[];
  /** The most that each service held, without and with. */
  readonly memoryMb: Record<string, { without: number; with: number }>;
}

const CONNECTIONS = 32;
const SAMPLED = '0.1';

/** Takes what is sent and throws it away, so that the collector's own work is as small as can be. */
async function startSink(): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    request.on('data', () => undefined);
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

const loads: Record<TelemetryCost['what'], (stage: Stage) => Promise<number>> = {
  availability: async (stage) => {
    const { perSecond } = await putLoad({
      url: stage.demo.gatewayUrl,
      headers: { authorization: `Bearer ${stage.key}` },
      connections: CONNECTIONS,
      seconds: stage.seconds,
      requests: availabilityRequests(stage),
    });
    return perSecond;
  },
  holds: async (stage) => (await holdsAsFastAsTheyGo(stage, CONNECTIONS)).perSecond,
};

export async function measureTelemetry(pace: { seconds: number; rounds: number }): Promise<TelemetryReport> {
  const sink = await startSink();
  const [silent, telling] = await Promise.all([
    startLodging({ LOG_LEVEL: 'warn' }),
    startLodging({
      LOG_LEVEL: 'warn',
      TRACE_SAMPLE_RATIO: SAMPLED,
      OTEL_EXPORTER_OTLP_ENDPOINT: sink.url,
      OTEL_METRIC_EXPORT_INTERVAL: '10000',
    }),
  ]);
  try {
    const [without, withIt] = await Promise.all([setStage(silent.demo, pace), setStage(telling.demo, pace)]);
    const watches = [watchMemory(silent.demo), watchMemory(telling.demo)] as const;
    const costs: TelemetryCost[] = [];
    for (const what of ['availability', 'holds'] as const) {
      costs.push(await compare(what, without, withIt, pace.rounds));
    }
    const [plain, told] = [watches[0].end(), watches[1].end()];
    const memoryMb = Object.fromEntries(
      Object.entries(plain).map(([name, mb]) => [name, { without: mb, with: told[name] ?? 0 }]),
    );
    return { costs, memoryMb };
  } finally {
    await Promise.all([silent.stop(), telling.stop()]);
    sink.stop();
  }
}

/** Who begins changes with each round; a first one warms both up and is forgotten. */
async function compare(
  what: TelemetryCost['what'],
  without: Stage,
  withIt: Stage,
  rounds: number,
): Promise<TelemetryCost> {
  const load = loads[what];
  const pairs: { without: number; with: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const tellingFirst = round % 2 === 1;
    const early = tellingFirst ? await load(withIt) : undefined;
    const plain = await load(without);
    const told = early ?? (await load(withIt));
    if (round > 0) pairs.push({ without: plain, with: told });
  }
  return {
    what,
    withoutPerSecond: median(pairs.map((pair) => pair.without)),
    withPerSecond: median(pairs.map((pair) => pair.with)),
    ratio: median(pairs.map((pair) => pair.with / pair.without)),
  };
}
