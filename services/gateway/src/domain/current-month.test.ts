// Guarantees of the period that is meant where none is named.
import { expect, it } from 'vitest';
import { periodOf } from './current-month.ts';

const on = (date: string) => () => Temporal.PlainDate.from(date);

it.each([
  ['2026-11-20', {}, '2026-11-01', '2026-12-01'],
  ['2026-12-31', {}, '2026-12-01', '2027-01-01'],
  ['2028-02-29', {}, '2028-02-01', '2028-03-01'],
  ['2026-11-20', { from: '2026-11-10' }, '2026-11-10', '2026-12-01'],
  ['2026-11-20', { to: '2026-11-15' }, '2026-11-01', '2026-11-15'],
  ['2026-11-20', { from: '2025-01-01', to: '2025-02-01' }, '2025-01-01', '2025-02-01'],
])('on %s, %j means %s up to, not including, %s', (date, wanted, from, to) => {
  expect(periodOf(wanted, on(date))).toEqual({ from, to });
});
