import { expect, it } from 'vitest';
import { compareTurns, orderOfTurn, turnsOf } from './turns.ts';

const sample = (answers: number) => ({
  seconds: 1,
  times: Array.from({ length: answers }, () => 2),
  statuses: {},
});

it('lets each rival be first as often as the others', () => {
  expect([0, 1, 2, 3].map((turn) => orderOfTurn(3, turn))).toEqual([
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 1, 2],
  ]);
});

it('compares the product with the floor of the same turn, and takes the median', () => {
  const floor = compareTurns([sample(5), sample(8), sample(9)], [sample(10), sample(10), sample(10)]);
  expect(floor.ratio).toBe(0.8);
  expect(floor.spread).toEqual([0.5, 0.9]);
  expect(floor.figures.perSecond).toBe(10);
});

it('has at least one turn', () => {
  expect(turnsOf({ seconds: 0, rounds: 1 })).toBe(1);
  expect(turnsOf({ seconds: 2, rounds: 3 })).toBe(4);
});
