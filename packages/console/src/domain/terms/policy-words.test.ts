import { expect, it } from 'vitest';
import { deadlinesOf } from './policy-words.ts';

it('days keep the time of the arrival, hours are counted from it', () => {
  const penalty = { kind: 'none' } as const;
  const steps = [
    { before: { count: 7, unit: 'days' as const }, penalty },
    { before: { count: 18, unit: 'hours' as const }, penalty },
  ];
  expect(deadlinesOf({ steps, referenceTime: null }, '2027-06-10', '15:00')).toEqual([
    { date: '2027-06-03', time: '15:00', penalty },
    { date: '2027-06-09', time: '21:00', penalty },
  ]);
  expect(deadlinesOf({ steps, referenceTime: '12:00' }, '2027-06-10', '15:00')[0]).toMatchObject({
    time: '12:00',
  });
});
