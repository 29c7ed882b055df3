import { startLodging } from '../harness/lodging.ts';
import { makeLodging } from '../harness/own-tenant.ts';
import { resourceOf } from '../harness/stay.ts';
import { readRequests } from './availability.ts';
import { authorized, placeHolds, prepareHolds } from './holds.ts';
import { drain, median, rateOf, sampleLoad, type Sample } from './load.ts';
import { analyse } from './multiply.ts';
import { addUp, clockProcesses, totalOf, type ProcessorTime } from './processes.ts';
import { makeUnlimitedTenant, setStage, type Stage } from './stage.ts';
import { refusalLoad, searchLoad } from './search.ts';
import { makeSearchHotel } from './search-hotel.ts';
import { wholeStay, requestedStaysFor } from './stays.ts';
import { drainQueue, openReceiver } from './webhooks.ts';

export interface ReleaseRatio {
  readonly name: string;
  /** Answers a second of this release over those of the other: the median of the turns, the lowest and the highest. */
  readonly rate: number;
  readonly spread: readonly [number, number];
  /** Answers for a second of processor time, over those of the other, in all turns together. */
  readonly perProcessorTime: number;
  /** Processor time of an answer by process, in ms: of this release, and of the other. */
  readonly processorMs: readonly [ProcessorTime, ProcessorTime];
}

/** A turn of one release. */
type Turn = () => Promise<Sample>;

interface Measured {
  readonly sample: Sample;
  readonly processorTime: ProcessorTime;
}

const LANES = 8;
const READ_SECONDS = 0.5;
const HOLDS = 160;
const STAYS = 32;
const DELIVERIES = 400;
const WARM_UP_TURNS = 8;

/** The demo changes from release to release, and an answer of more terms and taxes costs more: both have this property. */
async function sameProperty(stage: Stage): Promise<Stage> {
  const { accountId, ...access } = await makeUnlimitedTenant(stage.demo);
  const { id, ratePlanId } = await makeLodging(access.secret, { units: 40 });
  const ratePlans = [{ id: ratePlanId, code: 'flex' }];
  const room = { id, name: 'Room', kind: 'hotel_room' as const, ratePlans };
  return { ...stage, ...access, tenant: { ...stage.tenant, accountId, resources: [room] } };
}

const reads = (kind: 'availability' | 'quotes') => async (stage: Stage) => {
  const own = await sameProperty(stage);
  const { url, headers, requests } = { ...readRequests(own, kind), headers: authorized(own) };
  const load = { url, headers, requests, expected: ['200'], connections: LANES, seconds: READ_SECONDS };
  return async (): Promise<Turn> => () => sampleLoad(load);
};

/** Each kind of load: for a stack, then for each turn, whose preparation is not measured. */
const LOADS: Record<string, (stage: Stage) => Promise<() => Promise<Turn>>> = {
  availability: reads('availability'),
  quotes: reads('quotes'),
  async holds(stage) {
    const own = { ...stage, ...(await makeUnlimitedTenant(stage.demo)) };
    return async () => {
      const lanes = await prepareHolds(own, LANES, HOLDS);
      return () => placeHolds(own, lanes);
    };
  },
  async search(stage) {
    const load = searchLoad(stage, await makeSearchHotel(stage.demo));
    return async () => () => sampleLoad({ ...load, connections: LANES, seconds: READ_SECONDS });
  },
  async alternatives(stage) {
    const load = await refusalLoad(stage, await makeSearchHotel(stage.demo));
    return async () => () => sampleLoad({ ...load, connections: LANES, seconds: READ_SECONDS });
  },
  /** Deliveries of one endpoint that wait. */
  async webhooks(stage) {
    const own = await makeUnlimitedTenant(stage.demo);
    const receiver = await openReceiver(own, own.id);
    const queue = { queued: DELIVERIES, measured: DELIVERIES };
    return async () => () => drainQueue(stage, receiver, queue);
  },
  async stays(stage) {
    const own = await sameProperty(stage);
    const room = resourceOf(own.tenant, 'hotel_room');
    const next = requestedStaysFor({ id: room.id, ratePlanId: room.ratePlans[0]?.id ?? '' });
    return async () => {
      const requestedStays = next(STAYS);
      return () => drain(requestedStays, LANES, (requestedStay) => wholeStay(own, requestedStay));
    };
  },
};

