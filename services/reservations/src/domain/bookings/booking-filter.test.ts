import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkWindow, overlaps, widestInstants } from './booking-filter.ts';
import type { BookingWindow, Bound } from './booking-filter.ts';
import { buildReservation } from '../../../test/build-reservation.ts';

const ZONES = ['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Africa/Cairo', 'America/Sao_Paulo'];

function windowOf(from?: string, to?: string): BookingWindow {
  return { from: boundOf(from), to: boundOf(to) };
}
function boundOf(text?: string): Bound | undefined {
  if (text === undefined) return undefined;
  return text.includes('T') ? Temporal.Instant.from(text) : Temporal.PlainDate.from(text);
}
function stayOf(from: string, to: string, timeZone: string) {
  const window = { from: Temporal.Instant.from(from), to: Temporal.Instant.from(to) };
  return { ...buildReservation('held').stay, window, timeZone };
}

describe('a window of a list', () => {
  it.each([
    ['2027-03-02', '2027-03-02'],
    ['2027-03-02', '2027-03-01'],
    ['2027-03-02T00:00:00.000Z', '2027-03-02T00:00:00.000Z'],
    ['2027-03-03', '2027-03-01T12:00:00.000Z'],
    ['2027-03-03T12:00:00.000Z', '2027-03-02'],
  ])('from %s to %s is refused', (from, to) => {
    expect(checkWindow(windowOf(from, to))).toMatchObject({ ok: false, refusal: { code: 'invalid_window' } });
  });

  it('of a date and an instant is valid where it is not empty in some zone', () => {
    const window = windowOf('2027-03-02', '2027-03-01T12:00:00.000Z');
    expect(checkWindow(window).ok).toBe(true);
    const long = ['2027-02-01T00:00:00Z', '2027-04-01T00:00:00Z'] as const;
    expect(overlaps(stayOf(...long, 'Pacific/Kiritimati'), window)).toBe(true);
    expect(overlaps(stayOf(...long, 'UTC'), window)).toBe(false);
  });

  it('of dates begins and ends at midnight in the zone of the stay', () => {
    const arrivesLate = stayOf('2027-03-01T23:30:00Z', '2027-03-02T10:00:00Z', 'Europe/Berlin');
    expect(overlaps(arrivesLate, windowOf(undefined, '2027-03-02'))).toBe(false);
    expect(overlaps({ ...arrivesLate, timeZone: 'UTC' }, windowOf(undefined, '2027-03-02'))).toBe(true);
    const leavesAtMidnight = stayOf('2027-03-01T12:00:00Z', '2027-03-02T05:00:00Z', 'America/New_York');
    expect(overlaps(leavesAtMidnight, windowOf('2027-03-02'))).toBe(false);
    expect(overlaps({ ...leavesAtMidnight, timeZone: 'UTC' }, windowOf('2027-03-02'))).toBe(true);
  });

  it('is never wider than the instants between which the database searches', () => {
    const day = fc.integer({ min: 0, max: 40 });
    const date = day.map((days) => Temporal.PlainDate.from('2027-03-01').add({ days }).toString());
    const instant = fc.integer({ min: 0, max: 40 * 24 }).map((hours) => `${at(hours)}`);
    const bound = fc.option(fc.oneof(date, instant), { nil: undefined });
    fc.assert(
      fc.property(
        bound,
        bound,
        instant,
        fc.integer({ min: 1, max: 99 }),
        fc.constantFrom(...ZONES),
        (...drawn) => {
          const [from, to, start, hours, zone] = drawn;
          const window = windowOf(from, to);
          if (!checkWindow(window).ok) return;
          const begin = Temporal.Instant.from(start);
          const end = begin.add({ hours });
          if (!overlaps(stayOf(`${begin}`, `${end}`, zone), window)) return;
          const { endsAfter, startsBefore } = widestInstants(window);
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
