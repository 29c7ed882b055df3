/** Basis points that change nothing. */
export const WHOLE_BPS = 10_000n;

/** Divides non-negative whole numbers, rounding a half upwards. */
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
 * How many decimals the currency's minor unit has (ISO 4217: JPY 0, USD 2, KWD 3). An unknown code has 2.
 * `Intl` is no source for it: it says how amounts are usually shown, and so gives HUF, IDR and COP none.
 */
export function minorUnitExponent(currency: string): number {
  return exponents.get(currency) ?? 2;
}
