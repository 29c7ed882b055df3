import { writeAmount } from './amount-input.ts';
import type { Separators } from './amount-input.ts';

/** As short as a cell needs it: without the currency, and without decimals that are zero. */
export function shortAmount(minorUnits: string, currency: string, separators: Separators): string {
  const written = writeAmount(minorUnits, currency, separators);
  const [whole = '', fraction = ''] = written.split(separators.decimal);
  return /^0*$/.test(fraction) ? whole : written;
}
