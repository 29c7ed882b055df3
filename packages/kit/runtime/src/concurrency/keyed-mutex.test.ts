import { describe, expect, it } from 'vitest';
import { createKeyedMutex, LockTimeout } from './keyed-mutex.ts';

const never = () => new Promise<never>(() => undefined);

describe('a keyed mutex', () => {
  it('runs work of one key one after the other, in the order of the calls', async () => {
    const mutex = createKeyedMutex();
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
    };
    await Promise.all(['first', 'second', 'third'].map((name) => mutex.run('a', work(name))));
    const expected = ['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]);
    expect(order).toEqual(expected);
  });

  it('lets work of different keys run side by side', async () => {
    const mutex = createKeyedMutex();
    void mutex.run('a', never);
    expect(await mutex.run('b', async () => 'done')).toBe('done');
    expect([mutex.isLocked('a'), mutex.isLocked('b')]).toEqual([true, false]);
  });

  it('refuses work that waited too long, and keeps the order of the work behind it', async () => {
    const mutex = createKeyedMutex();
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = mutex.run('a', () => promise);
    await expect(mutex.run('a', async () => 'late', { timeoutMs: 20 })).rejects.toBeInstanceOf(LockTimeout);
    const behind = mutex.run('a', async () => 'in time', { timeoutMs: 1_000 });
    resolve();
    await first;
    expect(await behind).toBe('in time');
  });

  it('is free again after work that failed, and says how much of the timeout is left', async () => {
    const mutex = createKeyedMutex();
    const failing = mutex.run('a', () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    expect(await mutex.run('a', async (leftMs) => leftMs > 900, { timeoutMs: 1_000 })).toBe(true);
    expect(await mutex.run('a', async (leftMs) => leftMs)).toBe(Infinity);
  });
});
