import { expect, it } from 'vitest';
import { createRecent } from './recent.ts';

it('keeps what is used, and never more than two generations', () => {
  const recent = createRecent<number>(3);
  recent.set('used', 0);
  for (let each = 1; each <= 100; each += 1) {
    recent.set(`key ${each}`, each);
    expect(recent.get('used')).toBe(0);
  }
  const kept = Array.from({ length: 100 }, (_, each) => recent.get(`key ${each + 1}`) ?? 0);
  expect(kept.filter((value) => value > 0).length).toBeLessThanOrEqual(6);
  expect(recent.get('key 1')).toBeUndefined();
});
