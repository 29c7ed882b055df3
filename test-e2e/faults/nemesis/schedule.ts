import { randomFrom } from '../history/random.ts';
import { allFaults } from './all-faults.ts';
import type { Fault } from './fault.ts';

/** Time that a fault and the calm after it take, on average. */
const SECONDS_PER_FAULT: Readonly<Record<Fault['lane'], number>> = { machine: 12, provider: 9 };
/** Of the whole time, a single fault may take this share. */
const LONGEST_SHARE = 0.4;

/**
 * The order in which a seed tries the faults of a lane. It depends on the seed and the length alone; seeds in a row go
 * through all faults, in another order each time.
 */
export function faultsOfSeed(seed: number, seconds: number, lane: Fault['lane']): Fault[] {
  const suitable = allFaults.filter(
    (fault) => fault.lane === lane && fault.lasts[1] <= seconds * 1000 * LONGEST_SHARE,
  );
  const perSeed = Math.max(1, Math.round(seconds / SECONDS_PER_FAULT[lane]));
  const first = Math.abs(seed) * perSeed;
  return Array.from({ length: suitable.length }, (_none, index) => {
    const position = first + index;
    const round = randomFrom(Math.floor(position / suitable.length)).fork(lane);
    return round.shuffle(suitable)[position % suitable.length];
  }).filter((fault) => fault !== undefined);
}
