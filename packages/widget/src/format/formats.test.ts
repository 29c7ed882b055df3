import { describe, expect, it } from 'vitest';
import { formatsOf } from './formats.ts';
import { firstWeekdayOf } from './property-clock.ts';
import { addDays, addMonths, dateIn, isDate, weekdayOf } from './iso-days.ts';

/** Spaces of all kinds are one. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('prices', () => {
  it.for([
    ['en', '20000', 'EUR', '€200.00'],
    ['de', '123456', 'EUR', '1.234,56 €'],
    ['fr', '5', 'EUR', '0,05 €'],
    ['en', '18000', 'JPY', '¥18,000'],
    ['en', '1234567', 'KWD', 'KWD 1,234.567'],
    ['en', '-990', 'EUR', '-€9.90'],
    ['en', '90071992547409931', 'EUR', '€900,719,925,474,099.31'],
  ] as const)('in %s: %s %s is %s', ([locale, minorUnits, currency, shown]) => {
    expect(plain(formatsOf(locale).price(minorUnits, currency))).toBe(shown);
  });

  it.for([
    ['en', '14500', 'EUR', '145', '€'],
    ['de', '10401', 'EUR', '105', '€'],
    ['de', '123450', 'CHF', '1.235', 'CHF'],
    ['en', '18000', 'JPY', '18,000', '¥'],
    ['en', '1234567', 'JPY', '1.24M', '¥'],
  ] as const)('in a cell are whole and never below the price, in %s: %s %s is %s', ([locale, ...price]) => {
    const [minorUnits, currency, shown, sign] = price;
    const formats = formatsOf(locale);
    expect([formats.cellPrice(minorUnits, currency), formats.sign(currency)]).toEqual([shown, sign]);
  });
});

describe('times', () => {
  it('are those of the property, whatever the zone of the guest', () => {
    const { dateOf, time } = formatsOf('en-GB');
    expect(dateOf('2027-06-10T22:30:00Z', 'Europe/Berlin')).toBe('Fri, 11 June 2027');
    expect(dateOf('2027-06-10T22:30:00Z', 'America/New_York')).toBe('Thu, 10 June 2027');
    expect(time('2027-06-10T13:00:00Z', 'Europe/Berlin')).toContain('15:00');
    expect(formatsOf('en-US').time('2027-06-10T13:00:00Z', 'Europe/Vienna')).toBe('15:00 GMT+2');
    expect(plain(formatsOf('en-US').clock('2027-06-10T13:00:00Z', 'America/New_York'))).toBe('9:00 AM');
    expect(dateIn('Pacific/Kiritimati', Date.parse('2027-06-10T12:00:00Z'))).toBe('2027-06-11');
  });
});

it('the week begins on the day of the property, and on that of the guest where the property says nothing', () => {
  const starts = [firstWeekdayOf('en-US', 'Europe/Vienna'), firstWeekdayOf('en-US', 'America/New_York')];
  expect([...starts, firstWeekdayOf('de', null)]).toEqual([1, 7, 1]);
});

describe('days', () => {
  it('cross months, years and leap days', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2027-12-31', 1)).toBe('2028-01-01');
    expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
    expect(addMonths('2027-01-15', -1)).toBe('2026-12-15');
    expect(weekdayOf('2027-06-10')).toBe(4);
    expect(weekdayOf('2027-06-13')).toBe(7);
  });

  it('that no calendar has are no dates', () => {
    expect(['2028-02-29', '2027-02-29', '2027-02-31', '2027-13-01', '1 May'].filter(isDate)).toEqual([
      '2028-02-29',
    ]);
  });
});
