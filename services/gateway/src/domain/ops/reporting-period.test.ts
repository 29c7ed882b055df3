import { expect, it } from 'vitest';
import { reportingPeriod } from './reporting-period.ts';

const on = (date: string) => () => Temporal.PlainDate.from(date);

it.each([
  ['2026-11-20', {}, '2026-11-01', '2026-12-01'],
  ['2026-12-31', {}, '2026-12-01', '2027-01-01'],
  ['2028-02-29', {}, '2028-02-01', '2028-03-01'],
  ['2026-11-20', { from: '2026-11-10' }, '2026-11-10', '2026-12-01'],
  ['2026-11-20', { to: '2026-11-15' }, '2026-11-01', '2026-11-15'],
  ['2026-11-20', { from: '2025-01-01', to: '2025-02-01' }, '2025-01-01', '2025-02-01'],
])('on %s the query %j covers %s to %s, exclusive', (date, query, from, to) => {
  expect(reportingPeriod(query, on(date))).toEqual({ from, to });
});
