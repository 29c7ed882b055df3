import { expect, it } from 'vitest';
import { createBoundedSet } from './bounded-set.ts';

it('forgets what was added longest ago; what is added again counts as new', () => {
  const set = createBoundedSet(2);
  for (const key of ['a', 'b', 'a', 'c']) set.add('one', key);
  expect(['a', 'b', 'c'].filter((key) => set.has('one', key))).toEqual(['a', 'c']);
  set.delete('one', 'c');
  expect(set.has('one', 'c')).toBe(false);
});

it('a key of one tenant is none of another', () => {
  const set = createBoundedSet(2);
  set.add('one', 'a');
  expect(set.has('other', 'a')).toBe(false);
  set.delete('other', 'a');
  expect(set.has('one', 'a')).toBe(true);
});
