import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { checkRule } from '../../domain/ical/check-rule.ts';
import { calendarOf } from '../../../test/sample-feeds.ts';
import { expandRule } from './expand-rule.ts';
import { readCalendar } from './read-calendar.ts';

/** ical.js walks hundreds of years of days. */
const TIMEOUT_MS = 60_000;
const from = Temporal.PlainDate.from('2026-10-21');
const to = Temporal.PlainDate.from('2028-11-19');

/** Undefined where the rule is refused. */
function expanded(text: string, start: string): string[] | undefined {
  const moment = { dateOnly: false, local: Temporal.PlainDateTime.from(start), zone: null };
  const rule = checkRule(text, moment);
  if (rule === undefined) {
    return undefined;
  }
  const event = { uid: null, blocksNothing: false, replaces: null, alsoOn: [], exceptOn: [] };
  return expandRule({ ...event, rule, start: moment, end: moment }, rule, { from, to })
    .map((each) => each.toString())
    .filter((each) => each >= `${from}` && each < `${to}`);
}

/** ical.js does not count a first start that the rule does not name. */
function expandedByIcalJs(text: string, start: string): string[] {
  const iterator = ICAL.Recur.fromString(text).iterator(ICAL.Time.fromDateTimeString(start));
  const starts: string[] = [];
  for (let next = iterator.next(); next && next.toString() < `${to}`; next = iterator.next()) {
    starts.push(next.toString());
  }
  return starts.filter((each) => each >= `${from}`);
}

const some = <T>(values: T[], max: number): fc.Arbitrary<T[]> =>
  fc.subarray(values, { minLength: 1, maxLength: max });
const list = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index).join(',');
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const maybe = (name: string, list: fc.Arbitrary<unknown[]>): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant(''),
    list.map((values) => `;${name}=${values.join(',')}`),
  );
const months = maybe('BYMONTH', some([1, 2, 3, 6, 10, 12], 3));
const monthDays = maybe('BYMONTHDAY', some([1, 2, 15, 28, 29, 31], 3));
const shape = fc.oneof(
  fc.tuple(fc.constant('DAILY'), months),
  fc.tuple(fc.constant('WEEKLY'), maybe('BYDAY', some(weekdays, 4))),
  fc.tuple(fc.constant('MONTHLY'), monthDays),
  fc.tuple(fc.constant('MONTHLY'), maybe('BYDAY', some(['1MO', '2TU', '3SA', '-1SU', 'FR'], 3))),
  // ical.js rolls over in other yearly rules, and forgets BYMONTHDAY without BYMONTH.
  fc.tuple(fc.constant('YEARLY;BYMONTH=2,11'), maybe('BYMONTHDAY', some([1, 2, 15, 28], 3))),
);

test(
  'series have the same starts as in ical.js',
  () => {
    const tail = fc.oneof(fc.constant(''), fc.constant(';COUNT=60'), fc.constant(';UNTIL=20280101T000000'));
    fc.assert(
      fc.property(shape, fc.integer({ min: 1, max: 4 }), tail, ([frequency, ...lists], interval, end) => {
        const text = `FREQ=${frequency};INTERVAL=${interval}${lists.join('')}`;
        const [start = ''] = expandedByIcalJs(text, '2026-11-04T16:00:00');
        fc.pre(start !== '' && start < '2028');
        expect(expanded(text + end, start)).toEqual(expandedByIcalJs(text + end, start));
      }),
      { numRuns: 300 },
    );
  },
  TIMEOUT_MS,
);

test.each([
  [
    'the last weekday of a month',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3',
    ['2026-11-30', '2026-12-31', '2027-01-29'],
  ],
  [
    'the thirty-first of the months that have one',
    'FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3',
    ['2026-11-30', '2026-12-31', '2027-01-31'],
  ],
  ['the hundredth day of a year', 'FREQ=YEARLY;BYYEARDAY=100;COUNT=2', ['2026-11-30', '2027-04-10']],
  ['the twentieth week of a year', 'FREQ=YEARLY;BYWEEKNO=20;COUNT=2', ['2026-11-30', '2027-05-17']],
  ['the first Sunday of a year', 'FREQ=YEARLY;BYDAY=1SU;COUNT=2', ['2026-11-30', '2027-01-03']],
  ['a day of every month', 'FREQ=YEARLY;BYMONTHDAY=4;COUNT=3', ['2026-11-30', '2026-12-04', '2027-01-04']],
  ['a day that does not exist', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', ['2026-11-30']],
])('%s', (_, text, dates) => {
  expect(expanded(text, '2026-11-30T16:00:00')).toEqual(dates.map((day) => `${day}T16:00:00`));
});

test.each([
  'FREQ=HOURLY',
  'FREQ=DAILY;INTERVAL=0',
  'FREQ=DAILY;INTERVAL=99999999999',
  'FREQ=DAILY;COUNT=0',
  'FREQ=DAILY;BYMONTH=13',
  'FREQ=DAILY;UNTIL=20271399',
  'FREQ=MONTHLY;BYMONTHDAY=0',
  `FREQ=YEARLY;BYYEARDAY=${'1,'.repeat(99)}1`,
  `FREQ=DAILY;BYHOUR=1,2,3,4,5;BYMINUTE=1,2,3,4,5`,
])('%s is refused', (text) => {
  expect(expanded(text, '2026-11-30T16:00:00')).toBeUndefined();
});

test('a yearly rule of weeks keeps the weekday of its first start', () => {
  const starts = expanded('FREQ=YEARLY;BYWEEKNO=16,29,43', '2002-01-05T00:00:00') ?? [];
  expect(starts).toEqual(
    ['2026-10-24', '2027-04-24', '2027-07-24', '2027-10-30', '2028-04-22', '2028-07-22', '2028-10-28'].map(
      (day) => `${day}T00:00:00`,
    ),
  );
});

test.each([
  ['since 1900', 'FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=1;COUNT=100000'],
  ['that has no instance', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=9'],
  [
    'with every hour, and positions among them',
    `FREQ=YEARLY;COUNT=99999;BYHOUR=${list(0, 23)};BYSETPOS=${list(300, 361)};BYDAY=MO,TU,WE,TH,FR,SA,SU`,
  ],
  ['with more periods than node-ical walks', 'FREQ=DAILY;COUNT=999999;BYMONTH=2;BYMONTHDAY=29,-31'],
])('a rule %s is read or left out in bounded time, and costs no other event', (_, rule) => {
  const expensive = ['UID:expensive', 'DTSTART:19000101T000000', 'DURATION:PT1H', `RRULE:${rule}`];
  const good = ['UID:good', 'DTSTART;VALUE=DATE:20261204'];
  const before = process.threadCpuUsage();
  const read = readCalendar(
    Buffer.from(calendarOf(expensive, good)),
    Temporal.Instant.from('2026-11-20T12:00:00Z'),
  );
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(5_000);
  expect(read.ok && read.value.events.map(({ uid }) => uid)).toContain('good');
});
