import { addDays } from '@lodging/format';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chartWindow, chunksOf, clip, datesOf, DAY_CHOICES } from './chart-window.ts';

const date = fc.integer({ min: -900, max: 2_000 }).map((days) => addDays('2027-06-01', days));
const window = fc.tuple(date, fc.constantFrom(...DAY_CHOICES)).map(([from, days]) => chartWindow(from, days));

it('the requests of a window cover each of its nights once, and a moved window has the same ones', () => {
  fc.assert(
    fc.property(window, fc.nat(40), (shown, days) => {
      const chunks = chunksOf(shown);
      for (const night of datesOf(shown))
        expect(chunks.filter(({ from, to }) => from <= night && night < to)).toHaveLength(1);
      const begins = new Set(chunks.map(({ from }) => from));
      const moved = chunksOf(chartWindow(addDays(shown.from, days), shown.days));
      const overlap = moved.filter(({ from }) => from < shown.to);
      for (const { from } of overlap) expect(begins.has(from)).toBe(true);
    }),
  );
});

it('a bar has exactly the nights of its stay that are in view', () => {
  fc.assert(
    fc.property(
      window,
      fc.integer({ min: -80, max: 80 }),
      fc.integer({ min: 1, max: 90 }),
      (shown, at, nights) => {
        const stay = { from: addDays(shown.from, at), to: addDays(shown.from, at + nights) };
        const span = clip(shown, stay);
        const seen = datesOf(shown).filter((night) => stay.from <= night && night < stay.to);
        expect(span?.nights ?? 0).toBe(seen.length);
        if (span !== null) expect(addDays(shown.from, span.first)).toBe(seen[0]);
      },
    ),
  );
});
