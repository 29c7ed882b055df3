import { daysBetween, isDate } from '@lodging/format';
import type { SeasonDraft } from './pricing-draft.ts';

export interface StripPart {
  readonly name: string;
  readonly percent: string;
  /** Shares of the year, from 0 to 1. */
  readonly start: number;
  readonly length: number;
}

export interface YearStrip {
  readonly year: number;
  readonly parts: readonly StripPart[];
}

const MOST_YEARS = 4;

/** Where in their years seasons lie; what cannot be read is left out. */
export function yearStrips(seasons: readonly SeasonDraft[]): YearStrip[] {
  const read = seasons.filter(({ from, until }) => isDate(from) && isDate(until) && from <= until);
  const years = new Set(
    read.flatMap(({ from, until }) => {
      const [first, last] = [yearOf(from), yearOf(until)];
      return Array.from({ length: Math.min(MOST_YEARS, last - first + 1) }, (_, n) => first + n);
    }),
  );
  return [...years]
    .toSorted((one, other) => one - other)
    .slice(0, MOST_YEARS)
    .map((year) => ({ year, parts: read.flatMap((season) => stripPart(season, year)) }));
}

const yearOf = (date: string): number => Number(date.slice(0, 4));

function stripPart({ name, percent, from, until }: SeasonDraft, year: number): StripPart[] {
  const [begin, end] = [`${year}-01-01`, `${year}-12-31`];
  const [first, last] = [from < begin ? begin : from, until > end ? end : until];
  if (first > last) return [];
  const days = daysBetween(begin, end) + 1;
  const start = daysBetween(begin, first) / days;
  return [{ name, percent, start, length: (daysBetween(first, last) + 1) / days }];
}
