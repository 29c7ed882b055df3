/** The decimals of the minor unit in ISO 4217, which is what the API counts. `Intl` has those of customary display. */
const EXPONENTS: Readonly<Record<string, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/** JPY 0, EUR 2, KWD 3. */
export function minorUnitExponent(currency: string): number {
  const found = Object.entries(EXPONENTS).find(([, codes]) => codes.split(' ').includes(currency));
  return found === undefined ? 2 : Number(found[0]);
}

/** An amount of the API as a number to count with: `minorUnits(quote.priceBreakdown.totalMinorUnits) * 2n`. */
export function minorUnits(amountMinorUnits: string): bigint {
  if (!/^-?\d+$/.test(amountMinorUnits))
    throw new RangeError(`${amountMinorUnits} is no amount in minor units`);
  return BigInt(amountMinorUnits);
}

/** `12345` in EUR is `123.45`. */
export function toDecimal(amountMinorUnits: string | bigint, currency: string): string {
  const exponent = minorUnitExponent(currency);
  const amount = typeof amountMinorUnits === 'bigint' ? amountMinorUnits : minorUnits(amountMinorUnits);
  const sign = amount < 0n ? '-' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(exponent + 1, '0');
  if (exponent === 0) return sign + digits;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** `123.4` in EUR is `12340n`. More decimals than the currency has are refused, never rounded. */
export function fromDecimal(decimal: string, currency: string): bigint {
  const exponent = minorUnitExponent(currency);
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (whole === '' || fraction.length > exponent)
    throw new RangeError(`${decimal} is no amount in ${currency}, which has ${exponent} decimals`);
  return BigInt(sign + whole + fraction.padEnd(exponent, '0'));
}

/** For people: `formatMoney('12345', 'EUR', 'de')` is `123,45 €`. Exact, however large. */
export function formatMoney(amountMinorUnits: string | bigint, currency: string, locale?: string): string {
  const digits = minorUnitExponent(currency);
  const options = {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  };
  // The string is not rounded to a double, as a number would be.
  const exact = toDecimal(amountMinorUnits, currency) as `${number}`;
  return new Intl.NumberFormat(locale, options as Intl.NumberFormatOptions).format(
    exact as unknown as number,
  );
}
