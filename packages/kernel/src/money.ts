// Owns arithmetic on money: whole minor units as bigint, rounded half up, exponents from ISO 4217.

/** Basis points that change nothing. */
export const WHOLE_BPS = 10_000n;

/** Divides non-negative whole numbers, rounding a half upwards. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n || numerator < 0n)
    throw new RangeError('divideHalfUp takes numerator >= 0, denominator > 0');
  return (2n * numerator + denominator) / (2n * denominator);
}

/** How many decimals the currency's minor unit has (ISO 4217: JPY 0, USD 2, KWD 3). An unknown code has 2. */
export function minorUnitExponent(currency: string): number {
  try {
    return (
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
      2
    );
  } catch {
    return 2;
  }
}
