import { expect, it } from 'vitest';
import { calendarMove } from './calendar-move.ts';

const MONDAY = 1;
const SUNDAY = 7;

it.for([
  ['ArrowRight', '2027-06-11'],
  ['ArrowLeft', '2027-06-09'],
  ['ArrowDown', '2027-06-17'],
  ['ArrowUp', '2027-06-03'],
  ['Home', '2027-06-07'],
  ['End', '2027-06-13'],
  ['PageDown', '2027-07-10'],
  ['PageUp', '2027-05-10'],
  ['a', undefined],
] as const)('%s leads from a Thursday to %s', ([key, date]) => {
  expect(calendarMove(key, '2027-06-10', MONDAY, false)).toBe(date);
});

it('follows the direction of the page and the first day of its week', () => {
  expect(calendarMove('ArrowRight', '2027-06-10', MONDAY, true)).toBe('2027-06-09');
  expect(calendarMove('ArrowLeft', '2027-06-10', MONDAY, true)).toBe('2027-06-11');
  expect(calendarMove('Home', '2027-06-10', SUNDAY, false)).toBe('2027-06-06');
});
