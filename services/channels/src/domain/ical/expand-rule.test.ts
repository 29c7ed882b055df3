import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { expandRule } from './expand-rule.ts';
import { readRule } from './read-rule.ts';

/** Hundreds of years of days are walked twice, on machines that may have much else to do. */
const TIMEOUT_MS = 60_000;
const from = Temporal.PlainDate.from('2026-10-21');
const to = Temporal.PlainDate.from('2028-11-19');

function ours(text: string, start: string): string[] | undefined {
  const local = Temporal.PlainDateTime.from(start);
  const rule = readRule(text, { dateOnly: false, local, zone: null });
  if (rule === undefined) {
    return undefined;
  }
  return [...expandRule(rule, local, { from, to }, { days: 1_000_000 })]
    .map((each) => each.toString())
    .filter((each) => each >= `${from}` && each < `${to}`);
}

/** Another library's idea of the same rule. It does not count a first start that the rule does not mean. */
function theirs(text: string, start: string): string[] {
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
  // Of years the other library knows only simple ones: it rolls over, and forgets BYMONTHDAY without BYMONTH.
  fc.tuple(fc.constant('YEARLY;BYMONTH=2,11'), maybe('BYMONTHDAY', some([1, 2, 15, 28], 3))),
);

test(
  'our series are those that another library reads in the same rule',
  () => {
    const tail = fc.oneof(fc.constant(''), fc.constant(';COUNT=60'), fc.constant(';UNTIL=20280101T000000'));
    fc.assert(
      fc.property(shape, fc.integer({ min: 1, max: 4 }), tail, ([frequency, ...lists], interval, end) => {
        const text = `FREQ=${frequency};INTERVAL=${interval}${lists.join('')}`;
        const [start = ''] = theirs(text, '2026-11-04T16:00:00');
        fc.pre(start !== '' && start < '2028');
        expect(ours(text + end, start)).toEqual(theirs(text + end, start));
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
    'the thirty-first, where there is one',
    'FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3',
    ['2026-11-30', '2026-12-31', '2027-01-31'],
  ],
  ['the hundredth day of a year', 'FREQ=YEARLY;BYYEARDAY=100;COUNT=2', ['2026-11-30', '2027-04-10']],
  ['the twentieth week of a year', 'FREQ=YEARLY;BYWEEKNO=20;COUNT=2', ['2026-11-30', '2027-05-17']],
  ['the first Sunday of a year', 'FREQ=YEARLY;BYDAY=1SU;COUNT=2', ['2026-11-30', '2027-01-03']],
  ['a day of every month', 'FREQ=YEARLY;BYMONTHDAY=4;COUNT=3', ['2026-11-30', '2026-12-04', '2027-01-04']],
  ['a day that never comes', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', ['2026-11-30']],
])('%s', (_, text, dates) => {
  expect(ours(text, '2026-11-30T16:00:00')).toEqual(dates.map((day) => `${day}T16:00:00`));
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
])('%s is no rule to follow', (text) => {
  expect(ours(text, '2026-11-30T16:00:00')).toBeUndefined();
});

test.each([
  ['as old as can be', 'FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=1;COUNT=100000', 47_000],
  ['that never comes', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=9', 47_000],
  [
    'with every hour, and positions among them',
    `FREQ=YEARLY;COUNT=99999;BYHOUR=${list(0, 23)};BYSETPOS=${list(300, 361)};BYDAY=MO,TU,WE,TH,FR,SA,SU`,
    100_000,
  ],
])(
  'a rule %s is charged for all that it makes us look at, and ends with what it may cost',
  (_, text, least) => {
    const budget = { days: 100_000 };
    const first = Temporal.PlainDateTime.from('1900-01-01T00:00:00');
    const rule = readRule(text, { dateOnly: false, local: first, zone: null });
    if (rule === undefined) throw new Error('no rule');
    Array.from(expandRule(rule, first, { from, to }, budget));
    const spent = 100_000 - budget.days;
    expect(spent).toBeGreaterThanOrEqual(least);
    expect(spent).toBeLessThanOrEqual(100_000 + 24 * 366);
  },
);
