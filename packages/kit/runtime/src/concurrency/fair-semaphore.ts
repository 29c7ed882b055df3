import { OverShare } from './fair-share.ts';
import { SemaphoreTimeout } from './semaphore.ts';

export interface FairSemaphore {
  /** At least one permit and at most `limit`, once one is free and the share of the key is not used up. */
  acquire(key: string, limit: number): Promise<number>;
  /** At most `limit` of the permits that are free now, perhaps none. A key that waits has its share, so nothing is taken from it. */
  tryAcquire(key: string, limit: number): number;
  release(key: string, count: number): void;
  /**
   * Runs the work with one permit. Throws where it waits for longer than `timeoutMs`, which is forever unless given:
   * OverShare where the key has its fair share of the permits, else SemaphoreTimeout.
   */
  run<T>(key: string, work: () => Promise<T>, options?: { readonly timeoutMs?: number }): Promise<T>;
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
  return new Shares(options);
}

class Shares implements FairSemaphore {
  readonly #options: FairSemaphoreOptions;
  readonly #shares = new Map<string, Share>();
  #free: number;

  constructor(options: FairSemaphoreOptions) {
    this.#options = options;
    this.#free = options.permits;
  }

  acquire(key: string, limit: number, timeoutMs?: number): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const waiter = { limit, grant: resolve };
    const share = this.#shareOf(key);
    share.waiters.push(waiter);
    this.#dispatch();
    if (timeoutMs === undefined || !share.waiters.includes(waiter)) return promise;
    const timer = setTimeout(() => {
      const refusal = this.#refusal(share, timeoutMs);
      share.waiters.splice(share.waiters.indexOf(waiter), 1);
      this.#closeUnused(key, share);
      reject(refusal);
    }, timeoutMs);
    return promise.finally(() => clearTimeout(timer));
  }

  tryAcquire(key: string, limit: number): number {
    const share = this.#shareOf(key);
    const count = Math.min(limit, this.#free, this.#options.perKey - share.held);
    this.#free -= count;
    share.held += count;
    this.#closeUnused(key, share);
    return count;
  }

  release(key: string, count: number): void {
    const share = this.#shareOf(key);
    this.#free += count;
    share.held -= count;
    this.#closeUnused(key, share);
    this.#dispatch();
  }

  async run<T>(
    key: string,
    work: () => Promise<T>,
    { timeoutMs }: { readonly timeoutMs?: number } = {},
  ): Promise<T> {
    const count = await this.acquire(key, 1, timeoutMs);
    try {
      return await work();
    } finally {
      this.release(key, count);
    }
  }

  #shareOf(key: string): Share {
    const share = this.#shares.get(key) ?? { held: 0, waiters: [] };
    this.#shares.set(key, share);
    return share;
  }

  #closeUnused(key: string, share: Share): void {
    if (share.held === 0 && share.waiters.length === 0) this.#shares.delete(key);
  }

  #refusal({ held }: Share, timeoutMs: number): Error {
    const { permits, perKey } = this.#options;
    return held >= Math.min(perKey, Math.ceil(permits / this.#shares.size))
      ? new OverShare(`${held} of ${permits} permits are of one key`)
      : new SemaphoreTimeout(`no permit within ${timeoutMs} ms`);
  }

  #dispatch(): void {
    for (const [key, share] of this.#shares) {
      if (this.#free === 0) return;
      const available = Math.min(this.#free, this.#options.perKey - share.held);
      const waiter = available > 0 ? share.waiters.shift() : undefined;
      if (waiter === undefined) continue;
      const count = Math.min(waiter.limit, available);
      this.#free -= count;
      share.held += count;
      // A key that was served goes behind the others.
      this.#shares.delete(key);
      this.#shares.set(key, share);
      waiter.grant(count);
    }
  }
}
