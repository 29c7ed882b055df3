import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkUnits } from './check-units.ts';
import { DAY_MS } from '../time/day-number.ts';

const now = Temporal.Instant.from('2027-06-10T12:00:00Z');
const room = { kind: 'hotel_room', timezone: 'America/New_York', units: 5 } as const;
const bike = { ...room, kind: 'generic' } as const;
const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const claim = (start: string, end: string, units = 1) => ({ start: at(start), end: at(end), units });
const night = (start: string, end: string, units = 1) => claim(`${start}T00:00Z`, `${end}T00:00Z`, units);
const extraOf = (...of: Parameters<typeof checkUnits>) => checkUnits(...of)?.refusal.extra;

describe('the units of a resource', () => {
  test('are not fewer than its claims take: the first such span is named, as local dates begin', () => {
    const taken = [
      night('2027-06-20', '2027-06-22', 2),
      night('2027-06-21', '2027-06-24'),
      night('2027-06-22', '2027-06-23', 2),
      night('2027-07-01', '2027-07-02', 5),
    ];
    expect(extraOf(room, 2, { taken, now })).toEqual({
      from: '2027-06-21T04:00:00.000Z',
      to: '2027-06-23T04:00:00.000Z',
      unitsTaken: 3,
    });
    expect(extraOf(room, 4, { taken, now })).toMatchObject({
      from: '2027-07-01T04:00:00.000Z',
      unitsTaken: 5,
    });
    expect(extraOf(room, 1, { taken, now })).toMatchObject({
      from: '2027-06-20T04:00:00.000Z',
      to: '2027-06-23T04:00:00.000Z',
      unitsTaken: 3,
    });
  });
  test('of a generic resource are checked at exact instants from now on', () => {
    const taken = [
      claim('2027-06-10T09:00Z', '2027-06-10T13:30Z', 2),
      claim('2027-06-09T00:00Z', '2027-06-10T12:00Z', 5),
    ];
    expect(extraOf(bike, 1, { taken, now })).toEqual({
      from: '2027-06-10T12:00:00.000Z',
      to: '2027-06-10T13:30:00.000Z',
      unitsTaken: 2,
    });
    expect(checkUnits(bike, 2, { taken, now })).toBeUndefined();
  });
  test('of the night that has begun are taken, those of a stay that ends today are not', () => {
    const taken = [night('2027-06-08', '2027-06-10', 4), night('2027-06-09', '2027-06-11', 2)];
    expect(extraOf(room, 1, { taken, now })).toEqual({
      from: '2027-06-10T04:00:00.000Z',
      to: '2027-06-11T04:00:00.000Z',
      unitsTaken: 2,
    });
    expect(checkUnits(room, 2, { taken, now })).toBeUndefined();
  });
  test('may stay as many and become more, also where more are taken', () => {
    const taken = [night('2027-06-20', '2027-06-22', 9)];
    expect(checkUnits(room, 5, { taken, now })).toBeUndefined();
    expect(checkUnits(room, 6, { taken, now })).toBeUndefined();
  });
  test('are refused exactly where some night has more taken', () => {
    const anyClaim = fc.record({
      first: fc.integer({ min: 0, max: 12 }),
      length: fc.integer({ min: 1, max: 6 }),
      units: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(anyClaim, { maxLength: 8 }), fc.integer({ min: 1, max: 4 }), (claims, units) => {
        const start = at('2027-06-06T00:00Z');
        const taken = claims.map(({ first, length, units: used }) => ({
          start: start + first * DAY_MS,
          end: start + (first + length) * DAY_MS,
          units: used,
        }));
        const usedOn = (day: number) =>
          claims
            .filter(({ first, length }) => first <= day && day < first + length)
            .reduce((sum, { units: used }) => sum + used, 0);
        const days = Array.from({ length: 20 }, (_, index) => index).filter((day) => day >= 4);
        const first = days.find((day) => usedOn(day) > units);
        const after = days.find((day) => first !== undefined && day > first && usedOn(day) <= units);
        const date = (day: number | undefined) =>
          day === undefined ? undefined : `2027-06-${String(day + 6).padStart(2, '0')}T04:00:00.000Z`;
        const expected = first === undefined ? undefined : { from: date(first), to: date(after) };
        const found = extraOf(room, units, { taken, now });
        expect(found && { from: found['from'], to: found['to'] }).toEqual(expected);
      }),
    );
  });
});
