import { localIn, readEnd, utcText } from './moment.ts';
import type { Moment } from './moment.ts';

const FREQUENCIES = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const BYDAY = /^(?:[+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/;
/** The parts that hold whole numbers, and what these may be. */
const RANGES: Readonly<Record<string, readonly [from: number, to: number]>> = {
  BYMONTH: [1, 12],
  BYMONTHDAY: [-31, 31],
  BYYEARDAY: [-366, 366],
  BYWEEKNO: [1, 53],
  BYSETPOS: [-366, 366],
  BYHOUR: [0, 23],
  BYMINUTE: [0, 59],
  BYSECOND: [0, 59],
};
const TIMES = ['BYHOUR', 'BYMINUTE', 'BYSECOND'];
const MAX_LIST_LENGTH = 62;
const MAX_TIMES_A_DAY = 24;
const MAX_INTERVAL = 10_000;

/**
 * A recurrence rule (RFC 5545 §3.3.10) as node-ical is to read it: every part known, within its range and of bounded length, so
 * that a rule of a few hundred bytes cannot ask for a day of 86,400 starts. UNTIL is the last start by the wall clock of `start`,
 * written as UTC. Undefined where the rule is not of this kind.
 */
export function checkRule(text: string, start: Moment): string | undefined {
  const given = partsOf(text);
  const frequency = given.get('FREQ') ?? '';
  if (!FREQUENCIES.has(frequency)) return undefined;
  const checked = new Map<string, string | undefined>([['FREQ', frequency]]);
  const check = (name: string, read: (value: string) => string | undefined): void => {
    const value = given.get(name);
    if (value !== undefined) checked.set(name, read(value));
  };
  check('INTERVAL', (value) => numberIn(value, 1, MAX_INTERVAL));
  check('COUNT', (value) => numberIn(value, 1, Number.MAX_SAFE_INTEGER));
  check('UNTIL', (value) => lastStart(value, start));
  check('WKST', (value) => (WEEKDAYS.includes(value) ? value : undefined));
  check('BYDAY', (value) => weekdays(value, frequency));
  for (const [name, [from, to]] of Object.entries(RANGES)) check(name, (value) => numbers(value, from, to));
  if (start.dateOnly) TIMES.forEach((name) => checked.delete(name));
  return isBounded(checked, frequency) ? written(checked, start) : undefined;
}

function partsOf(text: string): Map<string, string> {
  const parts = text.toUpperCase().split(';');
  return new Map(
    parts.map((part): [string, string] => {
      const [name = '', value = ''] = part.split('=', 2);
      return [name.trim(), value.trim()];
    }),
  );
}

function isBounded(parts: ReadonlyMap<string, string | undefined>, frequency: string): boolean {
  if ([...parts.values()].includes(undefined)) return false;
  if (frequency !== 'YEARLY' && (parts.has('BYYEARDAY') || parts.has('BYWEEKNO'))) return false;
  const timesADay = TIMES.map((name) => parts.get(name)?.split(',').length ?? 1);
  return timesADay.reduce((product, length) => product * length) <= MAX_TIMES_A_DAY;
}

function written(parts: ReadonlyMap<string, string | undefined>, start: Moment): string {
  const rule = [...parts].map(([name, value]) => `${name}=${value}`).join(';');
  const weekdayIsOpen = ['BYDAY', 'BYMONTHDAY', 'BYYEARDAY'].every((name) => !parts.has(name));
  // RFC 5545 §3.3.10 takes the weekday from DTSTART here; node-ical's expansion takes another one in some years.
  return parts.has('BYWEEKNO') && weekdayIsOpen
    ? `${rule};BYDAY=${WEEKDAYS[start.local.dayOfWeek - 1]}`
    : rule;
}

function numberIn(text: string, from: number, to: number): string | undefined {
  const value = /^[+-]?\d{1,15}$/.test(text) ? Number(text) : NaN;
  return value >= from && value <= to && (value !== 0 || from === 0) ? `${value}` : undefined;
}

function numbers(text: string, from: number, to: number): string | undefined {
  return listOf(text, (value) => numberIn(value, from, to));
}

/** Which one of a month or year (`-1SU`) is meant in monthly and yearly rules only. */
function weekdays(text: string, frequency: string): string | undefined {
  const isCounted = frequency === 'MONTHLY' || frequency === 'YEARLY';
  return listOf(text, (value) => {
    const weekday = BYDAY.exec(value)?.[1];
    return isCounted && weekday !== undefined ? value.replace(/^\+|^-?0+(?=[A-Z])/, '') : weekday;
  });
}

function listOf(text: string, read: (value: string) => string | undefined): string | undefined {
  const values = text.split(',', MAX_LIST_LENGTH + 1).map((value) => read(value.trim()));
  return values.length > MAX_LIST_LENGTH || values.includes(undefined)
    ? undefined
    : [...new Set(values)].join(',');
}

function lastStart(value: string, start: Moment): string | undefined {
  const until = readEnd({ name: 'UNTIL', params: new Map(), value }, () => null);
  if (until === undefined) return undefined;
  // A date means all of it, and so does a time in the rule of a date.
  const local =
    until.dateOnly || start.dateOnly ? until.local.withPlainTime('23:59:59') : localIn(until, start);
  return utcText(local);
}
