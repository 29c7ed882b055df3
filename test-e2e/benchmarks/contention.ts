import { makeLodging } from '../harness/own-tenant.ts';
import {
  guestsFor,
  holdOthers,
  retryUntil,
  requestedStaysFor,
  type Attempt,
  type Room,
} from './contending-guests.ts';
import { withDatabase } from './multiply.ts';
import { readProcessorTime, type ProcessorTime } from './processes.ts';
import type { Stage } from './stage.ts';

export interface ContentionFigures {
  readonly guests: number;
  readonly rooms: number;
  readonly attempts: number;
  /** Holds that were placed; one for each room is right. */
  readonly sold: number;
  /** Rooms that were sold once, no less and no more. */
  readonly soldOnce: number;
  readonly seconds: number;
  readonly refusalP50Ms: number;
  readonly refusalP99Ms: number;
  readonly deadlocks: number;
  /** Of one attempt, by process, while nothing else runs. */
  readonly processorMs: ProcessorTime;
  /** Holds of other rooms by guests with time to think, half as many as a quiet machine can: what is held of them. */
  readonly othersRatio: number;
  /** Holds of other rooms without any pause, over those of a quiet machine: what the attempts leave of it. */
  readonly capacityRatio: number;
  readonly otherAnswers: Record<string, number>;
}

const GUESTS = 200;
const ROOMS = 5;
/** Each guest tries again after this time. */
const EVERY_MS = 2_000;
const QUIET_SECONDS = 4;

/**
 * Many guests want the same few rooms for the same nights, again and again: a third of the time alone, a third beside others
 * who hold other rooms as people do, a third beside others who never pause.
 */
export async function measureContention(stage: Stage, seconds: number): Promise<ContentionFigures> {
  const rooms: Room[] = [];
  for (let count = 0; count < ROOMS; count += 1) rooms.push(await makeLodging(stage.secret, { units: 1 }));
  const requestedStays = requestedStaysFor(await makeLodging(stage.secret, { units: 1_000 }));
  const guests = await guestsFor(stage, rooms, GUESTS);
  const others = (perSecond: number | null, during: number) =>
    holdOthers(stage, requestedStays, { seconds: during, lanes: perSecond === null ? 2 : 16, perSecond });
  await others(null, 1);
  const before = await others(null, QUIET_SECONDS);
  const deadlocks = await countDeadlocks(stage);
  const phase = seconds / 3;
  const until = performance.now() + seconds * 1_000;
  const trying = Promise.all(guests.map((guest) => retryUntil(stage, guest, { everyMs: EVERY_MS, until })));
  const alone = await processorTimeOf(stage, phase);
  const paced = await others(before / 2, phase);
  const unpaced = await others(null, phase);
  const attempts = (await trying).flat();
  const quiet = (before + (await others(null, QUIET_SECONDS))) / 2;
  return {
    seconds,
    ...summaryOf(attempts),
    deadlocks: (await countDeadlocks(stage)) - deadlocks,
    processorMs: perAttempt(alone, attempts),
    othersRatio: paced / (before / 2),
    capacityRatio: unpaced / quiet,
  };
}

interface Interval {
  readonly from: number;
  readonly to: number;
  readonly spent: ProcessorTime;
}

async function processorTimeOf({ demo }: Stage, seconds: number): Promise<Interval> {
  const [from, before] = [performance.now(), readProcessorTime(demo)];
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  const after = Object.entries(readProcessorTime(demo));
  const spent = Object.fromEntries(after.map(([name, ms]) => [name, ms - (before[name] ?? 0)]));
  return { from, to: performance.now(), spent };
}

function perAttempt({ from, to, spent }: Interval, attempts: readonly Attempt[]): ProcessorTime {
  const amount = attempts.filter(({ at }) => at >= from && at < to).length;
  return Object.fromEntries(Object.entries(spent).map(([name, ms]) => [name, ms / amount]));
}

function summaryOf(attempts: readonly Attempt[]) {
  const sold = attempts.filter(({ status }) => status === 201).map(({ room }) => room);
  const refusals = attempts.filter(({ status }) => status === 409).map(({ ms }) => ms);
  refusals.sort((left, right) => left - right);
  const at = (share: number) => refusals[Math.floor(refusals.length * share)] ?? 0;
  const otherAnswers: Record<string, number> = {};
  for (const { status } of attempts)
    if (status !== 201 && status !== 409) otherAnswers[status] = (otherAnswers[status] ?? 0) + 1;
  return {
    guests: GUESTS,
    rooms: ROOMS,
    attempts: attempts.length,
    sold: sold.length,
    soldOnce: sold.filter((room) => sold.indexOf(room) === sold.lastIndexOf(room)).length,
    refusalP50Ms: at(0.5),
    refusalP99Ms: at(0.99),
    otherAnswers,
  };
}

async function countDeadlocks({ demo }: Stage): Promise<number> {
  return withDatabase(demo, async (client) => {
    const { rows } = await client.query<{ deadlocks: string }>(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    return Number(rows[0]?.deadlocks);
  });
}
