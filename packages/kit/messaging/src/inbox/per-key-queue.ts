import { createKeyedMutex, createSemaphore } from '@lodging/kit-runtime';

export interface PerKeyQueue {
  /** Resolves when the work has a permit, so that the caller reads no more than it can handle. The work may not throw. */
  run(key: string, work: () => Promise<void>): Promise<void>;
  idle(): Promise<void>;
}

/** At most `concurrency` pieces of work at once, those of one key in the order of the calls. */
export function createPerKeyQueue(concurrency: number): PerKeyQueue {
  const permits = createSemaphore({ permits: concurrency });
  const keys = createKeyedMutex();
  return {
    async run(key, work) {
      const release = await permits.acquire();
      void keys.run(key, work).then(release, release);
    },
    idle: () => permits.idle(),
  };
}
