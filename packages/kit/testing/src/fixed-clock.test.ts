import { expect, test } from 'vitest';
import { fixedClock } from './fixed-clock.ts';
import { sequentialIds } from './sequential-ids.ts';

test('time stands still until it is moved', () => {
  const clock = fixedClock('2026-03-01T12:00:00Z');
  expect(clock.now()).toEqual(clock.now());
  clock.advance({ days: 1, minutes: 15 });
  expect(clock.now().toString()).toBe('2026-03-02T12:15:00Z');
});

test('ids ascend and differ between seeds', () => {
  const first = sequentialIds();
  const second = sequentialIds(1);
  const ids = [first(), first(), second(), second()];
  expect(new Set(ids).size).toBe(4);
  expect(ids.toSorted()).toEqual(ids);
});
