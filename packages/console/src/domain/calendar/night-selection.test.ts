import { addDays } from '@lodging/format';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { extendTo, nightsOf } from './night-selection.ts';

const START = '2027-06-10';
const at = (day: number): string => addDays(START, day);

it('marked nights are free without a gap, and reach as far as they can towards the pointer', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -15, max: 15 }),
      fc.uniqueArray(fc.integer({ min: -15, max: 15 })),
      (to, taken) => {
        const nights = taken.filter((day) => day !== 0).map(at);
        const isFree = (night: string): boolean => !nights.includes(night);
        const marked = extendTo({ row: 'r', anchor: at(0), head: at(0) }, at(to), isFree);
        const { from, to: end } = nightsOf(marked);
        for (let night = from; night < end; night = addDays(night, 1)) expect(isFree(night)).toBe(true);
        if (marked.head !== at(to)) expect(isFree(addDays(marked.head, to < 0 ? -1 : 1))).toBe(false);
      },
    ),
  );
});

it('three marked nights are a stay that departs on the fourth morning', () => {
  expect(nightsOf({ anchor: '2027-06-10', head: '2027-06-12' })).toEqual({
    from: '2027-06-10',
    to: '2027-06-13',
  });
  expect(nightsOf({ anchor: '2027-06-12', head: '2027-06-10' })).toEqual({
    from: '2027-06-10',
    to: '2027-06-13',
  });
});
