import { figuresOf, median, rateOf, type Figures, type Sample } from './load.ts';
import { addUp, clockProcesses, type ProcessorTime } from './processes.ts';
import type { Stage } from './stage.ts';

/** What the product is compared with, and how it compares. */
export interface Floor {
  readonly figures: Figures;
  /** Product over floor, the median of the turns. */
  readonly ratio: number;
  /** Of the turns with the lowest and the highest ratio. */
  readonly spread: readonly [number, number];
}

export interface Paired {
  readonly connections: number;
  readonly product: Figures;
  readonly bare: Figures;
  readonly ratio: Floor['ratio'];
  readonly spread: Floor['spread'];
  /** The same requests, commits and bytes without the product; older reports have none. */
  readonly path?: Floor;
}

type Rival = () => Promise<Sample>;

interface Rivals {
  readonly connections: number;
  readonly product: Rival;
  readonly bare: Rival;
  readonly path: Rival;
}

/** A ratio needs many short turns: what else the machine does changes within seconds, and so falls on all. */
export const TURN_SECONDS = 0.5;

/** The processor time of the product is read when it has come to rest. */
const REST_SECONDS = 0.2;
const RIVALS = 3;

/** Of each of the three, for each number of connections. */
export function turnsOf({ seconds, rounds }: Pick<Stage, 'seconds' | 'rounds'>): number {
  return Math.max(1, Math.round((seconds * rounds) / (RIVALS * TURN_SECONDS + REST_SECONDS)));
}

/** Which rival is first, and which follow: each of them is first as often as the others. */
export function orderOfTurn(rivals: number, turn: number): number[] {
  return Array.from({ length: rivals }, (_, place) => (turn + place) % rivals);
}

/** The product in each turn over the floor in the same turn. */
export function compareTurns(products: readonly Sample[], floors: readonly Sample[]): Floor {
  const ratios = products.map((sample, turn) => rateOf(sample) / rateOf(floors[turn] ?? sample));
  return {
    figures: figuresOf(floors),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
}

export async function alternate(stage: Stage, { connections, product, bare, path }: Rivals): Promise<Paired> {
  const measured = await alternateFloors(stage, turnsOf(stage), { product, floors: [bare, path] });
  const [ofBare, ofPath] = measured.floors;
  if (ofBare === undefined || ofPath === undefined) throw new Error('a floor was not measured');
  const { figures, ratio, spread } = ofBare;
  return { connections, product: measured.product, bare: figures, ratio, spread, path: ofPath };
}

/** The product and what it is compared with in turn. */
export async function alternateFloors(
  stage: Stage,
  turns: number,
  { product, floors }: { readonly product: Rival; readonly floors: readonly Rival[] },
): Promise<{ readonly product: Figures; readonly floors: readonly Floor[] }> {
  const spent: ProcessorTime[] = [];
  const timed = async () => {
    const clock = clockProcesses(stage.demo);
    const sample = await product();
    spent.push(await clock.settled());
    return sample;
  };
  const rivals = [timed, ...floors];
  const samples: Sample[][] = rivals.map(() => []);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const rival of orderOfTurn(rivals.length, turn)) {
      const sample = await rivals[rival]?.();
      if (sample !== undefined) samples[rival]?.push(sample);
    }
  }
  const [products = [], ...others] = samples;
  const answers = products.reduce((sum, { times }) => sum + times.length, 0);
  return {
    product: { ...figuresOf(products), processorMs: addUp(spent, 1 / Math.max(1, answers)) },
    floors: others.map((each) => compareTurns(products, each)),
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
  { least = 2, most = 4 }: { readonly least?: number; readonly most?: number } = {},
): Promise<void> {
  let best = await stretch();
  let steady = 1;
  for (let count = 1; count < most && !(steady > 2 && count >= least); count += 1) {
    const rates = await stretch();
    steady = rates.every((rate, index) => rate < (best[index] ?? 0) * STEADY) ? steady + 1 : 1;
    best = rates.map((rate, index) => Math.max(rate, best[index] ?? 0));
  }
}
