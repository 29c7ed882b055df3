import { expect, it } from 'vitest';
import { comparedWith, daysBefore, exclusive, isPeriod, monthOf } from './period.ts';

it('a month has all its days, and thirty days end yesterday', () => {
  expect(monthOf('2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(daysBefore('2027-06-10', 30)).toEqual({ from: '2027-05-11', to: '2027-06-09' });
});

it('the period before has as many days, the year before the same dates', () => {
  const june = { from: '2027-06-01', to: '2027-06-30' };
  expect(comparedWith(june, 'before')).toEqual({ from: '2027-05-02', to: '2027-05-31' });
  expect(comparedWith(june, 'year')).toEqual({ from: '2026-06-01', to: '2026-06-30' });
  expect(comparedWith({ from: '2028-02-29', to: '2028-02-29' }, 'year')).toEqual({
    from: '2027-02-28',
    to: '2027-02-28',
  });
  expect(comparedWith(june, 'none')).toBeNull();
});

it('the API is sent the day after the last one', () => {
  expect(exclusive({ from: '2027-06-01', to: '2027-06-30' })).toEqual({
    from: '2027-06-01',
    to: '2027-07-01',
  });
});

it('a period that ends before it begins is none', () => {
  expect(isPeriod({ from: '2027-06-02', to: '2027-06-01' })).toBe(false);
  expect(isPeriod({ from: '2027-06-31', to: '' })).toBe(false);
  expect(isPeriod({ from: '2027-06-01', to: '2027-06-01' })).toBe(true);
});
