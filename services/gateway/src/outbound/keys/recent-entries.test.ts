import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecentEntries } from './recent-entries.ts';

describe('recent entries', () => {
  it('keep what is used, and forget the rest, within their bound', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.integer({ min: 0, max: 300 }), (max, others) => {
        const entries = createRecentEntries<number>(max);
        entries.set('used', 1);
        for (let index = 0; index < others; index += 1) {
          entries.set(`other ${index}`, index);
          expect(entries.get('used')).toBe(1);
        }
        const kept = Array.from({ length: others }, (_, index) => entries.get(`other ${index}`));
        expect(kept.filter((value) => value !== undefined).length).toBeLessThan(max + 1);
      }),
    );
  });

  it('hold no more than their bound while a flood passes through', () => {
    const entries = createRecentEntries<number>(1_000);
    for (let index = 0; index < 20_000; index += 1) entries.set(`key ${index}`, index);
    const kept = Array.from({ length: 20_000 }, (_, index) => entries.get(`key ${index}`));
    expect(kept.filter((value) => value !== undefined).length).toBeLessThanOrEqual(1_000);
    expect(kept.at(-1)).toBe(19_999);
  });

  it('have the last value that was set, and none that was deleted', () => {
    const entries = createRecentEntries<number>(4);
    for (const key of ['a', 'b', 'c']) entries.set(key, 1);
    entries.set('a', 2);
    expect(entries.get('a')).toBe(2);
    entries.delete('a');
    expect(entries.get('a')).toBeUndefined();
    entries.clear();
    expect(entries.get('c')).toBeUndefined();
  });
});
