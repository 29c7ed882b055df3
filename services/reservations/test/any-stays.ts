import fc from 'fast-check';
import type { StayOfSeries } from '../src/domain/periods/summarize-days.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Africa/Cairo',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
];
const CURRENCIES = ['EUR', 'JPY', 'KWD'];
const ROOM_TYPES = ['single', 'double'];

export const FIRST_START = Temporal.Instant.from('2026-12-20T00:00:00Z');

/** Stays of 130 days, in every state that a report counts. */
export const anyStays = fc.array(
  fc
    .record({
      startMinutes: fc.integer({ min: 0, max: 130 * 24 * 60 }),
      minutes: fc.integer({ min: 1, max: 50 * 24 * 60 }),
      minorUnits: fc.bigInt({ min: 0n, max: 10n ** 12n }),
      currency: fc.constantFrom(...CURRENCIES),
      timeZone: fc.constantFrom(...ZONES),
      roomTypeId: fc.constantFrom(null, ...ROOM_TYPES),
      source: fc.constantFrom('direct', 'manual' as const),
      quantity: fc.integer({ min: 1, max: 5 }),
      state: fc.constantFrom('confirmed', 'checked_in', 'checked_out', 'no_show', 'cancelled' as const),
    })
    .map(({ startMinutes, minutes, minorUnits, currency, roomTypeId, ...rest }): StayOfSeries => {
      const startsAt = FIRST_START.add({ minutes: startMinutes }).epochMilliseconds;
      const isGeneric = roomTypeId === null;
      // A lodging stay has a night at least.
      const endsAt = startsAt + (isGeneric ? minutes : minutes + 25 * 60) * 60_000;
      return { ...rest, roomTypeId, isGeneric, startsAt, endsAt, total: { minorUnits, currency } };
    }),
  { maxLength: 12 },
);
