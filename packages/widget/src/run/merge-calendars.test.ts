import { expect, it } from 'vitest';
import type { Calendar, CalendarDay, Resource } from '../api/records.ts';
import { mergeCalendars, sourcesOf } from './merge-calendars.ts';

function day(date: string, priceHintMinorUnits: string | null, over: Partial<CalendarDay> = {}): CalendarDay {
  const restrictions = {
    closedToArrival: false,
    closedToDeparture: false,
    minStayNights: 1,
    maxStayNights: null,
    stopSell: false,
  };
  return { date, status: 'available', reasons: [], priceHintMinorUnits, restrictions, ...over };
}
const calendar = (currency: string, ...days: CalendarDay[]): Calendar => ({
  resourceId: '',
  from: '',
  to: '',
  currency,
  days,
});
const sold = { status: 'unavailable' } as const;
const closed = (date: string, minStayNights: number): CalendarDay => {
  const { restrictions, ...rest } = day(date, '900');
  return { ...rest, restrictions: { ...restrictions, closedToArrival: true, minStayNights } };
};

it('a night has the lowest price of what is free, and is sold out where everything is', () => {
  const merged = mergeCalendars([
    calendar(
      'EUR',
      day('2027-06-10', '10000'),
      day('2027-06-11', '9000', sold),
      day('2027-06-12', '1', sold),
    ),
    calendar('EUR', day('2027-06-10', '9900'), day('2027-06-11', '12000'), day('2027-06-12', '2', sold)),
    calendar('CHF', day('2027-06-10', '100'), day('2027-06-12', '100')),
  ]);
  expect(merged.map(({ date, status, priceHintMinorUnits }) => [date, status, priceHintMinorUnits])).toEqual([
    ['2027-06-10', 'available', '9900'],
    ['2027-06-11', 'available', '12000'],
    ['2027-06-12', 'unavailable', '2'],
  ]);
});

it('an arrival is possible where one place allows it, for the shortest stay of any', () => {
  const [first, second] = mergeCalendars([
    calendar('EUR', closed('2027-06-10', 3), closed('2027-06-11', 3)),
    calendar('EUR', day('2027-06-10', null), closed('2027-06-11', 2)),
  ]);
  expect([first?.restrictions.closedToArrival, first?.restrictions.minStayNights]).toEqual([false, 1]);
  expect([second?.restrictions.closedToArrival, second?.restrictions.minStayNights]).toEqual([true, 2]);
  expect(first?.priceHintMinorUnits).toBe('900');
});

it('all places of a small property are read, and one of each room type of a large one', () => {
  const room = (index: number, kind: Resource['kind'], type: string): Resource =>
    Object({ id: `r${index}`, kind, roomType: { id: type } });
  const rooms = Array.from({ length: 30 }, (_, index) => room(index, 'hotel_room', `t${index % 3}`));
  const small = [...rooms.slice(0, 8), room(40, 'generic', 'boat')];
  expect(sourcesOf({ resources: small, nextCursor: null })).toMatchObject({ isWhole: true });
  expect(sourcesOf({ resources: small, nextCursor: null }).ids).toHaveLength(8);
  expect(sourcesOf({ resources: small, nextCursor: 'more' }).isWhole).toBe(false);
  const large = sourcesOf({ resources: rooms, nextCursor: null });
  expect([large.ids.length, large.isWhole]).toEqual([3, false]);
});
