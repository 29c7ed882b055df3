import { expect, test } from 'vitest';
import { readCalendar } from './read-calendar.ts';
import { airbnb, bookingCom, google, olderAirbnb, smoobu, vrbo } from '../../../test/feeds.ts';
import * as elsewhere from '../../../test/feeds-elsewhere.ts';
import { occupiedTime } from '../../domain/occupied-time.ts';

const now = Temporal.Instant.from('2026-11-20T12:00:00Z');
const house = { kind: 'lodging', timezone: 'Europe/Berlin' } as const;

/** The nights a feed takes from a house, by the event. */
function nightsOf(feed: string): Record<string, string> {
  const read = readCalendar(new TextEncoder().encode(feed), now);
  if (!read.ok) {
    throw new Error(read.refusal.message);
  }
  const nights = read.value.events.map((event) => {
    const taken = occupiedTime(event, house);
    return [event.key, taken === null ? 'nothing' : `${taken.from} – ${taken.to}`];
  });
  return Object.fromEntries(nights);
}

test('an Airbnb calendar takes its bookings and its blocks, back to back', () => {
  expect(nightsOf(airbnb)).toEqual({
    '1418fb94e984-0123456789abcdef0123456789abcdef@airbnb.com': '2026-12-04 – 2026-12-07',
    '7f662ec65913-fedcba9876543210fedcba9876543210@airbnb.com': '2026-12-07 – 2026-12-08',
  });
});

test('the older Airbnb calendar is read alike', () => {
  expect(Object.values(nightsOf(olderAirbnb))).toEqual(['2026-12-04 – 2026-12-07']);
});

test('a Booking.com calendar takes single nights and the long closed end', () => {
  expect(Object.values(nightsOf(bookingCom))).toEqual([
    '2026-12-10 – 2026-12-11',
    '2026-12-11 – 2026-12-12',
    '2027-10-01 – 2028-04-01',
  ]);
});

test('a Vrbo calendar is read with line feeds alone and in any language', () => {
  expect(nightsOf(vrbo)).toEqual({
    '6a4f0b9e-0f6e-4a7e-8a66-0d6a3a1d9a01': '2026-12-20 – 2026-12-27',
    '2027-01-02-2027-01-09': '2027-01-02 – 2027-01-09',
  });
});

test('a Google series takes its weekends, without the excepted one and with the moved one where it went', () => {
  expect(nightsOf(google)).toEqual({
    'weekends@google.com#2026-12-04T15:00:00Z': '2026-12-04 – 2026-12-06',
    'weekends@google.com#2026-12-18T15:00:00Z': '2026-12-19 – 2026-12-21',
    'weekends@google.com#2026-12-25T15:00:00Z': '2026-12-25 – 2026-12-27',
  });
});

test('a Smoobu stay of three events takes its nights once', () => {
  expect(nightsOf(smoobu)).toEqual({
    '1-arrival@smoobu.com': 'nothing',
    '1-departure@smoobu.com': 'nothing',
    '1@smoobu.com': '2026-12-04 – 2026-12-07',
  });
});

test('a Booking.com calendar that names its guests is read alike, and their names go nowhere', () => {
  const nights = nightsOf(elsewhere.olderBookingCom);
  expect(Object.values(nights)).toEqual(['2026-12-10 – 2026-12-13']);
  const read = readCalendar(new TextEncoder().encode(elsewhere.olderBookingCom), now);
  expect(JSON.stringify(read)).not.toContain('Nobody');
});

test('a Vrbo request that is not answered yet takes its nights', () => {
  expect(Object.values(nightsOf(elsewhere.tentativeVrbo))).toEqual(['2026-12-20 – 2026-12-27']);
});

test('a Google calendar of busy times alone has one UID for all, and takes each of them', () => {
  expect(Object.values(nightsOf(elsewhere.googleFreeBusy))).toEqual([
    '2026-12-04 – 2026-12-06',
    '2026-12-11 – 2026-12-13',
    '2026-12-18 – 2026-12-20',
  ]);
});

test('an Outlook calendar is read in Windows’ zones, and in the house’s where nobody knows the zone', () => {
  expect(Object.values(nightsOf(elsewhere.outlook))).toEqual([
    '2026-12-04 – 2026-12-06',
    '2026-12-11 – 2026-12-13',
  ]);
});

test('a Hostaway stay of an afternoon and a morning takes the nights between them', () => {
  expect(nightsOf(elsewhere.hostaway)).toEqual({ '12345678-9@hostaway.com': '2026-12-04 – 2026-12-07' });
});

test('Guesty’s stays are told apart though all say the same, and lie back to back', () => {
  expect(Object.values(nightsOf(elsewhere.guesty))).toEqual([
    '2026-12-04 – 2026-12-06',
    '2026-12-06 – 2026-12-08',
    '2026-12-08 – 2026-12-10',
  ]);
});

test('an Agoda calendar without names takes its bare dates, under the same names at each reading', () => {
  const nights = nightsOf(elsewhere.agoda);
  expect(Object.values(nights)).toEqual(['2026-12-04 – 2026-12-07', '2026-12-10 – 2026-12-11']);
  expect(nightsOf(elsewhere.agoda)).toEqual(nights);
});

test('a Tripadvisor calendar is read behind its byte order mark and over its blank lines', () => {
  expect(Object.values(nightsOf(elsewhere.tripadvisor))).toEqual([
    '2026-12-04 – 2026-12-07',
    '2026-12-07 – 2026-12-08',
  ]);
});

test('an Expedia booking that is cancelled, but still there, takes nothing', () => {
  expect(nightsOf(elsewhere.expedia)).toEqual({ '2@expedia.com': '2026-12-07 – 2026-12-09' });
});

test('Lodgify’s midnights are whole days, with a zone and without', () => {
  expect(nightsOf(elsewhere.lodgify)).toEqual({
    'b1@lodgify.com': '2026-12-04 – 2026-12-07',
    'b2@lodgify.com': '2026-12-10 – 2026-12-12',
  });
});
