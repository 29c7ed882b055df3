import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Demo } from '../harness/demo.ts';
import { figuresOf, type Figures, type Sample } from './load.ts';

/** Milliseconds of processor time by process. */
export type ProcessorTime = Record<string, number>;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly ms: number;
  /** Of children that have ended. */
  readonly endedMs: number;
}

const MS_OF_A_TICK = 10;
const STAT = { parent: 1, user: 11, system: 12, endedUser: 13, endedSystem: 14 } as const;

function readProcess(pid: number): Process | undefined {
  try {
    // The name of the program, in parentheses, may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = (...of: number[]) => of.reduce((sum, field) => sum + Number(fields[field]), 0);
    return {
      pid,
      parent: ticks(STAT.parent),
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
      ms: ticks(STAT.user, STAT.system) * MS_OF_A_TICK,
      endedMs: ticks(STAT.endedUser, STAT.endedSystem) * MS_OF_A_TICK,
    };
  } catch {
    return undefined;
  }
}

const NAMES: readonly (readonly [RegExp, string])[] = [
  [/emulators/, 'emulators'],
  [/nats-server/, 'nats'],
  [/redis-server/, 'redis'],
  [/postgres/, 'postgres'],
];

/** Of the services and servers of a stack since they started; empty where the system keeps no such files. */
export function readProcessorTime({ services }: Demo): ProcessorTime {
  if (!existsSync('/proc/self/stat')) return {};
  const all = readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : [],
  );
  const byPid = new Map(Object.entries(services).map(([name, { pid }]) => [pid, name]));
  const starter = all.find(({ pid }) => byPid.has(pid))?.parent;
  const time: ProcessorTime = {};
  for (const one of all.filter(({ parent }) => parent === starter)) {
    const name = byPid.get(one.pid) ?? NAMES.find(([pattern]) => pattern.test(one.command))?.[1];
    if (name === undefined) continue;
    // A backend of Postgres is a process of its own.
    const children = all.filter(({ parent }) => parent === one.pid).reduce((sum, { ms }) => sum + ms, 0);
    time[name] = one.ms + one.endedMs + children;
  }
  return time;
}

/** The work of clients and of what stands in for others. */
const NOT_OURS = new Set(['emulators']);

export function totalOf(time: ProcessorTime): number {
  return Object.entries(time).reduce((sum, [name, ms]) => (NOT_OURS.has(name) ? sum : sum + ms), 0);
}

export function totalWithEmulators(time: ProcessorTime): number {
  return Object.values(time).reduce((sum, ms) => sum + ms, 0);
}

/** The work that answers leave behind, such as events, is done by then. */
const SETTLED_MS = 100;

/** What the processes spend from now on. */
export function clockProcesses(demo: Demo): {
  read(): ProcessorTime;
  /** A moment later, with the work that answers leave behind. */
  settled(): Promise<ProcessorTime>;
} {
  const before = readProcessorTime(demo);
  const read = () => addUp([readProcessorTime(demo), addUp([before], -1)]);
  const settled = async () => {
    await pause(SETTLED_MS);
    return read();
  };
  return { read, settled };
}

export function addUp(times: readonly ProcessorTime[], factor = 1): ProcessorTime {
  const sum: ProcessorTime = {};
  for (const time of times)
    for (const [name, ms] of Object.entries(time)) sum[name] = (sum[name] ?? 0) + ms * factor;
  return sum;
}

/** The figures of the load, with the processor time of each process for each of its answers. */
export async function withProcessorTime(demo: Demo, load: () => Promise<Sample>): Promise<Figures> {
  const clock = clockProcesses(demo);
  const sample = await load();
  const spent = await clock.settled();
  return { ...figuresOf([sample]), processorMs: addUp([spent], 1 / Math.max(1, sample.times.length)) };
}
