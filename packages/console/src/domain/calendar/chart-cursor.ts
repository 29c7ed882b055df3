import { addDays, daysBetween } from '@lodging/format';
import { barAt } from './chart-rows.ts';
import type { ChartRow, Lane } from './chart-rows.ts';
import type { ChartWindow } from './chart-window.ts';

/** Where the keyboard is in the chart: a night of a row, or its heading (null). */
export interface Cursor {
  readonly key: string;
  readonly date: string | null;
}

export type Step =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'home'
  | 'end'
  | 'bar'
  | 'bar-back'
  | 'week'
  | 'week-back';

const WEEK = 7;

/** The place of the cursor among rows that may have changed since. */
export function placed<Entry>(
  rows: readonly ChartRow<Entry>[],
  window: ChartWindow,
  cursor: Cursor | null,
): Cursor | null {
  const row =
    rows.find(({ key }) => key === cursor?.key) ?? rows.find(({ kind }) => kind === 'lane') ?? rows[0];
  if (row === undefined) return null;
  const date = cursor === null ? window.from : cursor.date;
  const isSeen = date === null || (date >= window.from && date < window.to);
  return { key: row.key, date: isSeen ? date : window.from };
}

/** The cursor after a step. Its date may be outside of the window, which then has to follow. */
export function stepped<Entry>(
  rows: readonly ChartRow<Entry>[],
  window: ChartWindow,
  cursor: Cursor,
  step: Step,
): Cursor {
  const at = rows.findIndex(({ key }) => key === cursor.key);
  const row = rows[at];
  if (step === 'up' || step === 'down')
    return { ...cursor, key: rows[at + (step === 'up' ? -1 : 1)]?.key ?? cursor.key };
  if (row?.kind !== 'lane') return cursor;
  if (step === 'home') return { ...cursor, date: null };
  if (step === 'end') return { ...cursor, date: addDays(window.to, -1) };
  const night = cursor.date === null ? -1 : daysBetween(window.from, cursor.date);
  return { ...cursor, date: dateAfter(row, window, night, step) };
}

function dateAfter<Entry>(
  row: Lane<Entry>,
  window: ChartWindow,
  night: number,
  step: Exclude<Step, 'up' | 'down' | 'home' | 'end'>,
): string | null {
  const bar = barAt(row, night);
  const first = bar?.first ?? night;
  const last = bar === undefined ? night : bar.first + bar.nights - 1;
  const next = {
    left: () => (night === -1 ? -1 : first - 1),
    right: () => last + 1,
    week: () => night + WEEK,
    'week-back': () => night - WEEK,
    bar: () => row.bars.find((one) => one.first > last)?.first ?? night,
    'bar-back': () => row.bars.findLast((one) => one.first < first)?.first ?? night,
  }[step]();
  return night === -1 && next === -1 ? null : addDays(window.from, next);
}
