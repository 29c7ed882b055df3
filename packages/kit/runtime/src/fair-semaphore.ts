export interface FairSemaphore {
  /** At least one permit and at most `limit`, once one is free and the share of the key is not used up. */
  acquire(key: string, limit: number): Promise<number>;
  release(key: string, count: number): void;
  /** Runs the work with one permit. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

interface Waiter {
  readonly limit: number;
  readonly grant: (count: number) => void;
}

interface Share {
  held: number;
  readonly waiters: Waiter[];
}

interface FairSemaphoreOptions {
  readonly permits: number;
  readonly perKey: number;
}

/** Permits are granted to the keys in turn, and each key has at most `perKey` of them. */
export function createFairSemaphore(options: FairSemaphoreOptions): FairSemaphore {
  const { acquire, release } = createShares(options);
  return {
    acquire,
    release,
    async run(key, work) {
      const count = await acquire(key, 1);
      try {
        return await work();
      } finally {
        release(key, count);
      }
    },
  };
}

function createShares({ permits, perKey }: FairSemaphoreOptions): Omit<FairSemaphore, 'run'> {
  const shares = new Map<string, Share>();
  let free = permits;
  const shareOf = (key: string): Share => {
    const share = shares.get(key) ?? { held: 0, waiters: [] };
    shares.set(key, share);
    return share;
  };
  const dispatch = (): void => {
    for (const [key, share] of shares) {
      if (free === 0) return;
      const available = Math.min(free, perKey - share.held);
      const waiter = available > 0 ? share.waiters.shift() : undefined;
      if (waiter === undefined) continue;
      const count = Math.min(waiter.limit, available);
      free -= count;
      share.held += count;
      // A key that was served goes behind the others.
      shares.delete(key);
      shares.set(key, share);
      waiter.grant(count);
    }
  };
  const acquire = (key: string, limit: number): Promise<number> => {
    const { promise, resolve } = Promise.withResolvers<number>();
    shareOf(key).waiters.push({ limit, grant: resolve });
    dispatch();
    return promise;
  };
  const release = (key: string, count: number): void => {
    const share = shareOf(key);
    free += count;
    share.held -= count;
    if (share.held === 0 && share.waiters.length === 0) shares.delete(key);
    dispatch();
  };
  return { acquire, release };
}
