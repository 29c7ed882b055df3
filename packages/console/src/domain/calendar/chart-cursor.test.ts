import { describe, expect, it } from 'vitest';
import { placed, stepped } from './chart-cursor.ts';
import type { Step } from './chart-cursor.ts';
import { laneRows } from './chart-rows.ts';
import type { ChartRow } from './chart-rows.ts';
import { chartWindow } from './chart-window.ts';
import type { Taking } from './lanes.ts';

const WINDOW = chartWindow('2027-06-10', 14);
const ROWS: readonly ChartRow<Taking>[] = [
  { kind: 'group', key: 'dbl', isClosed: false },
  ...laneRows(WINDOW, { id: '101', units: 1 }, [
    { id: 'a', from: '2027-06-12', to: '2027-06-15', units: 1 },
    { id: 'b', from: '2027-06-17', to: '2027-06-18', units: 1 },
  ]),
  ...laneRows(WINDOW, { id: '102', units: 1 }, []),
];

const after = (date: string | null, ...steps: Step[]): string | null =>
  steps.reduce((cursor, step) => stepped(ROWS, WINDOW, cursor, step), { key: '101/0', date }).date;

describe('a step', () => {
  it('passes a bar as one cell', () => {
    expect(after('2027-06-11', 'right', 'right')).toBe('2027-06-15');
    expect(after('2027-06-15', 'left', 'left')).toBe('2027-06-11');
  });

  it('goes from bar to bar, and stays at the last one', () => {
    expect(after('2027-06-10', 'bar')).toBe('2027-06-12');
    expect(after('2027-06-13', 'bar', 'bar')).toBe('2027-06-17');
    expect(after('2027-06-17', 'bar-back')).toBe('2027-06-12');
  });

  it('by a week may leave the window, which follows', () => {
    expect(after('2027-06-11', 'week-back')).toBe('2027-06-04');
    expect(after('2027-06-20', 'week')).toBe('2027-06-27');
  });

  it('reaches the heading of the row, and comes back from it', () => {
    expect(after('2027-06-20', 'home')).toBeNull();
    expect(after(null, 'right')).toBe('2027-06-10');
    expect(after(null, 'left')).toBeNull();
  });

  it('up and down keep the date, also over the heading of a group', () => {
    const cursor = { key: '102/0', date: '2027-06-13' };
    expect(stepped(ROWS, WINDOW, cursor, 'up')).toEqual({ key: '101/0', date: '2027-06-13' });
    expect(stepped(ROWS, WINDOW, { ...cursor, key: '101/0' }, 'up')).toEqual({
      key: 'dbl',
      date: '2027-06-13',
    });
  });
});

it('the cursor is at the first night of the first row where its own row is gone', () => {
  expect(placed(ROWS, WINDOW, null)).toEqual({ key: '101/0', date: '2027-06-10' });
  expect(placed(ROWS, WINDOW, { key: 'gone', date: '2027-07-30' })).toEqual({
    key: '101/0',
    date: '2027-06-10',
  });
  expect(placed([], WINDOW, null)).toBeNull();
});
