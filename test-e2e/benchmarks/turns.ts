import { figuresOf, median, rateOf, type Figures, type Sample } from './load.ts';
import { addUp, clockProcesses, type ProcessorTime } from './processes.ts';
import type { Stage } from './stage.ts';

export interface Paired {
  readonly connections: number;
  readonly bare: Figures;
  readonly product: Figures;
  /** Product over bare, the median of the turns. */
  readonly ratio: number;
  /** Of the turns with the lowest and the highest ratio. */
  readonly spread: readonly [number, number];
}

interface Rivals {
  readonly connections: number;
  readonly product: () => Promise<Sample>;
  readonly bare: () => Promise<Sample>;
}

/** A ratio needs many short turns: what else the machine does changes within seconds, and so falls on both. */
export const TURN_SECONDS = 0.5;

/** Of each of the two, for each number of connections. */
export function turnsOf({ seconds, rounds }: Pick<Stage, 'seconds' | 'rounds'>): number {
  return Math.max(1, Math.round((seconds * rounds) / (2 * TURN_SECONDS)));
}

/** Which one is first alternates too. */
export async function takeTurns(stage: Stage, { connections, product, bare }: Rivals): Promise<Paired> {
  const products: Sample[] = [];
  const bares: Sample[] = [];
  const spent: ProcessorTime[] = [];
  const takeProduct = async () => {
    const clock = clockProcesses(stage.demo);
    products.push(await product());
    spent.push(await clock.settled());
  };
  for (let turn = 0; turn < turnsOf(stage); turn += 1) {
    if (turn % 2 === 0) await takeProduct();
    bares.push(await bare());
    if (turn % 2 === 1) await takeProduct();
  }
  const ratios = products.map((sample, turn) => rateOf(sample) / rateOf(bares[turn] ?? sample));
  const answers = products.reduce((sum, { times }) => sum + times.length, 0);
  return {
    connections,
    bare: figuresOf(bares),
    product: { ...figuresOf(products), processorMs: addUp(spent, 1 / Math.max(1, answers)) },
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
}

/** A stretch is hardly faster than the fastest before it. */
const STEADY = 1.05;

/**
 * Node compiles code as it is used, for minutes of it: nothing is measured before two stretches in a row bring no more speed.
 * Each stretch yields the rates of all that is warmed up.
 */
export async function untilSteady(
  stretch: () => Promise<readonly number[]>,
  { least = 2, most = 6 }: { readonly least?: number; readonly most?: number } = {},
): Promise<void> {
  let best = await stretch();
  let steady = 1;
  for (let count = 1; count < most && !(steady > 2 && count >= least); count += 1) {
    const rates = await stretch();
    steady = rates.every((rate, index) => rate < (best[index] ?? 0) * STEADY) ? steady + 1 : 1;
    best = rates.map((rate, index) => Math.max(rate, best[index] ?? 0));
  }
}
