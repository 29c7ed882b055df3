import { localDate } from '@lodging/kernel';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOnDate } from './restrictions.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Africa/Cairo',
  'America/Sao_Paulo',
  'Asia/Beirut',
  'Pacific/Kiritimati',
];
const anyDate = fc
  .integer({ min: 0, max: 9_000 })
  .map((days) => Temporal.PlainDate.from('2015-01-01').add({ days }).toString());

test('a date becomes an instant that falls on it, also where the clocks skip its midnight', () => {
  fc.assert(
    fc.property(anyDate, fc.constantFrom(...ZONES), (date, zone) => {
      expect(localDate(instantOnDate(date, null, zone), zone).toString()).toBe(date);
    }),
    {
      numRuns: 1_000,
      examples: [
        ['2015-10-18', 'America/Sao_Paulo'],
        ['2027-04-30', 'Africa/Cairo'],
      ],
    },
  );
});

test('the requested instant is kept as long as it falls on the same date', () => {
  const requested = Temporal.Instant.from('2027-06-01T22:30:00Z');
  expect(instantOnDate('2027-06-02', requested, 'Europe/Berlin')).toBe(requested);
  expect(`${instantOnDate('2027-06-02', requested, 'UTC')}`).toBe('2027-06-02T00:00:00Z');
});
