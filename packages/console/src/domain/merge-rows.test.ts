import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newestOf, newRows } from './merge-rows.ts';
import type { Versioned } from './merge-rows.ts';

const row = fc.record({ id: fc.constantFrom('a', 'b', 'c'), version: fc.integer({ min: 1, max: 9 }) });

it('the highest version stays, in whatever order the answers come', () => {
  fc.assert(
    fc.property(fc.array(fc.array(row, { maxLength: 5 })), (answers) => {
      const known = new Map<string, Versioned>();
      let shown: Versioned[] = [];
      for (const answer of answers) {
        shown = newestOf(answer, known);
        for (const one of newRows(shown, known)) known.set(one.id, one);
      }
      const highest = Map.groupBy(answers.flat(), ({ id }) => id);
      for (const [id, rows] of highest)
        expect(known.get(id)?.version).toBe(Math.max(...rows.map(({ version }) => version)));
      for (const { id, version } of shown) expect(version).toBeLessThanOrEqual(known.get(id)?.version ?? 0);
    }),
  );
});

it('a row that is known is no news', () => {
  const known = new Map([['a', { id: 'a', version: 3 }]]);
  expect(newRows([{ id: 'a', version: 3 }], known)).toEqual([]);
  expect(newRows([{ id: 'a', version: 4 }], known)).toEqual([{ id: 'a', version: 4 }]);
});
