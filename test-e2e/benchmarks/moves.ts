import { readSeries, sumOf } from '../harness/read-series.ts';
import { placeHolds } from './holds.ts';
import { median, type Load } from './load.ts';
import type { Stage } from './stage.ts';
import { orderOfTurn } from './turns.ts';

/** Milliseconds that inventory takes to answer, the median of the turns, and what that is of others in the same turn. */
export interface Move {
  readonly ms: number;
  readonly ofHold: number;
  readonly ofClaim: number;
}

export interface MoveFigures {
  readonly holdMs: number;
  /** The claim of a hold, in inventory. */
  readonly claimMs: number;
  readonly onOne: Move;
  readonly onTwo: Move;
}

type Name = 'hold' | 'onOne' | 'onTwo';
type Prepare = (count: number, connections: number, turn: number) => Promise<Load['requests'][]>;

const NAMES: readonly Name[] = ['hold', 'onOne', 'onTwo'];
const OF_A_TURN = 40;
const TURNS = 12;
const METHODS = { hold: 'claim-units', onOne: 'move-claim', onTwo: 'move-claim' };

interface Taken {
  /** Of the whole request. */
  readonly ms: number;
  readonly inInventoryMs: number;
}

/** At one connection, so that an answer waits for none of the others. Turns are numbered from `firstTurn`. */
export async function measureMoves(
  stage: Stage,
  prepare: Readonly<Record<Name, Prepare>>,
  firstTurn: number,
): Promise<MoveFigures> {
  const taken: Record<Name, Taken[]> = { hold: [], onOne: [], onTwo: [] };
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const place of orderOfTurn(NAMES.length, turn)) {
      const name = NAMES[place];
      if (name === undefined) continue;
      const lanes = await prepare[name](OF_A_TURN, 1, firstTurn + turn);
      taken[name].push(await timeOf(stage, METHODS[name], lanes));
    }
  const move = (name: Name): Move => ({
    ms: median(taken[name].map(({ inInventoryMs }) => inInventoryMs)),
    ofHold: median(taken[name].map(({ inInventoryMs }, turn) => inInventoryMs / (taken.hold[turn]?.ms ?? 0))),
    ofClaim: median(
      taken[name].map(({ inInventoryMs }, turn) => inInventoryMs / (taken.hold[turn]?.inInventoryMs ?? 0)),
    ),
  });
  return {
    holdMs: median(taken.hold.map(({ ms }) => ms)),
    claimMs: move('hold').ms,
    onOne: move('onOne'),
    onTwo: move('onTwo'),
  };
}

async function timeOf(stage: Stage, method: string, lanes: Load['requests'][]): Promise<Taken> {
  const before = await readCalls(stage, method);
  const { times } = await placeHolds(stage, lanes);
  const after = await readCalls(stage, method);
  const [count, seconds] = [after.count - before.count, after.seconds - before.seconds];
  if (times.length < OF_A_TURN || count < OF_A_TURN)
    throw new Error(`of ${OF_A_TURN} requests ${times.length} succeeded, with ${count} calls of ${method}`);
  return {
    ms: times.reduce((sum, ms) => sum + ms, 0) / times.length,
    inInventoryMs: (1_000 * seconds) / count,
  };
}

async function readCalls({ demo }: Stage, method: string): Promise<{ count: number; seconds: number }> {
  const series = await readSeries(demo.services['inventory']?.healthUrl ?? '');
  const of = (kind: string): number =>
    sumOf(series, `rpc_server_call_duration_seconds_${kind}`, `rpc_method="rpc.inventory.v1.${method}"`);
  return { count: of('count'), seconds: of('sum') };
}

export function moveLines(
  { holdMs, claimMs, onOne, onTwo }: MoveFigures,
  goals: Readonly<Record<'onOne' | 'onTwo', number>>,
): string[] {
  const line = (name: string, { ms, ofHold, ofClaim }: Move, goal: number) =>
    `${name.padEnd(34)}${ms.toFixed(1)} ms in inventory, × ${ofHold.toFixed(2)} of a hold, goal ${goal.toFixed(2)}; × ${ofClaim.toFixed(2)} of the claim of a hold`;
  return [
    `${'a hold at one connection'.padEnd(34)}${holdMs.toFixed(1)} ms, its claim ${claimMs.toFixed(1)} ms in inventory`,
    line('the move on one resource', onOne, goals.onOne),
    line('the move to another resource', onTwo, goals.onTwo),
  ];
}
