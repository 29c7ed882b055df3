import { describe, expect, it } from 'vitest';
import { countUnavailable, findUnfair, ratioOf } from './fairness-verdict.ts';
import type { Turn } from './fairness-verdict.ts';

const answersIn = (ms: number, status = 200) =>
  Array.from({ length: 100 }, () => ({ at: 0, ms, status, code: undefined }));
const turn = (calm: number, loaded: number): Turn => ({
  calm: answersIn(calm),
  loaded: answersIn(loaded),
  flood: answersIn(loaded, 429),
});

describe('the ratio of the turns', () => {
  it('is their median, so that one noisy turn does not decide', () => {
    expect(ratioOf([turn(10, 20), turn(10, 900), turn(10, 25)])).toBe(2.5);
    expect(ratioOf([turn(10, 20), turn(10, 31), turn(10, 40)])).toBe(3.1);
  });
});

describe('the verdict', () => {
  it('is good up to three times the quiet p99', () => {
    expect(findUnfair([{ name: 'a search', ratio: 3, unavailable: 0 }])).toEqual([]);
  });

  it('names what is slower, and every 503, of guests and of the flood', () => {
    const some = { loaded: answersIn(31, 503).slice(0, 2), flood: answersIn(31, 503).slice(0, 3) };
    const turns = [turn(10, 31), { calm: answersIn(10), ...some }];
    const beside = [
      { name: 'a search', ratio: ratioOf(turns), unavailable: countUnavailable(turns) },
      { name: 'a quote', ratio: 1, unavailable: 0 },
    ];
    expect(findUnfair(beside)).toEqual([
      'a search: the p99 of guests is 3.10 times that in quiet',
      'a search: 5 × 503',
    ]);
  });

  it('is bad where nothing was measured', () => {
    expect(
      findUnfair([{ name: 'a search', ratio: ratioOf([turn(10, Number.NaN)]), unavailable: 0 }]),
    ).toHaveLength(1);
  });
});
