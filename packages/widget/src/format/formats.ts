import type { Amount } from '../api/records.ts';

/** Prices and dates as the language writes them; instants in the time zone of the property. */
export interface Formats {
  price(minorUnits: string, currency: string): string;
  /** Without the fraction where it is zero. */
  shortPrice(minorUnits: string, currency: string): string;
  amount(amount: Amount): string;
  /** A local date, such as `Thu, 10 June 2027`. */
  date(date: string): string;
  shortDate(date: string): string;
  month(date: string): string;
  weekday(date: string, style: 'short' | 'long'): string;
  day(date: string): string;
  /** A date of an instant, in a time zone. */
  dateOf(instant: string, timeZone: string): string;
  dateTime(instant: string, timeZone: string): string;
  time(instant: string, timeZone: string): string;
}

export function formatsOf(locale: string): Formats {
  const zoneless = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return (date: string) => format.format(Date.parse(date));
  };
  const long = zoneless({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' });
  const short = zoneless({ weekday: 'short', day: 'numeric', month: 'short' });
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
    shortDate: short,
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
