import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFairSemaphore } from './fair-semaphore.ts';
import { OverShare } from './fair-share.ts';
import { SemaphoreTimeout } from './semaphore.ts';

describe('a fair semaphore', () => {
  it('leaves permits for other keys, however many one key requests', async () => {
    const semaphore = createFairSemaphore({ permits: 10, perKey: 6 });
    const greedy = Array.from({ length: 100 }, () => semaphore.acquire('greedy', 5));
    expect(await Promise.all(greedy.slice(0, 2))).toEqual([5, 1]);
    expect(await semaphore.acquire('modest', 5)).toBe(4);
  });

  it('grants at once what is free and within the share of the key, perhaps nothing', async () => {
    const semaphore = createFairSemaphore({ permits: 4, perKey: 3 });
    expect(semaphore.tryAcquire('first', 5)).toBe(3);
    void semaphore.acquire('first', 1);
    expect(semaphore.tryAcquire('first', 1)).toBe(0);
    expect(semaphore.tryAcquire('second', 5)).toBe(1);
    expect(semaphore.tryAcquire('third', 5)).toBe(0);
    semaphore.release('second', 1);
    expect(semaphore.tryAcquire('third', 5)).toBe(1);
  });

  it('grants free permits to the keys in turn', async () => {
    const semaphore = createFairSemaphore({ permits: 2, perKey: 2 });
    await semaphore.acquire('first', 2);
    const order: string[] = [];
    const wait = (key: string) => void semaphore.acquire(key, 1).then(() => order.push(key));
    for (const key of ['a', 'a', 'a', 'b']) wait(key);
    semaphore.release('first', 2);
    await Promise.resolve();
    expect(order.toSorted()).toEqual(['a', 'b']);
  });

  it('runs the work of two keys at a time though one of them never ends', async () => {
    const semaphore = createFairSemaphore({ permits: 2, perKey: 1 });
    void semaphore.run('hangs', () => new Promise(() => undefined));
    void semaphore.run('hangs', () => new Promise(() => undefined));
    expect(await semaphore.run('other', async () => 'first')).toBe('first');
    await expect(semaphore.run('other', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await semaphore.run('other', async () => 'last')).toBe('last');
  });

  it('refuses work that waits too long: as its own fault where its key has a fair share, and holds up nothing', async () => {
    const semaphore = createFairSemaphore({ permits: 2, perKey: 2 });
    await semaphore.acquire('greedy', 2);
    const work = () => Promise.resolve('done');
    const [own, other] = await Promise.allSettled([
      semaphore.run('greedy', work, { timeoutMs: 1 }),
      semaphore.run('other', work, { timeoutMs: 2 }),
    ]);
    expect(own).toMatchObject({ reason: expect.any(OverShare) });
    expect(other).toMatchObject({ reason: expect.any(SemaphoreTimeout) });
    semaphore.release('greedy', 2);
    expect(await semaphore.run('other', work, { timeoutMs: 1 })).toBe('done');
    expect(await semaphore.acquire('greedy', 2)).toBe(2);
  });

  it('never grants more than its permits or the share of a key, and serves every request in the end', async () => {
    const requests = fc.array(
      fc.record({ key: fc.constantFrom('a', 'b', 'c'), limit: fc.integer({ min: 1, max: 5 }) }),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(requests, async (requested) => {
        const semaphore = createFairSemaphore({ permits: 8, perKey: 5 });
        const held = new Map<string, number>();
        const count = (key: string, change: number): void => {
          held.set(key, (held.get(key) ?? 0) + change);
          expect(held.get(key)).toBeLessThanOrEqual(5);
          expect([...held.values()].reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(8);
        };
        await Promise.all(
          requested.map(async ({ key, limit }) => {
            const granted = await semaphore.acquire(key, limit);
            expect(granted).toBeGreaterThan(0);
            expect(granted).toBeLessThanOrEqual(limit);
            count(key, granted);
            await Promise.resolve();
            count(key, -granted);
            semaphore.release(key, granted);
          }),
        );
      }),
    );
  });
});
