import { addDays, daysBetween } from '@lodging/format';

/** The nights that the chart shows; `to` is exclusive. */
export interface ChartWindow {
  readonly from: string;
  readonly to: string;
  readonly days: number;
}

export interface Nights {
  readonly from: string;
  readonly to: string;
}

/** A part of the window: the number of its first night, and how many it has. */
export interface Span {
  readonly first: number;
  readonly nights: number;
}

export const DAY_CHOICES = [14, 28, 60] as const;
/** What one request has of the nights. All windows are cut at the same dates, so that a moved one finds what was read. */
const CHUNK_DAYS = 28;
const EPOCH = '2024-01-01';

export function chartWindow(from: string, days: number): ChartWindow {
  return { from, to: addDays(from, days), days };
}

export function datesOf({ from, days }: ChartWindow): string[] {
  return Array.from({ length: days }, (_, day) => addDays(from, day));
}

export const isInWindow =
  ({ from, to }: Nights) =>
  (night: string): boolean =>
    from <= night && night < to;

/** How far a step leads: what was on the screen is still in part there. */
export function stepOf({ days }: ChartWindow): number {
  return days >= 60 ? 28 : days / 2;
}

/** The nights of a stay that the window shows; null where it shows none. */
export function clip(window: ChartWindow, { from, to }: Nights): Span | null {
  const first = Math.max(0, daysBetween(window.from, from));
  const end = Math.min(window.days, daysBetween(window.from, to));
  return end > first ? { first, nights: end - first } : null;
}

/** The requests that the window needs, each of at most 28 nights. */
export function chunksOf({ from, to }: ChartWindow): Nights[] {
  const before = Math.floor(daysBetween(EPOCH, from) / CHUNK_DAYS) * CHUNK_DAYS;
  const chunks: Nights[] = [];
  for (let start = addDays(EPOCH, before); start < to; start = addDays(start, CHUNK_DAYS))
    chunks.push({ from: start, to: addDays(start, CHUNK_DAYS) });
  return chunks;
}
