import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoDate } from './day-number.ts';
import type { DateRange } from './range-by-day.ts';
import { indexRanges } from './range-index.ts';

const FIRST = 20_000;
const DAYS = 40;
const date = (day: number) => isoDate(FIRST + day);

const anyRange = fc
  .tuple(fc.integer({ min: 1, max: DAYS - 1 }), fc.integer({ min: 1, max: 12 }), fc.boolean())
  .map(([from, length, stopSell]) => ({ from: date(from), to: date(from + length), stopSell }));

type Range = DateRange & { readonly stopSell: boolean };

test('the range that holds on a date is that of the list, read one by one, whatever overlaps', () => {
  const lists = fc.array(anyRange, { maxLength: 60 });
  fc.assert(
    fc.property(
      lists,
      fc.integer({ min: 0, max: DAYS }),
      fc.integer({ min: 1, max: 20 }),
      (ranges, day, nights) => {
        const covers = (on: string) => (range: Range) => range.from <= on && on < range.to;
        const [first, last] = [indexRanges(ranges, 'first'), indexRanges(ranges, 'last')];
        for (let at = 0; at <= DAYS + 12; at += 1) {
          expect(first.on(date(at))).toBe(ranges.find(covers(date(at))));
          expect(last.on(date(at))).toBe(ranges.findLast(covers(date(at))));
        }
        const stay = Array.from({ length: nights }, (_, night) => date(day + night));
        const isStopped = stay.some((on) => ranges.findLast(covers(on))?.stopSell === true);
        const found = last.some({ from: date(day), to: date(day + nights) }, ({ stopSell }) => stopSell);
        expect(found).toBe(isStopped);
      },
    ),
    { numRuns: 500 },
  );
});

test('a date is found without the list being read again', () => {
  const ranges = Array.from({ length: 20_000 }, (_, day) => ({ from: date(day), to: date(day + 1) }));
  let reads = 0;
  const counted = ranges.map((range) => ({
    get from() {
      reads += 1;
      return range.from;
    },
    get to() {
      reads += 1;
      return range.to;
    },
  }));
  const index = indexRanges(counted, 'last');
  expect(reads).toBeLessThanOrEqual(20_000 * 4);
  reads = 0;
  for (let day = 0; day < 366; day += 1) expect(index.on(date(day))).toBe(counted[day]);
  expect(reads).toBe(0);
});
