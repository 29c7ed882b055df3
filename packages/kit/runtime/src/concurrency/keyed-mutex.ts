import { createSemaphore, SemaphoreTimeout } from './semaphore.ts';
import type { Semaphore } from './semaphore.ts';

/** The lock of the key did not become free in time. */
export class LockTimeout extends Error {
  override readonly name = 'LockTimeout';
}

export interface KeyedMutex {
  /**
   * Runs the work when all earlier work of the same key has ended; work of other keys does not wait. `leftMs` is what
   * remains of the timeout. Throws LockTimeout.
   */
  run<T>(key: string, work: (leftMs: number) => Promise<T>, options?: { timeoutMs?: number }): Promise<T>;
  /** True if work of the key would have to wait now. */
  isLocked(key: string): boolean;
}

export function createKeyedMutex(): KeyedMutex {
  const locks = new Map<string, Semaphore>();
  return {
    async run(key, work, { timeoutMs } = {}) {
      const startedAt = performance.now();
      const lock = locks.get(key) ?? createSemaphore({ permits: 1 });
      locks.set(key, lock);
      try {
        return await lock.run(
          () => work(timeoutMs === undefined ? Infinity : timeoutMs - (performance.now() - startedAt)),
          timeoutMs === undefined ? {} : { timeoutMs },
        );
      } catch (error) {
        if (!(error instanceof SemaphoreTimeout)) throw error;
        throw new LockTimeout(`${key} was locked for ${timeoutMs} ms`, { cause: error });
      } finally {
        // A lock that was removed already may have a successor in use under the same key.
        if (lock.running() === 0 && locks.get(key) === lock) locks.delete(key);
      }
    },
    isLocked: (key) => locks.has(key),
  };
}
