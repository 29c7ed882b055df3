// Guards the queue before a resource's lock.
import { describe, expect, it } from 'vitest';
import { createTurnstile, TurnMissed } from './resource-turnstile.ts';

const never = () => new Promise<never>(() => undefined);

describe('the turnstile', () => {
  it('lets one through after the other, in the order in which they came', async () => {
    const turnstile = createTurnstile(1_000);
    const seen: string[] = [];
    const work = (name: string) => async () => {
      seen.push(`${name} in`);
      await Promise.resolve();
      seen.push(`${name} out`);
    };
    await Promise.all([
      turnstile.pass('a', work('first')),
      turnstile.pass('a', work('second')),
      turnstile.pass('a', work('third')),
    ]);
    expect(seen).toEqual(['first in', 'first out', 'second in', 'second out', 'third in', 'third out']);
  });

  it('has one queue for each door', async () => {
    const turnstile = createTurnstile(1_000);
    void turnstile.pass('a', never);
    expect(await turnstile.pass('b', async () => 'through')).toBe('through');
  });

  it('gives up on whoever waits too long, and keeps the place of those behind', async () => {
    const turnstile = createTurnstile(20);
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = turnstile.pass('a', () => promise);
    await expect(turnstile.pass('a', async () => 'late')).rejects.toBeInstanceOf(TurnMissed);
    const behind = turnstile.pass('a', async () => 'in time');
    resolve();
    await first;
    expect(await behind).toBe('in time');
  });

  it('opens again after a failure', async () => {
    const turnstile = createTurnstile(1_000);
    const failing = turnstile.pass('a', () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    expect(await turnstile.pass('a', async (leftMs) => leftMs > 900)).toBe(true);
  });
});