/**
 * This release and another one in turn, each on a stack of its own. The speed of a machine changes within minutes, and so
 * falls on both: a ratio of two runs says less.
 */
export async function compareReleases(
  { directory, turns, loads }: { directory: string; turns: number; loads: readonly string[] },
  say: (text: string) => void,
): Promise<ReleaseRatio[]> {
  const settings = { LOG_LEVEL: 'warn' };
  const other = await startLodging(settings, directory);
  const own = await startLodging(settings).catch(async (error: unknown) => {
    await other.stop();
    throw error;
  });
  try {
    const pace = { seconds: 0, rounds: 0 };
    const stages = [await setStage(own.demo, pace), await setStage(other.demo, pace)] as const;
    const ratios: ReleaseRatio[] = [];
    for (const name of loads.length === 0 ? Object.keys(LOADS) : loads) {
      const ratio = await compare(name, stages, turns);
      say(rowOf(ratio));
      ratios.push(ratio);
    }
    return ratios;
  } finally {
    await Promise.all([own.stop(), other.stop()]);
  }
}

async function compare(name: string, stages: readonly [Stage, Stage], turns: number): Promise<ReleaseRatio> {
  const prepare = LOADS[name];
  if (prepare === undefined) throw new Error(`there is no load ${name}`);
  const loads = await Promise.all(stages.map((stage) => prepare(stage)));
  const measured: Measured[][] = [[], []];
  for (let turn = -WARM_UP_TURNS; turn < turns; turn += 1) {
    if (turn === 0) for (const { demo } of stages) await analyse(demo);
    for (const side of turn % 2 === 0 ? [0, 1] : [1, 0]) {
      const [stage, load] = [stages[side], await loads[side]?.()];
      if (stage === undefined || load === undefined) throw new Error('there are two sides');
      const clock = clockProcesses(stage.demo);
      const sample = await load();
      const spent = { sample, processorTime: await clock.settled() };
      if (turn >= 0) measured[side]?.push(spent);
    }
  }
  const [own = [], other = []] = measured;
  const rates = own.map(({ sample }, turn) => rateOf(sample) / rateOf(other[turn]?.sample ?? sample));
  return {
    name,
    rate: median(rates),
    spread: [Math.min(...rates), Math.max(...rates)],
    perProcessorTime: totalOf(ofAnAnswer(other)) / totalOf(ofAnAnswer(own)),
    processorMs: [ofAnAnswer(own), ofAnAnswer(other)],
  };
}

function ofAnAnswer(measured: readonly Measured[]): ProcessorTime {
  const answers = measured.reduce((sum, { sample }) => sum + sample.times.length, 0);
  return addUp(
    measured.map(({ processorTime }) => processorTime),
    1 / answers,
  );
}

function rowOf({ name, rate, spread: [least, most], perProcessorTime, processorMs }: ReleaseRatio): string {
  const [own, other] = processorMs;
  const cells = [rate.toFixed(2), `(${least.toFixed(2)}–${most.toFixed(2)})`, perProcessorTime.toFixed(2)];
  const processes = Object.entries(own)
    .filter(([process, ms]) => Math.max(ms, other[process] ?? 0) >= 0.01)
    .map(([process, ms]) => `${process} ${ms.toFixed(3)}/${(other[process] ?? 0).toFixed(3)}`);
  return `${name.padEnd(16)}${cells.join('  ')}\n${' '.repeat(16)}ms of an answer: ${processes.join(', ')}`;
}
