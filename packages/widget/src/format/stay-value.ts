/** Whole units of a currency as a number: not for arithmetic. */
export function stayValue(minorUnits: string, currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return Number(minorUnits) / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
}
