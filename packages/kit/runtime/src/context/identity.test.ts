import { expect, it } from 'vitest';
import { newId } from './identity.ts';

it('makes ids that never repeat and sort by the millisecond they were made in', () => {
  const ids = Array.from({ length: 5000 }, () => newId());
  expect(new Set(ids).size).toBe(ids.length);
  const times = ids.map((id) => id.slice(0, 13));
  expect(times).toEqual(times.toSorted());
  expect(
    ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
  ).toBe(true);
});
