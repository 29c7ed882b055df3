import { expect, test } from 'vitest';
import { readCalendar } from './read-calendar.ts';
import { airbnb, bookingCom, google, olderAirbnb, smoobu, vrbo } from '../../../test/sample-feeds.ts';
import * as elsewhere from '../../../test/more-sample-feeds.ts';
import { occupiedTime } from '../../domain/feeds/occupied-time.ts';

const now = Temporal.Instant.from('2026-11-20T12:00:00Z');
const resource = { kind: 'lodging', timezone: 'Europe/Berlin' } as const;

/** The nights that a feed blocks, by the key of the event. */
function nightsOf(feed: string): Record<string, string> {
  const read = readCalendar(new TextEncoder().encode(feed), now);
  if (!read.ok) {
    throw new Error(read.refusal.message);
  }
  const nights = read.value.events.map((event) => {
    const taken = occupiedTime(event, resource);
    return [event.key, taken === null ? 'nothing' : `${taken.from} – ${taken.to}`];
  });
  return Object.fromEntries(nights);
}

test('Airbnb: bookings and blocks, back to back', () => {
  expect(nightsOf(airbnb)).toEqual({
    '1418fb94e984-0123456789abcdef0123456789abcdef@airbnb.com': '2026-12-04 – 2026-12-07',
    '7f662ec65913-fedcba9876543210fedcba9876543210@airbnb.com': '2026-12-07 – 2026-12-08',
  });
});

test('Airbnb, older form', () => {
  expect(Object.values(nightsOf(olderAirbnb))).toEqual(['2026-12-04 – 2026-12-07']);
});

test('Booking.com: single nights and the long closed period', () => {
  expect(Object.values(nightsOf(bookingCom))).toEqual([
    '2026-12-10 – 2026-12-11',
    '2026-12-11 – 2026-12-12',
    '2027-10-01 – 2028-04-01',
  ]);
});

test('Vrbo: line feeds without carriage returns, and another language', () => {
  expect(nightsOf(vrbo)).toEqual({
    '6a4f0b9e-0f6e-4a7e-8a66-0d6a3a1d9a01': '2026-12-20 – 2026-12-27',
    '2027-01-02-2027-01-09': '2027-01-02 – 2027-01-09',
  });
});

test('Google: a series with an excluded and a moved instance', () => {
  expect(nightsOf(google)).toEqual({
    'weekends@google.com#2026-12-04T15:00:00Z': '2026-12-04 – 2026-12-06',
    'weekends@google.com#2026-12-18T15:00:00Z': '2026-12-19 – 2026-12-21',
    'weekends@google.com#2026-12-25T15:00:00Z': '2026-12-25 – 2026-12-27',
  });
});

test('Smoobu: the three events of a stay block its nights once', () => {
  expect(nightsOf(smoobu)).toEqual({
    '1-arrival@smoobu.com': 'nothing',
    '1-departure@smoobu.com': 'nothing',
    '1@smoobu.com': '2026-12-04 – 2026-12-07',
  });
});

test('Booking.com, older form: names of guests are not kept', () => {
  const nights = nightsOf(elsewhere.olderBookingCom);
  expect(Object.values(nights)).toEqual(['2026-12-10 – 2026-12-13']);
  const read = readCalendar(new TextEncoder().encode(elsewhere.olderBookingCom), now);
  expect(JSON.stringify(read)).not.toContain('Ada Example');
});

test('Vrbo: a tentative booking blocks its nights', () => {
  expect(Object.values(nightsOf(elsewhere.tentativeVrbo))).toEqual(['2026-12-20 – 2026-12-27']);
});

test('Google, free/busy only: each of the events with one UID blocks its nights', () => {
  expect(Object.values(nightsOf(elsewhere.googleFreeBusy))).toEqual([
    '2026-12-04 – 2026-12-06',
    '2026-12-11 – 2026-12-13',
    '2026-12-18 – 2026-12-20',
  ]);
});

test('Outlook: Windows time zones, and the zone of the resource for an unknown one', () => {
  expect(Object.values(nightsOf(elsewhere.outlook))).toEqual([
    '2026-12-04 – 2026-12-06',
    '2026-12-11 – 2026-12-13',
  ]);
});

test('Hostaway: a stay from an afternoon to a morning', () => {
  expect(nightsOf(elsewhere.hostaway)).toEqual({ '12345678-9@hostaway.com': '2026-12-04 – 2026-12-07' });
});

test('Guesty: back-to-back stays that differ by UID only', () => {
  expect(Object.values(nightsOf(elsewhere.guesty))).toEqual([
    '2026-12-04 – 2026-12-06',
    '2026-12-06 – 2026-12-08',
    '2026-12-08 – 2026-12-10',
  ]);
});

test('Agoda: bare dates without a UID have the same keys at each reading', () => {
  const nights = nightsOf(elsewhere.agoda);
  expect(Object.values(nights)).toEqual(['2026-12-04 – 2026-12-07', '2026-12-10 – 2026-12-11']);
  expect(nightsOf(elsewhere.agoda)).toEqual(nights);
});

test('Tripadvisor: a byte order mark and blank lines', () => {
  expect(Object.values(nightsOf(elsewhere.tripadvisor))).toEqual([
    '2026-12-04 – 2026-12-07',
    '2026-12-07 – 2026-12-08',
  ]);
});

test('Expedia: a cancelled booking blocks nothing', () => {
  expect(nightsOf(elsewhere.expedia)).toEqual({ '2@expedia.com': '2026-12-07 – 2026-12-09' });
});

test('Lodgify: times at midnight are whole days, with a zone and without', () => {
  expect(nightsOf(elsewhere.lodgify)).toEqual({
    'b1@lodgify.com': '2026-12-04 – 2026-12-07',
    'b2@lodgify.com': '2026-12-10 – 2026-12-12',
  });
});
