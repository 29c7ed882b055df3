import { readAmount } from '../amount-input.ts';
import type { AmountFault, Separators } from '../amount-input.ts';

/** What was typed over prices: an amount, or a change of what is there. */
export type PriceChange =
  | { readonly kind: 'set'; readonly minorUnits: bigint }
  | { readonly kind: 'add'; readonly minorUnits: bigint }
  | { readonly kind: 'percent'; readonly bps: bigint };

export type ReadPrice =
  | { readonly ok: true; readonly change: PriceChange }
  | { readonly ok: false; readonly fault: AmountFault };

const PERCENT = /^(\d{1,4})(?:[.,](\d{1,2}))?%$/;
const MINUS = /^[-−–]/;
const WHOLE_BPS = 10_000n;

/** `150`, `=150`, `+10%`, `-5`: what begins with a sign changes the price that is there. */
export function readPrice(text: string, currency: string, separators: Separators): ReadPrice {
  const typed = text.trim();
  const isLess = MINUS.test(typed);
  const isRelative = isLess || typed.startsWith('+');
  const rest = isRelative || typed.startsWith('=') ? typed.slice(1).trim() : typed;
  const percent = PERCENT.exec(rest.replaceAll(/\s/g, ''));
  const signed = (amount: bigint): bigint => (isLess ? -amount : amount);
  if (percent !== null) {
    if (!isRelative) return { ok: false, fault: 'not-a-number' };
    const [, whole = '0', fraction = ''] = percent;
    return { ok: true, change: { kind: 'percent', bps: signed(BigInt(whole + fraction.padEnd(2, '0'))) } };
  }
  const amount = readAmount(rest, currency, separators);
  if (!amount.ok) return amount;
  return isRelative
    ? { ok: true, change: { kind: 'add', minorUnits: signed(amount.minorUnits) } }
    : { ok: true, change: { kind: 'set', minorUnits: amount.minorUnits } };
}

/** Percentages round half up; no price is below zero. Null: there is no price that could be changed. */
export function changedPrice(change: PriceChange, current: bigint | null): bigint | null {
  if (change.kind === 'set') return change.minorUnits;
  if (current === null) return null;
  const next =
    change.kind === 'add'
      ? current + change.minorUnits
      : (current * (WHOLE_BPS + change.bps) + WHOLE_BPS / 2n) / WHOLE_BPS;
  return next < 0n ? 0n : next;
}
