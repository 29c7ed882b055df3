import type { Amount } from '../api/records.ts';

/** Prices and dates as the language writes them; instants in the time zone of the property. */
export interface Formats {
  readonly price: (minorUnits: string, currency: string) => string;
  /** Without the fraction where it is zero. */
  readonly shortPrice: (minorUnits: string, currency: string) => string;
  readonly amount: (amount: Amount) => string;
  /** A local date, such as `Thu, 10 June 2027`. */
  readonly date: (date: string) => string;
  readonly month: (date: string) => string;
  readonly weekday: (date: string, style: 'short' | 'long') => string;
  readonly day: (date: string) => string;
  /** A date of an instant, in a time zone. */
  readonly dateOf: (instant: string, timeZone: string) => string;
  readonly dateTime: (instant: string, timeZone: string) => string;
  readonly time: (instant: string, timeZone: string) => string;
}

export function formatsOf(locale: string): Formats {
  const zoneless = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return (date: string) => format.format(Date.parse(date));
  };
  const long = zoneless({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' });
  const month = zoneless({ month: 'long', year: 'numeric' });
  const day = zoneless({ day: 'numeric' });
  const weekdays = { short: zoneless({ weekday: 'short' }), long: zoneless({ weekday: 'long' }) };
  const inZone = (instant: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, options).format(Date.parse(instant));
  const price = (minorUnits: string, currency: string) => formatPrice(locale, minorUnits, currency);
  return {
    price,
    shortPrice: (minorUnits, currency) =>
      formatPrice(locale, minorUnits, currency, { trailingZeroDisplay: 'stripIfInteger' }),
    amount: ({ amountMinorUnits, currency }) => price(amountMinorUnits, currency),
    date: long,
    month,
    day,
    weekday: (date, style) => weekdays[style](date),
    dateOf: (instant, timeZone) =>
      inZone(instant, { timeZone, weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' }),
    dateTime: (instant, timeZone) =>
      inZone(instant, {
        timeZone,
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
      }),
    time: (instant, timeZone) =>
      inZone(instant, { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }),
  };
}

/** Minor units are digits of a text, so that no amount is too large. */
function formatPrice(
  locale: string,
  minorUnits: string,
  currency: string,
  options: Intl.NumberFormatOptions = {},
): string {
  const format = new Intl.NumberFormat(locale, { ...options, style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const sign = minorUnits.startsWith('-') ? '-' : '';
  const padded = minorUnits.replace('-', '').padStart(digits + 1, '0');
  const whole = padded.slice(0, padded.length - digits);
  const fraction = digits === 0 ? '' : `.${padded.slice(-digits)}`;
  return format.format(`${sign}${whole}${fraction}` as Intl.StringNumericLiteral);
}
