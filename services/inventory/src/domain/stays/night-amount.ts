import { BPS_PER_UNIT, divideHalfUp } from '@lodging/kernel';
import type { Derivation } from '../resources/resource.ts';

/** The multiplier that changes nothing, in basis points. */
export const NEUTRAL_BPS = Number(BPS_PER_UNIT);

const WHOLE = { two: BPS_PER_UNIT ** 2n, three: BPS_PER_UNIT ** 3n };

/** The base amount of a night, scaled by its weekday, its season and its party, rounded half up once. */
export function nightAmount(
  base: bigint,
  dayOfWeekBps: number,
  seasonBps: number,
  occupancyBps = NEUTRAL_BPS,
): bigint {
  if (occupancyBps !== NEUTRAL_BPS)
    return divideHalfUp(base * BigInt(dayOfWeekBps) * BigInt(seasonBps) * BigInt(occupancyBps), WHOLE.three);
  if (dayOfWeekBps === NEUTRAL_BPS && seasonBps === NEUTRAL_BPS) return base;
  return divideHalfUp(base * BigInt(dayOfWeekBps) * BigInt(seasonBps), WHOLE.two);
}

/** An amount of a derived plan from that of its parent, never below 0. */
export function deriveAmount(ofParent: bigint, { multiplierBps, adjustment }: Derivation): bigint {
  const scaled = scaleAmount(ofParent, multiplierBps);
  if (adjustment === undefined) return scaled;
  const { kind, amountMinorUnits } = adjustment;
  const adjusted = kind === 'add' ? scaled + amountMinorUnits : scaled - amountMinorUnits;
  return adjusted < 0n ? 0n : adjusted;
}

/** Rounded half up. */
export function scaleAmount(amount: bigint, multiplierBps: number): bigint {
  return multiplierBps === NEUTRAL_BPS ? amount : divideHalfUp(amount * BigInt(multiplierBps), BPS_PER_UNIT);
}
