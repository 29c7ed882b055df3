import fc from 'fast-check';
import { expect, test } from 'vitest';
import { restriction } from '../../../test/build-resource.ts';
import { dayNumber, isoDate } from '../time/day-number.ts';
import { mergeRestrictions } from './merge-restrictions.ts';
import { restrictionOn } from './plan-rules.ts';
import { NO_LIMITS } from './restrictions.ts';

const FIRST = dayNumber('2027-03-01');
const date = (day: number) => isoDate(FIRST + day);
const anyRange = fc
  .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 9 }))
  .map(([first, length]) => ({ from: date(first), to: date(first + length) }));
const anyLimits = {
  stopSell: fc.boolean(),
  minStayNights: fc.constantFrom(null, 2, 3),
  closedToArrival: fc.constantFrom(null, true, false),
};
const anyRestriction = fc
  .tuple(anyRange, fc.record(anyLimits))
  .map(([{ from, to }, limits]) => restriction(from, to, limits));

test('each date has the limits that held on it with the sent ones changed, in the fewest restrictions', () => {
  fc.assert(
    fc.property(
      fc.array(anyRestriction, { maxLength: 6 }),
      fc.record(anyLimits, { requiredKeys: [] }),
      anyRange,
      (stored, sent, range) => {
        const merged = mergeRestrictions(stored, sent, [range]);
        for (let day = 0; day < 32; day += 1) {
          const on = restrictionOn(merged, date(day));
          const isInside = range.from <= date(day) && date(day) < range.to;
          const {
            from: _from,
            to: _to,
            ...before
          } = restrictionOn(stored, date(day)) ?? {
            ...NO_LIMITS,
            from: '',
            to: '',
          };
          const expected = { ...before, ...sent };
          if (isInside) expect({ ...NO_LIMITS, ...on }).toMatchObject(expected);
          else expect(on).toBeUndefined();
        }
        for (const [index, one] of merged.entries()) {
          const { from: _from, to: _to, ...limits } = one;
          expect(limits).not.toEqual(NO_LIMITS);
          const next = merged[index + 1];
          if (next?.from === one.to) expect(next).not.toMatchObject(limits);
        }
      },
    ),
  );
});
