import { createKeyedMutex } from '@lodging/kit-runtime';
import { lockWait } from '../../metrics.ts';

export interface MeasuredMutex {
  /**
   * Runs the work after all earlier work of the key. `leftMs` is the rest of the timeout, or of `withinMs` where that is
   * given. Throws LockTimeout.
   */
  run<T>(key: string, work: (leftMs: number) => Promise<T>, withinMs?: number): Promise<T>;
}

/** A keyed mutex that records how long work had to wait, also where it waited in vain. */
export function createMeasuredMutex(timeoutMs: number): MeasuredMutex {
  const mutex = createKeyedMutex();
  return {
    async run(key, work, withinMs = timeoutMs) {
      if (!mutex.isLocked(key)) return mutex.run(key, work, { timeoutMs: withinMs });
      const startedAt = performance.now();
      let isWaiting = true;
      const endWait = (): void => {
        if (isWaiting) lockWait.record((performance.now() - startedAt) / 1000);
        isWaiting = false;
      };
      const measured = (leftMs: number) => {
        endWait();
        return work(leftMs);
      };
      return mutex.run(key, measured, { timeoutMs: withinMs }).finally(endWait);
    },
  };
}
