import { expect, test } from 'vitest';
import { deadlineOf, exactAnchor, lodgingAnchor } from './anchor.ts';
import type { Notice } from './policy.ts';

function lodging(arrival: string, referenceTime: string | null, timeZone: string) {
  const stay = { arrival: Temporal.PlainDate.from(arrival), checkInTime: '15:00', timeZone };
  return lodgingAnchor({ referenceTime }, stay);
}
const days = (count: number): Notice => ({ count, unit: 'days' });
const hours = (count: number): Notice => ({ count, unit: 'hours' });

test.each([
  ['the check-in time', '2027-07-10', null, 'Europe/Berlin', '2027-07-10T13:00:00Z'],
  ['the reference time of the policy', '2027-07-10', '18:00', 'Europe/Berlin', '2027-07-10T16:00:00Z'],
  ['a time that the clock leaves out', '2027-03-28', '02:30', 'Europe/Berlin', '2027-03-28T01:30:00Z'],
  ['a time that the clock has twice', '2027-10-31', '02:30', 'Europe/Berlin', '2027-10-31T00:30:00Z'],
  ['another zone', '2027-07-10', null, 'Pacific/Kiritimati', '2027-07-10T01:00:00Z'],
])('the anchor of a lodging stay is its arrival at %s', (_, arrival, referenceTime, zone, expected) => {
  expect(lodging(arrival, referenceTime, zone).at.toString()).toBe(expected);
});

const spring = lodging('2027-03-28', null, 'Europe/Berlin');

test.each([
  ['a day over the spring change', spring, days(1), '2027-03-27T14:00:00Z'],
  ['24 hours over the spring change', spring, hours(24), '2027-03-27T13:00:00Z'],
  [
    'a day over the autumn change',
    lodging('2027-10-31', null, 'Europe/Berlin'),
    days(1),
    '2027-10-30T13:00:00Z',
  ],
  [
    '24 hours over the autumn change',
    lodging('2027-10-31', null, 'Europe/Berlin'),
    hours(24),
    '2027-10-30T14:00:00Z',
  ],
  [
    'a day that ends at a time the clock leaves out: forward',
    lodging('2027-03-29', '02:30', 'Europe/Berlin'),
    days(1),
    '2027-03-28T01:30:00Z',
  ],
  [
    'a day that ends at a time the clock has twice: the earlier',
    lodging('2027-11-01', '02:30', 'Europe/Berlin'),
    days(1),
    '2027-10-31T00:30:00Z',
  ],
  [
    'a week, in New York',
    lodging('2027-03-17', '16:00', 'America/New_York'),
    days(7),
    '2027-03-10T21:00:00Z',
  ],
  [
    'two days before an exact start',
    exactAnchor(Temporal.Instant.from('2027-03-29T06:20:30Z'), 'Europe/Berlin'),
    days(2),
    '2027-03-27T07:20:30Z',
  ],
  [
    '6 hours before an exact start',
    exactAnchor(Temporal.Instant.from('2027-03-28T06:20:30Z'), 'Europe/Berlin'),
    hours(6),
    '2027-03-28T00:20:30Z',
  ],
])('the deadline of %s', (_, anchor, before, expected) => {
  expect(deadlineOf(anchor, before).toString()).toBe(expected);
});
