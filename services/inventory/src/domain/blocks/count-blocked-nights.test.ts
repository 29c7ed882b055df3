import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countBlockedNights } from './count-blocked-nights.ts';

test('equals a count day by day, with at most all units of a day', () => {
  const block = fc
    .record({
      first: fc.integer({ min: -5, max: 25 }),
      length: fc.integer({ min: 1, max: 9 }),
      units: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ first, length, units }) => ({ first, end: first + length, units }));
  fc.assert(
    fc.property(fc.array(block, { maxLength: 8 }), fc.integer({ min: 1, max: 4 }), (blocks, units) => {
      let expected = 0;
      for (let day = 0; day < 20; day += 1) {
        const covering = blocks.filter(({ first, end }) => first <= day && day < end);
        expected += Math.min(
          units,
          covering.reduce((sum, one) => sum + one.units, 0),
        );
      }
      expect(countBlockedNights(blocks, units, { first: 0, end: 20 })).toBe(expected);
    }),
  );
});
