import { addDays } from '@lodging/format';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { spansOf } from './read-nights.ts';

const START = '2027-01-01';

it('every date is in one of the spans, which begin and end at a date and have a year at most', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_500), { maxLength: 30 }), (offsets) => {
      const dates = offsets.map((offset) => addDays(START, offset));
      const spans = spansOf(dates);
      for (const date of dates)
        expect(
          spans.filter(({ from, days }) => from <= date && date < addDays(from, days)),
          date,
        ).toHaveLength(1);
      for (const { from, days } of spans) {
        expect(days).toBeLessThanOrEqual(366);
        expect(dates).toContain(from);
        expect(dates).toContain(addDays(from, days - 1));
      }
    }),
  );
});
