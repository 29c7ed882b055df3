import type { Amount } from '../api/records.ts';
import { isEuropean } from './property-clock.ts';
import { stayValue } from './stay-value.ts';

/** Prices and dates as the language writes them; instants in the time zone of the property. */
export interface Formats {
  readonly price: (minorUnits: string, currency: string) => string;
  /** For the cell of a calendar: a whole number, never below the price, and no sign of the currency. */
  readonly cellPrice: (minorUnits: string, currency: string) => string;
  /** The sign of a currency, or its code. */
  readonly sign: (currency: string) => string;
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
  /** Where the zone is clear: at the property itself. */
  readonly clock: (instant: string, timeZone: string) => string;
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
  const inZone = (instant: string, options: Intl.DateTimeFormatOptions & { timeZone: string }) =>
    new Intl.DateTimeFormat(locale, { ...options, ...hoursOf(options) }).format(Date.parse(instant));
  const price = (minorUnits: string, currency: string) => formatPrice(locale, minorUnits, currency);
  return {
    price,
    cellPrice: (minorUnits, currency) => cellPrice(locale, minorUnits, currency),
    sign: (currency) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency })
        .formatToParts(0)
        .find(({ type }) => type === 'currency')?.value ?? currency,
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
    clock: (instant, timeZone) => inZone(instant, { timeZone, hour: 'numeric', minute: '2-digit' }),
  };
}

/** Guests read the clock of the property: `15:00` in Berlin, in English too. */
function hoursOf({ timeZone, hour }: Intl.DateTimeFormatOptions): Intl.DateTimeFormatOptions {
  return hour !== undefined && isEuropean(timeZone ?? '') ? { hourCycle: 'h23' } : {};
}

/** From here on a cell has no place for each digit. */
const SHORTENED_FROM = 100_000;

function cellPrice(locale: string, minorUnits: string, currency: string): string {
  const amount = stayValue(minorUnits, currency);
  const whole = { maximumFractionDigits: 0, roundingMode: 'ceil' } as const;
  const short = { notation: 'compact', maximumSignificantDigits: 3, roundingMode: 'ceil' } as const;
  return new Intl.NumberFormat(locale, amount < SHORTENED_FROM ? whole : short).format(amount);
}

/** Minor units are digits of a text, so that no amount is too large. */
function formatPrice(locale: string, minorUnits: string, currency: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const sign = minorUnits.startsWith('-') ? '-' : '';
  const padded = minorUnits.replace('-', '').padStart(digits + 1, '0');
  const whole = padded.slice(0, padded.length - digits);
  const fraction = digits === 0 ? '' : `.${padded.slice(-digits)}`;
  return format.format(`${sign}${whole}${fraction}` as Intl.StringNumericLiteral);
}
