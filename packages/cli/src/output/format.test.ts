// Guarantees of how moments and spans read.
import { expect, it } from 'vitest';
import { agoFrom, formatDuration, plural } from './format.ts';

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

it('distinguishes past and future, and is empty without an instant', () => {
  const ago = agoFrom(Temporal.Instant.from('2026-11-20T12:00:00Z'));
  expect(ago('2026-11-20T11:57:00Z')).toBe('3 min ago');
  expect(ago('2026-11-20T12:10:00Z')).toBe('in 10 min');
  expect(ago('2026-11-20T12:00:00.200Z')).toBe('now');
  expect(ago(null)).toBeNull();
});

it('counts in words', () => {
  expect([plural(1, 'event'), plural(2, 'event')]).toEqual(['1 event', '2 events']);
});
