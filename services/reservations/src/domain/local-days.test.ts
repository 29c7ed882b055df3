// Guards that dates by number are the dates of the calendar, through every change of the clocks.
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
const moments = fc.integer({ min: momentOf('1950-01-01T00:00:00Z'), max: momentOf('2060-01-01T00:00:00Z') });

describe('a date by number', () => {
  it('is the local date of the moment, in whatever order moments are asked for', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), fc.array(moments, { maxLength: 20 }), (zone, asked) => {
        const localDay = localDaysIn(zone);
        for (const moment of asked) expect(localDay(moment)).toBe(bookDay(moment, zone));
      }),
    );
  });

  it('is right on the very moment when the clocks change, and just beside it', () => {
    for (const zone of ZONES) {
      for (const change of changesFrom(zone, '2005-01-01T00:00:00Z')) {
        for (const moment of [change, change - 1, change + 1]) {
          expect(localDaysIn(zone)(moment)).toBe(bookDay(moment, zone));
          const asked = localDaysIn(zone);
          asked(change - 1);
          expect(asked(moment)).toBe(bookDay(moment, zone));
        }
      }
    }
  });

  it('skips the day that Samoa skipped', () => {
    const localDay = localDaysIn('Pacific/Apia');
    const leap = momentOf('2011-12-30T10:00:00Z');
    expect(localDay(leap) - localDay(leap - 1)).toBe(2);
  });
});

function momentOf(text: string): number {
  return Temporal.Instant.from(text).epochMilliseconds;
}

function bookDay(moment: number, zone: string): number {
  return dayNumber(localDate(Temporal.Instant.fromEpochMilliseconds(moment), zone));
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
