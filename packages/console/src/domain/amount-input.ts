import { fromDecimal, minorUnitExponent, toDecimal } from '@lodging/client';

export type AmountFault = 'empty' | 'not-a-number' | 'too-many-decimals' | 'not-positive';

export type ReadAmount =
  | { readonly ok: true; readonly minorUnits: bigint }
  | { readonly ok: false; readonly fault: AmountFault };

/** The sign before the decimals, and the one between thousands. */
export interface Separators {
  readonly decimal: string;
  readonly group: string;
}

export function separatorsOf(locale: string): Separators {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1_234_567.8);
  const find = (wanted: string, fallback: string): string =>
    parts.find(({ type }) => type === wanted)?.value ?? fallback;
  return { decimal: find('decimal', '.'), group: find('group', ',') };
}

/**
 * An amount as a person types it: `1.234,50` in German. A point or a comma that is followed by one or two digits alone
 * counts as the decimal sign of another language would: `12.50` in German is refused rather than read as 1250.
 */
export function readAmount(text: string, currency: string, { decimal, group }: Separators): ReadAmount {
  const typed = text.trim().replaceAll(/[\s\u00a0\u202f’']/g, '');
  if (typed === '') return { ok: false, fault: 'empty' };
  const [whole = '', fraction, ...more] = typed.split(decimal);
  const plainGroup = group.trim() === '' || /[\u00a0\u202f’']/.test(group) ? '' : group;
  const digits = wholeDigits(whole, plainGroup);
  if (digits === null || more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction)))
    return { ok: false, fault: 'not-a-number' };
  if ((fraction?.length ?? 0) > minorUnitExponent(currency)) return { ok: false, fault: 'too-many-decimals' };
  const minorUnits = fromDecimal(fraction === undefined ? digits : `${digits}.${fraction}`, currency);
  return minorUnits > 0n ? { ok: true, minorUnits } : { ok: false, fault: 'not-positive' };
}

/** Null where the signs between thousands do not stand between thousands. */
function wholeDigits(whole: string, group: string): string | null {
  if (/^\d+$/.test(whole)) return whole;
  if (group === '') return null;
  const parts = whole.split(group);
  const fits = parts.every((part, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(part));
  return fits ? parts.join('') : null;
}

/** As `readAmount` reads it again. */
export function writeAmount(minorUnits: string | bigint, currency: string, { decimal }: Separators): string {
  return toDecimal(minorUnits, currency).replace('.', decimal);
}
