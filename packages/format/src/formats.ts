import { formatMoney } from '@lodging/client';

/** Prices and dates as the language writes them; instants in the time zone that is named. */
export interface Formats {
  readonly price: (minorUnits: string | bigint, currency: string) => string;
  /** A local date, such as `Thu 10 Jun 2027`. */
  readonly date: (date: string) => string;
  /** Without the year: `Thu 10 Jun`. */
  readonly shortDate: (date: string) => string;
  readonly month: (date: string) => string;
  readonly weekday: (date: string, style: 'short' | 'long') => string;
  readonly day: (date: string) => string;
  /** The date of an instant. */
  readonly dateOf: (instant: string, timeZone: string) => string;
  readonly shortDateOf: (instant: string, timeZone: string) => string;
  readonly dateTime: (instant: string, timeZone: string) => string;
  /** `15:00`, as clocks of front desks show it. */
  readonly time: (instant: string, timeZone: string) => string;
  readonly number: (value: number) => string;
  /** 8250 basis points are `82.5 %`. */
  readonly percent: (bps: number) => string;
}

type Options = Intl.DateTimeFormatOptions;

const SHORT: Options = { weekday: 'short', day: 'numeric', month: 'short' };
const DATE: Options = { ...SHORT, year: 'numeric' };
const TIME: Options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

/** `money` is the language of prices, where the region of dates has other signs of currencies. */
export function formatsOf(locale: string, money: string = locale): Formats {
  const made = new Map<string, Intl.DateTimeFormat>();
  const write = (ms: number, options: Options): string => {
    const key = JSON.stringify(options);
    const format = made.get(key) ?? new Intl.DateTimeFormat(locale, options);
    made.set(key, format);
    return withoutComma(format, ms);
  };
  const local = (options: Options) => (date: string) =>
    write(Date.parse(date), { ...options, timeZone: 'UTC' });
  const zoned = (options: Options) => (instant: string, timeZone: string) =>
    write(Date.parse(instant), { ...options, timeZone });
  const weekdays = { short: local({ weekday: 'short' }), long: local({ weekday: 'long' }) };
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const number = new Intl.NumberFormat(locale);
  return {
    price: (minorUnits, currency) => formatMoney(minorUnits, currency, money),
    date: local(DATE),
    shortDate: local(SHORT),
    month: local({ month: 'long', year: 'numeric' }),
    weekday: (date, style) => weekdays[style](date),
    day: local({ day: 'numeric' }),
    dateOf: zoned(DATE),
    shortDateOf: zoned(SHORT),
    dateTime: zoned({ ...DATE, ...TIME }),
    time: zoned(TIME),
    number: (value) => number.format(value),
    percent: (bps) => percent.format(bps / 10_000),
  };
}

/** `Thu 10 Jun 2027`: versions of ICU differ in the comma after the weekday. */
function withoutComma(format: Intl.DateTimeFormat, ms: number): string {
  return format
    .formatToParts(ms)
    .map(({ type, value }) => (type === 'literal' && value === ', ' ? ' ' : value))
    .join('');
}
