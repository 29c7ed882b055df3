import { minorUnitExponent } from '@lodging/kernel';
import { primarySubtag } from './mail-kind.ts';
import type { MailLanguage } from './mail-kind.ts';

export interface Formats {
  readonly amount: (minorUnits: bigint, currency: string) => string;
  /** With the day of the week. */
  readonly date: (at: Temporal.Instant) => string;
  readonly shortDate: (at: Temporal.Instant) => string;
  readonly time: (at: Temporal.Instant) => string;
  readonly dateTime: (at: Temporal.Instant) => string;
}

/** The guest's own region where the language is the same. */
export function localeOf(language: MailLanguage, guestLanguage: string | null): string {
  const own = language === 'en' ? 'en-GB' : language;
  if (guestLanguage === null || guestLanguage === language || primarySubtag(guestLanguage) !== language)
    return own;
  try {
    return Intl.getCanonicalLocales(guestLanguage)[0] ?? own;
  } catch {
    return own;
  }
}

export function formatsOf(locale: string, timeZone: string): Formats {
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    return (at: Temporal.Instant) => plainSpaces(format.format(at.epochMilliseconds));
  };
  return {
    amount: (minorUnits, currency) => amountText(locale, minorUnits, currency),
    date: dates({ dateStyle: 'full' }),
    shortDate: dates({ dateStyle: 'long' }),
    time: dates({ timeStyle: 'short' }),
    dateTime: dates({ dateStyle: 'long', timeStyle: 'short' }),
  };
}

function amountText(locale: string, minorUnits: bigint, currency: string): string {
  const digits = minorUnitExponent(currency);
  const options = {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  };
  const format = new Intl.NumberFormat(locale, options as Intl.NumberFormatOptions);
  return plainSpaces(format.format(decimalOf(minorUnits, digits)));
}

/** As text: a number would lose digits. */
function decimalOf(minorUnits: bigint, digits: number): `${number}` {
  const sign = minorUnits < 0n ? '-' : '';
  const text = (minorUnits < 0n ? -minorUnits : minorUnits).toString().padStart(digits + 1, '0');
  const cut = text.length - digits;
  return `${sign}${text.slice(0, cut)}${digits === 0 ? '' : `.${text.slice(cut)}`}` as `${number}`;
}

/** `Intl` puts narrow spaces into times, which some mail programs show as a box. */
function plainSpaces(text: string): string {
  return text.replaceAll('\u202F', '\u00A0');
}
