import { addDays } from '@lodging/format';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openPartUnder, spansOf } from './read-nights.ts';
import { nightsOfResource } from './resource-nights.ts';

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

const PLAN = {
  code: 'FLEX',
  minStayNights: 1,
  maxStayNights: 14,
  closedToArrival: false,
  closedToDeparture: true,
} as Parameters<typeof nightsOfResource>[0]['plan'];
const RESTRICTION = {
  id: '1',
  ratePlanCode: 'FLEX',
  from: '2027-06-10T22:00:00.000Z',
  to: '2027-06-12T22:00:00.000Z',
  stopSell: false,
  minStayNights: 3,
  maxStayNights: null,
  closedToArrival: null,
  closedToDeparture: false,
};

function nights(): ReturnType<typeof nightsOfResource> {
  const rate = (date: string, amountMinorUnits: string, source: 'base' | 'override') => ({
    ratePlanCode: 'FLEX',
    date,
    amountMinorUnits,
    source,
  });
  return nightsOfResource({
    plan: PLAN,
    rates: [
      rate('2027-06-10', '12000', 'base'),
      rate('2027-06-11', '15000', 'override'),
      { ...rate('2027-06-12', '9000', 'override'), ratePlanCode: 'NRF' },
    ],
    restrictions: [
      RESTRICTION,
      { ...RESTRICTION, id: '2', from: '2027-06-11T22:00:00.000Z', stopSell: true, minStayNights: null },
      { ...RESTRICTION, id: '3', ratePlanCode: 'NRF', minStayNights: 9 },
    ],
    timezone: 'Europe/Berlin',
    dates: ['2027-06-10', '2027-06-11', '2027-06-12', '2027-06-13'],
  });
}

it('a night of one resource has its own rate, and the limits of the last restriction or those of the plan', () => {
  const read = nights();
  expect(
    read.map(({ nightly: { lowestMinorUnits, overridden, missing } }) => [
      lowestMinorUnits,
      overridden,
      missing,
    ]),
  ).toEqual([
    ['12000', 0, 0],
    ['15000', 1, 0],
    [null, 0, 1],
    [null, 0, 1],
  ]);
  const limits = read.map((one) => [
    one.minStayNights.lowest,
    one.maxStayNights.highest,
    one.stopSell,
    one.closedToDeparture,
  ]);
  expect(limits).toEqual([
    [1, 14, 0, 1],
    [3, 14, 0, 0],
    [1, 14, 1, 0],
    [1, 14, 0, 1],
  ]);
});

it('a price of one resource is kept although it has it already, where its room type is about to get another', () => {
  const [, own] = nights();
  if (own === undefined) throw new Error('there is no such night');
  expect(openPartUnder({}, { nightly: 15_000n }, own)).toEqual({});
  expect(openPartUnder({ nightly: 18_000n }, { nightly: 15_000n, stopSell: false }, own)).toEqual({
    nightly: 15_000n,
  });
  expect(openPartUnder({ nightly: 18_000n }, { nightly: 18_000n }, own)).toEqual({});
});
