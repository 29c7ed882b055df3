import { addDays } from '@lodging/format';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barAt, freeUnits, laneRows } from './chart-rows.ts';
import { chartWindow } from './chart-window.ts';

const WINDOW = chartWindow('2027-06-10', 14);
const entry = (id: string, first: number, nights: number, units = 1) => ({
  id,
  from: addDays(WINDOW.from, first),
  to: addDays(WINDOW.from, first + nights),
  units,
});

describe('the rows of a resource', () => {
  it('are as many as its units, with a row more where one is sold twice', () => {
    const rows = laneRows(WINDOW, { id: 'room', units: 1 }, [entry('a', 0, 3), entry('b', 2, 2)]);
    expect(rows.map(({ isOver }) => isOver)).toEqual([false, true]);
    expect(rows[1]?.bars).toMatchObject([{ entry: { id: 'b' }, first: 2, nights: 2 }]);
  });

  it('have a bar for each unit of a stay, and begin where the window begins', () => {
    const rows = laneRows(WINDOW, { id: 'room', units: 3 }, [entry('a', -2, 4, 2)]);
    expect(rows.map(({ bars }) => bars.map(({ part, first, nights }) => [part, first, nights]))).toEqual([
      [[0, 0, 2]],
      [[1, 0, 2]],
      [],
    ]);
  });

  it('are known before their entries are', () => {
    const rows = laneRows(WINDOW, { id: 'room', units: 2 }, undefined);
    expect(rows.map(({ isLoaded, bars }) => [isLoaded, bars.length])).toEqual([
      [false, 0],
      [false, 0],
    ]);
  });
});

it('free units are the units that no bar takes, in every night', () => {
  const spansOfStays = fc.array(
    fc
      .tuple(fc.integer({ min: -5, max: 15 }), fc.integer({ min: 1, max: 6 }))
      .map(([at, n]) => [at, n] as const),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(spansOfStays, fc.integer({ min: 1, max: 4 }), (spans, units) => {
      const entries = spans.map(([first, nights], at) =>
        entry(`e${String(at).padStart(2, '0')}`, first, nights),
      );
      const rows = laneRows(WINDOW, { id: 'room', units }, entries);
      const free = freeUnits(WINDOW, [{ units, entries }]);
      for (const [night, count] of free.entries()) {
        const taken = rows.filter((row) => barAt(row, night) !== undefined).length;
        expect(count).toBe(Math.max(0, units - taken));
      }
    }),
  );
});
