import { divideHalfUp, BPS_PER_UNIT } from '@lodging/kernel';

/** Rounded half up; 0 where the divisor is 0. */
export function averageOf(amount: bigint, nights: number): bigint {
  return nights === 0 ? 0n : divideHalfUp(amount, BigInt(nights));
}

/** In basis points. */
export function occupancyOf(nightsSold: number, nightsAvailable: number): number {
  return Number(averageOf(BigInt(nightsSold) * BPS_PER_UNIT, nightsAvailable));
}
