import { divideHalfUp, minorUnitExponent, WHOLE_BPS } from '@lodging/kernel';
import type { ExchangeRate } from './exchange-rate.ts';

export function convertAmount(
  amountMinorUnits: bigint,
  from: string,
  to: string,
  { numerator, denominator }: ExchangeRate,
): bigint {
  const widened = amountMinorUnits * numerator * 10n ** BigInt(minorUnitExponent(to));
  return divideHalfUp(widened, denominator * 10n ** BigInt(minorUnitExponent(from)));
}

const DECIMALS = 6;

/** The rate in basis points, with up to six decimals and no zeros behind them: `10000`, `0.6312`. */
export function rateInBps({ numerator, denominator }: ExchangeRate): string {
  const scale = 10n ** BigInt(DECIMALS);
  const scaled = divideHalfUp(numerator * WHOLE_BPS * scale, denominator);
  const fraction = (scaled % scale).toString().padStart(DECIMALS, '0').replace(/0+$/, '');
  const whole = (scaled / scale).toString();
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
