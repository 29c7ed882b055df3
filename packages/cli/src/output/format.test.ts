// Guarantees of how moments and spans read.
import { expect, it } from 'vitest';
import { agoFrom, formatDuration, formatMoney, plural } from './format.ts';

it.each([
  [0.2, '0 s'],
  [59, '59 s'],
  [119, '119 s'],
  [120, '2 min'],
  [7_300, '2 h'],
  [200_000, '2 d'],
])('says %s seconds as %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});

it('tells the past from the future, and nothing of what never was', () => {
  const ago = agoFrom(Temporal.Instant.from('2026-11-20T12:00:00Z'));
  expect(ago('2026-11-20T11:57:00Z')).toBe('3 min ago');
  expect(ago('2026-11-20T12:10:00Z')).toBe('in 10 min');
  expect(ago('2026-11-20T12:00:00.200Z')).toBe('now');
  expect(ago(null)).toBeNull();
});

it('counts in words', () => {
  expect([plural(1, 'event'), plural(2, 'event')]).toEqual(['1 event', '2 events']);
});

it.each([
  ['23800', 'EUR', '238.00 EUR'],
  ['5', 'EUR', '0.05 EUR'],
  ['0', 'USD', '0.00 USD'],
  ['18000', 'JPY', '18000 JPY'],
  ['45500', 'KWD', '45.500 KWD'],
  ['99999999999999999', 'EUR', '999999999999999.99 EUR'],
])('writes %s of %s as %s', (minorUnits, currency, words) => {
  expect(formatMoney(minorUnits, currency)).toBe(words);
});
