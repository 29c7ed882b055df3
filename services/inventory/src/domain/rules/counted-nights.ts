import { divideHalfUp } from '@lodging/kernel';
import type { NightFilter } from './tax-rule.ts';

export interface BilledNight {
  readonly date: string;
  readonly amountMinorUnits: bigint;
}

/** The nights of a stay that count for a rule. */
export interface CountedNights {
  readonly count: number;
  /** The part of an amount that falls on these nights. */
  readonly shareOf: (amount: bigint) => bigint;
}

export function countNights(
  nights: readonly BilledNight[],
  { skip, max, from, to }: NightFilter,
): CountedNights {
  const end = max === null ? nights.length : Math.min(nights.length, skip + max);
  let count = 0;
  let counted = 0n;
  let sum = 0n;
  for (const [index, { date, amountMinorUnits }] of nights.entries()) {
    sum += amountMinorUnits;
    if (index < skip || index >= end) continue;
    if ((from !== null && date < from) || (to !== null && date >= to)) continue;
    count += 1;
    counted += amountMinorUnits;
  }
  if (count === nights.length) return { count, shareOf: (amount) => amount };
  return { count, shareOf: (amount) => (sum === 0n ? 0n : divideHalfUp(amount * counted, sum)) };
}
