import { divideHalfUp, minorUnitExponent, BPS_PER_UNIT } from '@lodging/kernel';
import type { ExchangeRate } from './exchange-rate.ts';

/** Minor units of `from` in minor units of `to`, rounded half up once. */
export function convertAmount(
  amountMinorUnits: bigint,
  from: string,
  to: string,
  { numerator, denominator }: ExchangeRate,
): bigint {
  if (from === to && numerator === denominator) return amountMinorUnits;
  const scaled = amountMinorUnits * numerator * 10n ** BigInt(minorUnitExponent(to));
  return divideHalfUp(scaled, denominator * 10n ** BigInt(minorUnitExponent(from)));
}

const DECIMALS = 6;

/** The rate in basis points as a decimal with up to six digits after the point, without trailing zeros: `10000`, `0.6312`. */
export function rateInBps({ numerator, denominator }: ExchangeRate): string {
  const scale = 10n ** BigInt(DECIMALS);
  const scaled = divideHalfUp(numerator * BPS_PER_UNIT * scale, denominator);
  const fraction = (scaled % scale).toString().padStart(DECIMALS, '0').replace(/0+$/, '');
  const whole = (scaled / scale).toString();
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
