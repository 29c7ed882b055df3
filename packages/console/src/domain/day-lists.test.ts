import { expect, it } from 'vitest';
import { changeovers, dayLists } from './day-lists.ts';
import type { DatedStay } from './day-lists.ts';

const stay = (row: string, arrival: string, departure: string, resourceId = 'r1'): DatedStay<string> => ({
  row,
  resourceId,
  arrival,
  departure,
});

const rowsOf = (stays: readonly DatedStay<string>[]): string[] => stays.map(({ row }) => row);

it('who is late is in the lists, and not in their figures', () => {
  const lists = dayLists({
    date: '2027-06-10',
    arriving: [stay('today', '2027-06-10', '2027-06-12')],
    expected: [stay('yesterday', '2027-06-09', '2027-06-12')],
    staying: [
      stay('overdue', '2027-06-07', '2027-06-09'),
      stay('leaves', '2027-06-07', '2027-06-10'),
      stay('stays', '2027-06-10', '2027-06-12'),
    ],
    left: [stay('left', '2027-06-08', '2027-06-10')],
  });
  expect(rowsOf(lists.arrivals)).toEqual(['yesterday', 'today']);
  expect(rowsOf(lists.departures)).toEqual(['overdue', 'leaves']);
  expect(rowsOf(lists.staying)).toEqual(['stays']);
  expect(lists.arrived).toEqual({ done: 1, all: 2 });
  expect(lists.departed).toEqual({ done: 1, all: 2 });
});

it('a resource that one guest leaves and another one enters on the date is a changeover, and no other one is', () => {
  const found = changeovers('2027-06-10', [
    stay('in', '2027-06-10', '2027-06-12', 'both'),
    stay('out', '2027-06-08', '2027-06-10', 'both'),
    stay('out', '2027-06-08', '2027-06-10', 'left alone'),
    stay('in', '2027-06-10', '2027-06-12', 'overdue'),
    stay('overdue', '2027-06-07', '2027-06-09', 'overdue'),
    stay('late', '2027-06-09', '2027-06-12', 'late'),
    stay('out', '2027-06-08', '2027-06-10', 'late'),
    // Sold by the hour.
    stay('in and out', '2027-06-10', '2027-06-10', 'same guest'),
  ]);
  expect([...found]).toEqual(['both']);
});
