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

it('a resource that is left and entered on one day is a changeover', () => {
  const found = changeovers(
    [stay('in', '2027-06-10', '2027-06-12', 'r1')],
    [stay('out', '2027-06-08', '2027-06-10', 'r1'), stay('other', '2027-06-08', '2027-06-10', 'r2')],
  );
  expect([...found.keys()]).toEqual(['r1']);
});
