// Guards that the dates of a restriction survive being written as date-times and put again, in every zone.
import { localDate } from '@lodging/kernel';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { momentOnDate } from './restrict-plans.ts';

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

test('a date is written as a moment that falls on it, though its midnight may be missing', () => {
  fc.assert(
    fc.property(anyDate, fc.constantFrom(...ZONES), (date, zone) => {
      expect(localDate(momentOnDate(date, null, zone), zone).toString()).toBe(date);
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

test('the moment it was put with is kept as long as it means the same date', () => {
  const putAt = Temporal.Instant.from('2027-06-01T22:30:00Z');
  expect(momentOnDate('2027-06-02', putAt, 'Europe/Berlin')).toBe(putAt);
  expect(`${momentOnDate('2027-06-02', putAt, 'UTC')}`).toBe('2027-06-02T00:00:00Z');
});
