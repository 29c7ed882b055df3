import { readEnd } from './moment.ts';
import type { Moment } from './moment.ts';

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
/** `nth` counts within the month or the year, from the end where negative; 0 is every one. */
export interface Weekday {
  readonly weekday: number;
  readonly nth: number;
}
export interface Rule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number;
  /** The last local start. */
  readonly until: Temporal.PlainDateTime | null;
  readonly weekStart: number;
  readonly byMonth: readonly number[];
  readonly byMonthDay: readonly number[];
  readonly byYearDay: readonly number[];
  readonly byWeek: readonly number[];
  readonly byWeekday: readonly Weekday[];
  readonly byPosition: readonly number[];
  readonly times: readonly Temporal.PlainTime[];
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const FREQUENCIES: readonly string[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];
const LONGEST_LIST = 62;
const MOST_TIMES_A_DAY = 24;
const WIDEST_INTERVAL = 10_000;

export function readRule(text: string, start: Moment): Rule | undefined {
  const parts = new Map<string, string>();
  for (const part of text
    .toUpperCase()
    .split(';')
    .filter((each) => each.trim() !== '')) {
    const [name = '', value = ''] = part.split('=', 2);
    parts.set(name.trim(), value.trim());
  }
  const frequency = parts.get('FREQ') ?? '';
  const interval = whole(parts.get('INTERVAL') ?? '1', 1, WIDEST_INTERVAL);
  const count = parts.has('COUNT') ? whole(parts.get('COUNT') ?? '', 1, Number.MAX_SAFE_INTEGER) : Infinity;
  const until = parts.has('UNTIL') ? untilOf(parts.get('UNTIL') ?? '', start) : null;
  const weekStart = WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO') + 1;
  const list = (name: string, from: number, to: number): number[] | undefined =>
    listOf(parts.get(name), from, to);
  const byMonth = list('BYMONTH', 1, 12);
  const byMonthDay = list('BYMONTHDAY', -31, 31);
  const byYearDay = list('BYYEARDAY', -366, 366);
  const byWeek = list('BYWEEKNO', 1, 53);
  const byPosition = list('BYSETPOS', -366, 366);
  const byWeekday = weekdaysOf(parts.get('BYDAY'));
  const times = timesOf(list('BYHOUR', 0, 23), list('BYMINUTE', 0, 59), list('BYSECOND', 0, 59), start);
  if (!isFrequency(frequency) || !interval || !count || until === undefined || weekStart === 0 || !times) {
    return undefined;
  }
  if (!byMonth || !byMonthDay || !byYearDay || !byWeek || !byPosition || !byWeekday) {
    return undefined;
  }
  if (frequency !== 'YEARLY' && byYearDay.length + byWeek.length > 0) {
    return undefined;
  }
  return {
    frequency,
    interval,
    count,
    until,
    weekStart,
    byMonth,
    byMonthDay,
    byYearDay,
    byWeek,
    byWeekday,
    byPosition,
    times,
  };
}

function isFrequency(name: string): name is Frequency {
  return FREQUENCIES.includes(name);
}

function whole(text: string, from: number, to: number): number | undefined {
  const value = /^[+-]?\d{1,15}$/.test(text) ? Number(text) : NaN;
  return value >= from && value <= to ? value : undefined;
}

function listOf(text: string | undefined, from: number, to: number): number[] | undefined {
  if (text === undefined) {
    return [];
  }
  const values = text.split(',', LONGEST_LIST + 1).map((each) => whole(each.trim(), from, to));
  const understood = values.filter((value) => value !== undefined);
  const isFine =
    understood.length === values.length &&
    values.length <= LONGEST_LIST &&
    (from >= 0 || !values.includes(0));
  return isFine ? [...new Set(understood)] : undefined;
}

function weekdaysOf(text: string | undefined): Weekday[] | undefined {
  if (text === undefined) {
    return [];
  }
  const days = text.split(',', LONGEST_LIST + 1).map((each) => {
    const match = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(each.trim());
    return match ? { nth: Number(match[1] ?? 0), weekday: WEEKDAYS.indexOf(match[2] ?? '') + 1 } : undefined;
  });
  const understood = days.filter((day) => day !== undefined);
  return understood.length === days.length && days.length <= LONGEST_LIST ? understood : undefined;
}

function timesOf(
  hours: number[] | undefined,
  minutes: number[] | undefined,
  seconds: number[] | undefined,
  start: Moment,
): Temporal.PlainTime[] | undefined {
  if (!hours || !minutes || !seconds) {
    return undefined;
  }
  const own = start.local.toPlainTime();
  if (start.dateOnly || hours.length + minutes.length + seconds.length === 0) {
    return [own];
  }
  const or = (list: number[], value: number): number[] => (list.length === 0 ? [value] : list);
  const all = {
    hours: or(hours, own.hour),
    minutes: or(minutes, own.minute),
    seconds: or(seconds, own.second),
  };
  if (all.hours.length * all.minutes.length * all.seconds.length > MOST_TIMES_A_DAY) {
    return undefined;
  }
  const times = all.hours.flatMap((hour) =>
    all.minutes.flatMap((minute) =>
      all.seconds.map((second) => Temporal.PlainTime.from({ hour, minute, second })),
    ),
  );
  return times.toSorted((one, other) => Temporal.PlainTime.compare(one, other));
}

/** In the start's own zone, to be compared with local starts; a date means all of its day. */
function untilOf(text: string, start: Moment): Temporal.PlainDateTime | undefined {
  const until = readEnd(text, new Map());
  if (until === undefined) {
    return undefined;
  }
  if (until.dateOnly) {
    return until.local.add({ hours: 23, minutes: 59, seconds: 59 });
  }
  if (start.dateOnly) {
    return until.local.withPlainTime('23:59:59');
  }
  return until.zone === null || start.zone === null
    ? until.local
    : until.local.toZonedDateTime(until.zone).withTimeZone(start.zone).toPlainDateTime();
}
