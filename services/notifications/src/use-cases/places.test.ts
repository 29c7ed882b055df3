// Places are shared fairly between those who want them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openPlaces } from './places.ts';

describe('places', () => {
  it('leave room for others, however many one of them wants', async () => {
    const places = openPlaces({ total: 10, each: 6 });
    const greedy = Array.from({ length: 100 }, () => places.take('greedy', 5));
    expect(await Promise.all(greedy.slice(0, 2))).toEqual([5, 1]);
    expect(await places.take('modest', 5)).toBe(4);
  });

  it('that come free go to each in turn', async () => {
    const places = openPlaces({ total: 2, each: 2 });
    await places.take('first', 2);
    const order: string[] = [];
    const wait = (whose: string) => void places.take(whose, 1).then(() => order.push(whose));
    for (const whose of ['a', 'a', 'a', 'b']) wait(whose);
    places.giveBack('first', 2);
    await Promise.resolve();
    expect(order.toSorted()).toEqual(['a', 'b']);
  });

  it('are never more than there are, nor more than a share, and everybody is served in the end', async () => {
    const wishes = fc.array(
      fc.record({ whose: fc.constantFrom('a', 'b', 'c'), most: fc.integer({ min: 1, max: 5 }) }),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(wishes, async (wanted) => {
        const places = openPlaces({ total: 8, each: 5 });
        const held = new Map<string, number>();
        const count = (whose: string, change: number): void => {
          held.set(whose, (held.get(whose) ?? 0) + change);
          expect(held.get(whose)).toBeLessThanOrEqual(5);
          expect([...held.values()].reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(8);
        };
        await Promise.all(
          wanted.map(async ({ whose, most }) => {
            const granted = await places.take(whose, most);
            expect(granted).toBeGreaterThan(0);
            expect(granted).toBeLessThanOrEqual(most);
            count(whose, granted);
            await Promise.resolve();
            count(whose, -granted);
            places.giveBack(whose, granted);
          }),
        );
      }),
    );
  });
});
