import { expect, it } from 'vitest';
import { formatsOf } from './formats.ts';
import { addDays, dateIn, daysBetween, startOfDate } from './iso-days.ts';

it('dates have no comma after the weekday, whatever the version of ICU', () => {
  expect(formatsOf('en-GB').date('2027-06-10')).toBe('Thu 10 Jun 2027');
  expect(formatsOf('en-GB').time('2027-06-10T13:05:00Z', 'Europe/Berlin')).toBe('15:05');
});

it('prices follow the language, dates the region', () => {
  const formats = formatsOf('en-GB', 'en');
  expect(formats.price('500', 'USD')).toBe('$5.00');
  expect(formats.dateOf('2027-06-10T22:30:00Z', 'Europe/Berlin')).toBe('Fri 11 Jun 2027');
});

it('days cross months and zones', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(daysBetween('2027-03-27', '2027-03-29')).toBe(2);
  expect(dateIn('Pacific/Kiritimati', Date.parse('2027-06-10T12:00:00Z'))).toBe('2027-06-11');
});

it.each([
  ['2027-06-10', 'Europe/Berlin', '2027-06-09T22:00:00.000Z'],
  ['2027-03-28', 'Europe/Berlin', '2027-03-27T23:00:00.000Z'],
  ['2027-06-10', 'Pacific/Kiritimati', '2027-06-09T10:00:00.000Z'],
  ['2027-06-10', 'America/Los_Angeles', '2027-06-10T07:00:00.000Z'],
  // Its clocks went from 23:59 to 01:00.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
])('%s begins in %s at %s', (date, timeZone, instant) => {
  expect(startOfDate(date, timeZone)).toBe(instant);
});
