import { existsSync, readFileSync } from 'node:fs';
import type { Demo } from '../harness/demo.ts';
import { startLodging } from '../harness/lodging.ts';
import { availabilityRequests } from './availability.ts';
import { holdsAsFastAsTheyGo } from './holds.ts';
import { median, putLoad, type Figures } from './load.ts';
import { watchMemory } from './memory.ts';
import { startSink, telemetrySettings } from './sink.ts';
import { setStage, type Stage } from './stage.ts';

export interface TelemetryCost {
  readonly what: 'availability' | 'holds';
  readonly withoutPerSecond: number;
  readonly withPerSecond: number;
  /** With over without, the median of the rounds. */
  readonly ratio: number;
  /** Processor time of the six services per response, without over with: steadier than throughput on a busy machine. */
  readonly cpuRatio: number;
}

export interface TelemetryReport {
  readonly costs: TelemetryCost[];
  /** The peak memory of each service, without and with. */
  readonly memoryMb: Record<string, { without: number; with: number }>;
}

const CONNECTIONS = 32;
/** Load of the machine changes within seconds, so the two alternate in slices of a second. */
const SLICES = { availability: 5, holds: 1 } as const;

const loads: Record<TelemetryCost['what'], (stage: Stage) => Promise<Figures>> = {
  availability: (stage) =>
    putLoad({
      url: stage.demo.gatewayUrl,
      headers: { authorization: `Bearer ${stage.key}` },
      connections: CONNECTIONS,
      seconds: 1,
      requests: availabilityRequests(stage),
    }),
  holds: (stage) => holdsAsFastAsTheyGo(stage, CONNECTIONS),
};

interface Put {
  readonly perSecond: number;
  readonly cpuMs: number;
}

async function put(what: TelemetryCost['what'], stage: Stage): Promise<Put> {
  const before = cpuMsOf(stage.demo);
  const { perSecond, statuses } = await loads[what](stage);
  const answers = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  return { perSecond, cpuMs: (cpuMsOf(stage.demo) - before) / answers };
}

const MS_OF_A_TICK = 10;

/** Of all services together, since they started; 0 where the system keeps no such files. */
function cpuMsOf({ services }: Demo): number {
  const ticks = Object.values(services).map(({ pid }) => {
    const file = `/proc/${pid}/stat`;
    if (!existsSync(file)) return 0;
    const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, count) => sum + count, 0) * MS_OF_A_TICK;
}

export async function measureTelemetry(pace: { seconds: number; rounds: number }): Promise<TelemetryReport> {
  const sink = await startSink();
  const [silent, reporting] = await Promise.all([
    startLodging({ LOG_LEVEL: 'warn' }),
    startLodging({ LOG_LEVEL: 'warn', ...telemetrySettings(sink) }),
  ]);
  try {
    const [without, withIt] = await Promise.all([
      setStage(silent.demo, pace),
      setStage(reporting.demo, pace),
    ]);
    const watches = [watchMemory(silent.demo), watchMemory(reporting.demo)] as const;
    const costs: TelemetryCost[] = [];
    for (const what of ['availability', 'holds'] as const) {
      costs.push(await compare(what, without, withIt, pace.rounds));
    }
    const [plain, sent] = [watches[0].end(), watches[1].end()];
    const memoryMb = Object.fromEntries(
      Object.entries(plain).map(([name, mb]) => [name, { without: mb, with: sent[name] ?? 0 }]),
    );
    return { costs, memoryMb };
  } finally {
    await Promise.all([silent.stop(), reporting.stop()]);
    sink.stop();
  }
}

/** The order alternates with each round; the first one is a warm-up and not counted. */
async function compare(
  what: TelemetryCost['what'],
  without: Stage,
  withIt: Stage,
  rounds: number,
): Promise<TelemetryCost> {
  const pairs: { without: Put; with: Put }[] = [];
  for (let round = 0; round <= rounds * SLICES[what]; round += 1) {
    const sinkFirst = round % 2 === 1;
    const early = sinkFirst ? await put(what, withIt) : undefined;
    const plain = await put(what, without);
    const reporting = early ?? (await put(what, withIt));
    if (round > 0) pairs.push({ without: plain, with: reporting });
  }
  return {
    what,
    withoutPerSecond: median(pairs.map((pair) => pair.without.perSecond)),
    withPerSecond: median(pairs.map((pair) => pair.with.perSecond)),
    ratio: median(pairs.map((pair) => pair.with.perSecond / pair.without.perSecond)),
    cpuRatio: median(pairs.map((pair) => pair.without.cpuMs / pair.with.cpuMs)),
  };
}
