import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSelected, movedBy, placesOf } from './rate-selection.ts';

const place = fc.record({ row: fc.nat(5), column: fc.nat(9) });
const areas = fc.array(fc.record({ anchor: place, end: place }), { maxLength: 3 });

it('the selected places are those that an area covers, each once', () => {
  fc.assert(
    fc.property(areas, (some) => {
      const places = placesOf(some);
      const all = Array.from({ length: 60 }, (_, at) => ({ row: Math.floor(at / 10), column: at % 10 }));
      expect(places).toEqual(all.filter((one) => isSelected(some, one)));
    }),
  );
});

it('keys move within the grid, by week with the keys of pages', () => {
  const size = { row: 2, column: 30 };
  expect(movedBy('ArrowRight', { row: 0, column: 29 }, size)).toEqual({ row: 0, column: 29 });
  expect(movedBy('PageDown', { row: 1, column: 3 }, size)).toEqual({ row: 1, column: 10 });
  expect(movedBy('End', { row: 1, column: 3 }, size)).toEqual({ row: 1, column: 29 });
  expect(movedBy('ArrowUp', { row: 0, column: 3 }, size)).toEqual({ row: 0, column: 3 });
  expect(movedBy('a', { row: 0, column: 3 }, size)).toBeNull();
});
