import type { Separators } from './amount-input.ts';

/** Basis points with up to four decimals, as the API writes them. Null: it is no percentage from 0 to 100. */
export function readPercent(text: string, { decimal }: Separators): string | null {
  const [whole = '', fraction = '', ...more] = text.trim().replace(/\s*%$/, '').split(decimal);
  if (more.length > 0 || !/^\d{1,3}$/.test(whole) || !/^\d{0,6}$/.test(fraction)) return null;
  const digits = fraction.padEnd(2, '0');
  const bps = Number(whole + digits.slice(0, 2));
  const rest = digits.slice(2).replace(/0+$/, '');
  if (bps > 10_000 || (bps === 10_000 && rest !== '')) return null;
  return rest === '' ? String(bps) : `${bps}.${rest}`;
}

/** As `readPercent` reads it again. */
export function writePercent(bps: string | number, { decimal }: Separators): string {
  const [whole = '0', rest = ''] = String(bps).split('.');
  const digits = whole.padStart(3, '0');
  const fraction = `${digits.slice(-2)}${rest}`.replace(/0+$/, '');
  return fraction === '' ? digits.slice(0, -2) : `${digits.slice(0, -2)}${decimal}${fraction}`;
}

/** Whole basis points of a factor: `120` is 12000, the price and a fifth. Null: it is none from 0 to `most`. */
export function readFactor(text: string, { decimal }: Separators, most = 1_000_000): number | null {
  const [whole = '', fraction = '', ...more] = text.trim().replace(/\s*%$/, '').split(decimal);
  if (more.length > 0 || !/^\d{1,5}$/.test(whole) || !/^\d{0,2}$/.test(fraction)) return null;
  const bps = Number(whole + fraction.padEnd(2, '0'));
  return bps > most ? null : bps;
}
