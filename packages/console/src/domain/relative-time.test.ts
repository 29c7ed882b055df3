import { expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

const MINUTE = 60_000;

it.each([
  [5_000, 0, 'second'],
  [-59_000, 0, 'second'],
  [-4 * MINUTE - 59_000, -4, 'minute'],
  [119 * MINUTE, 119, 'minute'],
  [-121 * MINUTE, -2, 'hour'],
  [47 * 60 * MINUTE, 47, 'hour'],
  [-48 * 60 * MINUTE, -2, 'day'],
])('%d milliseconds are %d of the unit %s', (ms, count, unit) => {
  expect(relativeTime(ms)).toEqual({ count, unit });
});
