import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amounts, csvOf } from './csv.ts';

it('a cell that a spreadsheet would run is text', () => {
  for (const first of ['=', '+', '-', '@', '\t', '\r'])
    expect(csvOf(['a'], [[`${first}x`]])).toMatch(/^\uFEFFa\r\n"?'/);
});

it('a negative amount is a number in its own column, and text in every other one', () => {
  const header = ['Guest', amounts('Total')];
  expect(csvOf(header, [['-5', '-12.50']])).toBe("\uFEFFGuest,Total\r\n'-5,-12.50\r\n");
  expect(csvOf(header, [['=1+1', '=1+1']])).toBe("\uFEFFGuest,Total\r\n'=1+1,'=1+1\r\n");
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
