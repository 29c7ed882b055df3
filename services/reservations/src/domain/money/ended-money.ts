import type { Reservation } from '../stay/reservation.ts';
import { hasEnded, wasConfirmed } from './obligation.ts';

/** The money of a reservation, as payments has it. */
export interface CollectedMoney {
  readonly collected: bigint;
  readonly returned: bigint;
  /** What must go back by the rules and is not on its way. */
  readonly owed: bigint;
}

/** What became of the money that is still here. */
export interface DividedMoney {
  /** Kept by the terms of the ended stay. */
  readonly retained: bigint;
  readonly owed: bigint;
  /** Here without terms that keep it or return it: the operator decides. */
  readonly undecided: bigint;
}

/**
 * Divides the money of an ended stay, so that collected − returned − retained − owed − undecided is 0. `keep`: what its
 * settlement keeps, also before payments has applied it; null where nothing decided.
 */
export function divideEnded(
  { collected, returned, owed }: CollectedMoney,
  keep: bigint | null,
): DividedMoney {
  const net = collected > returned ? collected - returned : 0n;
  if (keep !== null) {
    const retained = least(net, keep);
    return { retained, owed: net - retained, undecided: 0n };
  }
  const owedOfNet = least(owed, net);
  return { retained: 0n, owed: owedOfNet, undecided: net - owedOfNet };
}

/** The sums that payments answers, in minor units. */
export interface LedgerSums {
  readonly collectedMinorUnits: string;
  readonly returnedMinorUnits: string;
  readonly owedMinorUnits: string;
  /** What its settlement keeps; null before payments has applied one. */
  readonly keepMinorUnits: string | null;
}

/**
 * While the stay goes on, its price decides: kept is what changes of the stay have retained, and nothing is undecided. `penalty`: what its own settlement keeps; null
 * where there is none, and of a hold nothing is kept then: all of its money goes back.
 */
export function divideMoney(
  reservation: Reservation,
  penalty: bigint | null,
  sums: LedgerSums,
  retained = 0n,
): DividedMoney {
  const owed = BigInt(sums.owedMinorUnits);
  if (!hasEnded(reservation)) return { retained, owed, undecided: 0n };
  const settled = sums.keepMinorUnits === null ? penalty : BigInt(sums.keepMinorUnits);
  const keep = settled ?? (wasConfirmed(reservation) ? null : 0n);
  const collected = BigInt(sums.collectedMinorUnits);
  return divideEnded({ collected, returned: BigInt(sums.returnedMinorUnits), owed }, keep);
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
