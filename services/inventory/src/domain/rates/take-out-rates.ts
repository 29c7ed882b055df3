import { divideHalfUp } from '@lodging/kernel';
import { byCode, WHOLE_RATE_E4 } from '../rules/tax-rule.ts';

interface Rated {
  readonly code: string;
  readonly rateE4: bigint;
}

/**
 * The share of each rate in a gross amount. All rates are extracted together, so that the net amount is rounded once.
 * The shares and the net amount add up to the gross amount: units lost by rounding down go to the largest remainders,
 * ties by code.
 */
export function takeOutRates(gross: bigint, rates: readonly Rated[]): bigint[] {
  const sum = rates.reduce((total, { rateE4 }) => total + rateE4, 0n);
  if (sum === 0n) return rates.map(() => 0n);
  const taken = gross - divideHalfUp(gross * WHOLE_RATE_E4, WHOLE_RATE_E4 + sum);
  const parts = rates.map(({ rateE4 }) => (taken * rateE4) / sum);
  const left = Number(parts.reduce((rest, part) => rest - part, taken));
  const byRemainder = rates
    .map(({ code, rateE4 }, index) => ({ code, index, remainder: (taken * rateE4) % sum }))
    .toSorted((one, other) => compare(other.remainder, one.remainder) || byCode(one, other));
  const raised = new Set(byRemainder.slice(0, left).map(({ index }) => index));
  return parts.map((part, index) => (raised.has(index) ? part + 1n : part));
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : Number(one > other);
}
