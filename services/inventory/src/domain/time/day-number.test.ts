import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayNumber, isoDate, isoWeekday } from './day-number.ts';

test('dates, day numbers and weekdays agree with Temporal from 1900 to 9999', () => {
  const first = Temporal.PlainDate.from('1900-01-01');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_958_463 }), (days) => {
      const date = first.add({ days });
      const number = dayNumber(date.toString());
      expect(number).toBe(days - 25_567);
      expect(isoDate(number)).toBe(date.toString());
      expect(isoWeekday(number)).toBe(date.dayOfWeek);
    }),
    { numRuns: 2_000 },
  );
});
