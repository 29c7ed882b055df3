import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { startLodging } from '../harness/lodging.ts';
import { makeLodging } from '../harness/own-tenant.ts';
import { residentMemory } from './memory.ts';
import { readProcessorTime, totalOf } from './processes.ts';
import { soakVerdict, tableOfSoak, type Sample } from './soak-verdict.ts';
import { readBacklog, readBloat } from './soak-state.ts';
import { setStage, type Stage } from './stage.ts';
import { wholeStay } from './stays.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, share: { type: 'string', default: '0.5' } },
});
const MINUTE_MS = 60_000;
const RAMP_MS = 15_000;
const RAMP_GUESTS = 8;
/** Rows of the load, so that memory and tables are compared at the same state of the compiler and of autovacuum. */
const SAMPLES = 6;
/** Enough that no night of a room has more stays than a hotel would have: each quote reads those near it. */
const ROOMS = 40;

type Room = Awaited<ReturnType<typeof makeLodging>>;

const say = (text: string) => process.stderr.write(`${text}\n`);
const minutes = Number(values.minutes);

say('starting a Lodging of its own');
const lodging = await startLodging({ LOG_LEVEL: 'warn' });
try {
  const stage = await setStage(lodging.demo, { seconds: 0, rounds: 0 });
  const rooms: Room[] = [];
  for (let count = 0; count < ROOMS; count += 1)
    rooms.push(await makeLodging(stage.secret, { units: 1_000 }));
  const requestedStays = requestedStaysOf(rooms);
  say('the top rate, which also warms everything up');
  const top = await topRate(stage, requestedStays);
  const perSecond = top * Number(values.share);
  say(`${perSecond.toFixed(1)} stays a second for ${minutes} minutes; the top rate is ${top.toFixed(1)}`);
  const samples: Sample[] = [];
  for (let count = 0; count < SAMPLES; count += 1) {
    samples.push(await sample(stage, requestedStays, { perSecond, ms: (minutes * MINUTE_MS) / SAMPLES }));
    say(`  ${count + 1} of ${SAMPLES}`);
  }
  const backlog = await readBacklog(stage);
  const verdict = soakVerdict(samples, backlog);
  process.stdout.write(`${tableOfSoak(samples, backlog)}\n\n${verdict.text}\n`);
  if (!verdict.isGood) process.exitCode = 1;
} finally {
  await lodging.stop();
}

type RequestedStays = () => Parameters<typeof wholeStay>[1];

/** Rooms, and nights of the next two years, in turn. */
function requestedStaysOf(rooms: readonly Room[]): RequestedStays {
  let count = 0;
  return () => {
    count += 1;
    const day = count % 599;
    const room = rooms[count % rooms.length];
    if (room === undefined) throw new Error('there are no rooms');
    const start = Temporal.Now.plainDateISO('UTC').add({ days: 30 + day });
    const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 2 })}T10:00:00Z` };
    return { resourceId: room.id, ratePlanId: room.ratePlanId, ...window, partySize: 1 };
  };
}

async function topRate(stage: Stage, requestedStays: RequestedStays): Promise<number> {
  const until = performance.now() + RAMP_MS;
  let done = 0;
  const guest = async () => {
    while (performance.now() < until) {
      await wholeStay(stage, requestedStays());
      done += 1;
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: RAMP_GUESTS }, guest));
  return (done * 1_000) / (performance.now() - began);
}

/** Stays that begin at a steady pace, whether those before have ended or not. */
async function sample(
  stage: Stage,
  requestedStays: RequestedStays,
  { perSecond, ms }: { perSecond: number; ms: number },
): Promise<Sample> {
  const times: number[] = [];
  const failures: string[] = [];
  const running = new Set<Promise<void>>();
  const began = performance.now();
  const spentBefore = totalOf(readProcessorTime(stage.demo));
  for (let count = 0; (count * 1_000) / perSecond < ms; count += 1) {
    await pause(Math.max(0, began + (count * 1_000) / perSecond - performance.now()));
    const at = performance.now();
    const stay: Promise<void> = wholeStay(stage, requestedStays())
      .then((state) => {
        if (state === 'confirmed') times.push(performance.now() - at);
        else failures.push(state);
      })
      .catch((error: unknown) => void failures.push(String(error).slice(0, 200)))
      .finally(() => running.delete(stay));
    running.add(stay);
  }
  await Promise.all(running);
  times.sort((left, right) => left - right);
  const at = (part: number) => times[Math.floor((times.length - 1) * part)] ?? 0;
  return {
    stays: times.length,
    failures,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    processorMs: (totalOf(readProcessorTime(stage.demo)) - spentBefore) / Math.max(1, times.length),
    memoryMb: residentMemory(stage.demo),
    bloat: await readBloat(stage),
  };
}
