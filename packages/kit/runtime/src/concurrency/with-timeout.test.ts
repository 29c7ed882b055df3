import { expect, it } from 'vitest';
import { withTimeout } from './with-timeout.ts';

const timedOut = () => new Error('timed out');

it('gives the outcome of work that ends in time, also where it fails', async () => {
  expect(await withTimeout(Promise.resolve('done'), 1_000, timedOut)).toBe('done');
  await expect(withTimeout(Promise.reject(new Error('failed')), 1_000, timedOut)).rejects.toThrow('failed');
});

it('throws the given error once the time is over', async () => {
  await expect(withTimeout(new Promise(() => undefined), 5, timedOut)).rejects.toThrow('timed out');
});
