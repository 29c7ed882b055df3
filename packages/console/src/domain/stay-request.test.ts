import { addDays } from '@lodging/format';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { childrenOf, isComplete, readStay, withArrival, withChildren, writeStay } from './stay-request.ts';

const TODAY = '2027-06-10';
const word = fc.stringMatching(/^[a-z]{1,8}$/);
const stays = fc
  .record({ from: fc.integer({ min: 0, max: 400 }), nights: fc.integer({ min: 1, max: 60 }) })
  .chain(({ from, nights }) =>
    fc.record({
      arrival: fc.constant(addDays(TODAY, from)),
      departure: fc.constant(addDays(TODAY, from + nights)),
      adults: fc.integer({ min: 1, max: 9 }),
      ages: fc.array(fc.option(fc.integer({ min: 0, max: 17 })), { maxLength: 4 }),
      units: fc.integer({ min: 1, max: 5 }),
      roomTypeId: fc.option(word),
      resourceId: fc.option(word),
      features: fc.array(word, { maxLength: 3 }),
      text: fc.oneof(fc.constant(''), word),
    }),
  );

it('a copied address shows the same stay', () => {
  fc.assert(
    fc.property(stays, (stay) => {
      expect(readStay(writeStay(stay), TODAY)).toEqual(stay);
    }),
  );
});

it('an address that says nothing, or nonsense, is a night for two from today on', () => {
  const first = readStay({}, TODAY);
  expect(first).toMatchObject({ arrival: TODAY, departure: '2027-06-11', adults: 2, ages: [], units: 1 });
  expect(readStay({ arrival: 'soon', departure: '2027-01-01', adults: '-3', units: 'x' }, TODAY)).toEqual(
    first,
  );
});

it('the departure moves with the arrival, and is kept while a date is typed', () => {
  const stay = readStay({ arrival: '2027-06-10', departure: '2027-06-13' }, TODAY);
  expect(withArrival(stay, '2027-07-01')).toMatchObject({ departure: '2027-07-04' });
  expect(isComplete(withArrival(stay, ''))).toBe(false);
});

it('the ages of children are sent where one of them is known', () => {
  const stay = withChildren(readStay({}, TODAY), 2);
  expect(childrenOf(stay)).toEqual({ children: 2 });
  expect(childrenOf({ ...stay, ages: [null, 7] })).toEqual({ children: 2, childAges: [0, 7] });
  expect(withChildren({ ...stay, ages: [3, 7] }, 1).ages).toEqual([3]);
});
