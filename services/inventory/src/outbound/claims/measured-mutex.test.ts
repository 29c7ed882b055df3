import { LockTimeout } from '@lodging/kit-runtime';
import { afterEach, expect, it, vi } from 'vitest';
import { lockWait } from '../../metrics.ts';
import { createMeasuredMutex } from './measured-mutex.ts';

const record = vi.spyOn(lockWait, 'record').mockImplementation(() => undefined);
afterEach(() => record.mockClear());

it('records the wait of work that had to wait, and of no other', async () => {
  const mutex = createMeasuredMutex(1_000);
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = mutex.run('a', () => promise);
  const second = mutex.run('a', async (leftMs) => leftMs);
  await mutex.run('b', async () => undefined);
  expect(record).not.toHaveBeenCalled();
  resolve();
  await first;
  expect(await second).toBeLessThanOrEqual(1_000);
  expect(record).toHaveBeenCalledOnce();
});

it('records a wait that ends by the timeout once', async () => {
  const mutex = createMeasuredMutex(20);
  void mutex.run('a', () => new Promise<never>(() => undefined));
  await expect(mutex.run('a', async () => 'late')).rejects.toBeInstanceOf(LockTimeout);
  expect(record).toHaveBeenCalledOnce();
  expect(record.mock.calls[0]?.[0]).toBeGreaterThan(0.01);
});
