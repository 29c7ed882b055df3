/** A multiplier of one. */
export const BPS_PER_UNIT = 10_000n;

/** Divides non-negative integers, rounding half up. Throws a RangeError for other operands. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n || numerator < 0n)
    throw new RangeError('divideHalfUp takes numerator >= 0, denominator > 0');
  return (2n * numerator + denominator) / (2n * denominator);
}

const EXPONENTS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};
const exponents = new Map(
  Object.entries(EXPONENTS).flatMap(([exponent, codes]) =>
    codes.split(' ').map((code) => [code, Number(exponent)]),
  ),
);

/**
 * The decimals of a currency's minor unit in ISO 4217: JPY 0, USD 2, KWD 3; 2 for an unknown code. `Intl` returns the
 * decimals in customary display instead: 0 for HUF, IDR and COP.
 */
export function minorUnitExponent(currency: string): number {
  return exponents.get(currency) ?? 2;
}
