import { localDate } from '@lodging/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber, localDaysIn } from './local-days.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'US/Pacific',
  'Asia/Kolkata',
  'Africa/Cairo',
  'Africa/Casablanca',
  'America/Sao_Paulo',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  '-03:30',
];
const instants = fc.integer({ min: epochOf('1950-01-01T00:00:00Z'), max: epochOf('2060-01-01T00:00:00Z') });

describe('a day number', () => {
  it('is the local date of the instant, in any order of calls', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), fc.array(instants, { maxLength: 20 }), (zone, times) => {
        const localDay = localDaysIn(zone);
        for (const instant of times) expect(localDay(instant)).toBe(calendarDay(instant, zone));
      }),
    );
  });

  it('is right at an offset change, and a millisecond before and after it', () => {
    for (const zone of ZONES) {
      for (const change of changesFrom(zone, '2005-01-01T00:00:00Z')) {
        for (const instant of [change, change - 1, change + 1]) {
          expect(localDaysIn(zone)(instant)).toBe(calendarDay(instant, zone));
          const localDay = localDaysIn(zone);
          localDay(change - 1);
          expect(localDay(instant)).toBe(calendarDay(instant, zone));
        }
      }
    }
  });

  it('skips the day that Samoa skipped', () => {
    const localDay = localDaysIn('Pacific/Apia');
    const leap = epochOf('2011-12-30T10:00:00Z');
    expect(localDay(leap) - localDay(leap - 1)).toBe(2);
  });
});

function epochOf(text: string): number {
  return Temporal.Instant.from(text).epochMilliseconds;
}

function calendarDay(instant: number, zone: string): number {
  return dayNumber(localDate(Temporal.Instant.fromEpochMilliseconds(instant), zone));
}

function changesFrom(zone: string, start: string): number[] {
  const changes: number[] = [];
  let at = Temporal.Instant.from(start).toZonedDateTimeISO(zone).getTimeZoneTransition('next');
  while (at !== null && changes.length < 20) {
    changes.push(at.epochMilliseconds);
    at = at.getTimeZoneTransition('next');
  }
  return changes;
}
