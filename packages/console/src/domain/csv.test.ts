import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

it('a cell that a spreadsheet would run is text, and a negative amount is none', () => {
  expect(csvOf(['a', 'b'], [['=1+1', '-12.50']])).toBe("\uFEFFa,b\r\n'=1+1,-12.50\r\n");
  for (const first of ['=', '+', '-', '@', '\t', '\r'])
    expect(csvOf(['a'], [[`${first}x`]])).toMatch(/^\uFEFFa\r\n"?'/);
});

it('whatever was typed, a row has as many cells as the header', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string()), { minLength: 1 }), (rows) => {
      const text = csvOf(['a', 'b'], rows);
      expect(cellsOf(text.slice(1))).toHaveLength(2 * (rows.length + 1));
    }),
  );
});

/** RFC 4180, as a reader of another make would take it. */
function cellsOf(text: string): string[] {
  return [...text.matchAll(/("(?:[^"]|"")*"|[^,\r\n"]*)(?:,|\r\n)/g)].map(([, cell = '']) => cell);
}
