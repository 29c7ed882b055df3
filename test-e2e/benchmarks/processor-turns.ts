import { figuresOf, median, type Figures, type Sample } from './load.ts';
import { addUp, clockProcesses, totalOf, type ProcessorTime } from './processes.ts';
import type { Stage } from './stage.ts';
import { orderOfTurn } from './turns.ts';

export interface Compared {
  readonly figures: Figures;
  /** Processor time of an answer over that of the first load in the same turn, the median of the turns. */
  readonly ratio: number;
}

interface Turn {
  readonly sample: Sample;
  readonly spent: ProcessorTime;
}

/** Prepares a turn, and yields what is measured of it. */
export type Rival = (turn: number) => Promise<() => Promise<Sample>>;

/** In turns, so that what else the machine does falls on all of them. Those of the warm-up are not counted. */
export async function compareProcessorTime<Name extends string>(
  { demo }: Pick<Stage, 'demo'>,
  { warmUp, turns }: { readonly warmUp: number; readonly turns: number },
  rivals: Readonly<Record<Name, Rival>>,
): Promise<Record<Name, Compared>> {
  const names = Object.keys(rivals) as Name[];
  const taken = new Map<Name, Turn[]>(names.map((name) => [name, []]));
  for (let turn = 0; turn < warmUp + turns; turn += 1)
    for (const place of orderOfTurn(names.length, turn)) {
      const name = names[place];
      if (name === undefined) continue;
      const put = await rivals[name](turn);
      const clock = clockProcesses(demo);
      const sample = await put();
      const spent = await clock.settled();
      if (turn >= warmUp) taken.get(name)?.push({ sample, spent });
    }
  const first = names[0] === undefined ? [] : (taken.get(names[0]) ?? []);
  return Object.fromEntries(
    names.map((name) => {
      const own = taken.get(name) ?? [];
      const ratios = own.map((turn, index) => costOf(turn) / costOf(first[index] ?? turn));
      return [name, { figures: withProcessors(own), ratio: median(ratios) }];
    }),
  ) as Record<Name, Compared>;
}

function costOf({ sample, spent }: Turn): number {
  return totalOf(spent) / Math.max(1, sample.times.length);
}

function withProcessors(turns: readonly Turn[]): Figures {
  const figures = figuresOf(turns.map(({ sample }) => sample));
  const answers = turns.reduce((sum, { sample }) => sum + sample.times.length, 0);
  const spent = turns.map((turn) => turn.spent);
  return { ...figures, processorMs: addUp(spent, 1 / Math.max(1, answers)) };
}

/** A line of the report: a comparison with its goal. */
export function comparedLine(name: string, { figures, ratio }: Compared, goal?: number): string {
  const ms = totalOf(figures.processorMs ?? {}).toFixed(2);
  const wanted = `, × ${ratio.toFixed(2)}${goal === undefined ? '' : `, goal ${goal.toFixed(2)}`}`;
  const { p50Ms, p99Ms, statuses } = figures;
  const others = Object.entries(statuses).filter(([status]) => !['200', '201'].includes(status));
  const odd = others.map(([status, count]) => `, ${count} × ${status}`).join('');
  return `${name.padEnd(34)}p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, processor ${ms} ms${wanted}${odd}`;
}
