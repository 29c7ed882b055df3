// Guards which stays a window of a list finds: moments as they are, dates as midnights where the stay is.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookingWindow, overlaps, widestMoments } from './booking-filter.ts';
import type { BookingWindow } from './booking-filter.ts';
import { aReservation } from '../../test/reservation.ts';

const ZONES = ['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Africa/Cairo', 'America/Sao_Paulo'];

function windowOf(from?: string, to?: string): BookingWindow {
  const window = bookingWindow(from, to);
  if (!window.ok) throw new Error(window.refusal.code);
  return window.value;
}
function stayOf(from: string, to: string, timeZone: string) {
  const window = { from: Temporal.Instant.from(from), to: Temporal.Instant.from(to) };
  return { ...aReservation('held').stay, window, timeZone };
}

describe('a window of a list', () => {
  it.each([
    ['2027-03-02', '2027-03-02'],
    ['2027-03-02', '2027-03-01'],
    ['2027-03-02T00:00:00.000Z', '2027-03-02T00:00:00.000Z'],
    ['2027-03-03', '2027-03-01T12:00:00.000Z'],
    ['2027-03-03T12:00:00.000Z', '2027-03-02'],
  ])('from %s to %s is none', (from, to) => {
    expect(bookingWindow(from, to)).toMatchObject({ ok: false, refusal: { code: 'invalid_window' } });
  });

  it('of a date and a moment is one where any zone on earth has it', () => {
    const window = windowOf('2027-03-02', '2027-03-01T12:00:00.000Z');
    const long = ['2027-02-01T00:00:00Z', '2027-04-01T00:00:00Z'] as const;
    expect(overlaps(stayOf(...long, 'Pacific/Kiritimati'), window)).toBe(true);
    expect(overlaps(stayOf(...long, 'UTC'), window)).toBe(false);
  });

  it('begins and ends at midnight where the stay is', () => {
    const arrivesLate = stayOf('2027-03-01T23:30:00Z', '2027-03-02T10:00:00Z', 'Europe/Berlin');
    expect(overlaps(arrivesLate, windowOf(undefined, '2027-03-02'))).toBe(false);
    expect(overlaps({ ...arrivesLate, timeZone: 'UTC' }, windowOf(undefined, '2027-03-02'))).toBe(true);
    const leavesAtMidnight = stayOf('2027-03-01T12:00:00Z', '2027-03-02T05:00:00Z', 'America/New_York');
    expect(overlaps(leavesAtMidnight, windowOf('2027-03-02'))).toBe(false);
    expect(overlaps({ ...leavesAtMidnight, timeZone: 'UTC' }, windowOf('2027-03-02'))).toBe(true);
  });

  it('is never wider than the moments that the database looks between', () => {
    const day = fc.integer({ min: 0, max: 40 });
    const date = day.map((days) => Temporal.PlainDate.from('2027-03-01').add({ days }).toString());
    const moment = fc.integer({ min: 0, max: 40 * 24 }).map((hours) => `${at(hours)}`);
    const bound = fc.option(fc.oneof(date, moment), { nil: undefined });
    fc.assert(
      fc.property(
        bound,
        bound,
        moment,
        fc.integer({ min: 1, max: 99 }),
        fc.constantFrom(...ZONES),
        (...drawn) => {
          const [from, to, start, hours, zone] = drawn;
          const window = bookingWindow(from, to);
          if (!window.ok) return;
          const begin = Temporal.Instant.from(start);
          const end = begin.add({ hours });
          if (!overlaps(stayOf(`${begin}`, `${end}`, zone), window.value)) return;
          const { endsAfter, startsBefore } = widestMoments(window.value);
          expect(endsAfter === undefined || Temporal.Instant.compare(endsAfter, end) < 0).toBe(true);
          expect(startsBefore === undefined || Temporal.Instant.compare(begin, startsBefore) < 0).toBe(true);
        },
      ),
    );
  });
});

function at(hours: number): Temporal.Instant {
  return Temporal.Instant.from('2027-03-01T00:00:00Z').add({ hours });
}
