/** The permits did not become free in time, or too much work was waiting for them already. */
export class SemaphoreTimeout extends Error {
  override readonly name = 'SemaphoreTimeout';
}

export interface AcquireOptions {
  /** Permits that the work takes; 1 unless given. Work heavier than all permits runs alone. */
  readonly weight?: number;
  /** How long the work may wait, in milliseconds; forever unless given. */
  readonly timeoutMs?: number;
}

export interface Semaphore {
  /** Runs the work once its permits are free, in the order of the calls. Throws SemaphoreTimeout. */
  run<T>(work: () => Promise<T>, options?: AcquireOptions): Promise<T>;
  /** Resolves with the function that releases the permits. Throws SemaphoreTimeout. */
  acquire(options?: AcquireOptions): Promise<() => void>;
  /** Permits in use. */
  running(): number;
  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void>;
}

export interface SemaphoreOptions {
  readonly permits: number;
  /** Permits that may be waited for; work beyond that fails at once. No limit unless given. */
  readonly maxWaiting?: number;
}

interface Waiter {
  readonly weight: number;
  readonly grant: () => void;
}

/** Weighted and first in, first out. A waiter that times out leaves the queue, so it holds up nothing behind it. */
export function createSemaphore({ permits, maxWaiting = Infinity }: SemaphoreOptions): Semaphore {
  const queue = new Set<Waiter>();
  let idleListeners: (() => void)[] = [];
  let inUse = 0;
  let waiting = 0;

  const fits = (weight: number): boolean => inUse === 0 || inUse + weight <= permits;
  const dispatch = (): void => {
    for (const waiter of queue) {
      if (!fits(waiter.weight)) return;
      leave(waiter);
      inUse += waiter.weight;
      waiter.grant();
    }
    if (inUse > 0) return;
    for (const listener of idleListeners) listener();
    idleListeners = [];
  };
  const leave = (waiter: Waiter): void => {
    if (queue.delete(waiter)) waiting -= waiter.weight;
  };
  const releaseOnce = (weight: number) => {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      inUse -= weight;
      dispatch();
    };
  };
  const wait = async (weight: number, timeoutMs: number | undefined): Promise<void> => {
    if (waiting + weight > maxWaiting) throw new SemaphoreTimeout('too much work is waiting already');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { weight, grant: resolve };
    queue.add(waiter);
    waiting += weight;
    if (timeoutMs === undefined) return promise;
    const timer = setTimeout(() => {
      leave(waiter);
      reject(new SemaphoreTimeout(`no permit within ${timeoutMs} ms`));
      dispatch();
    }, timeoutMs);
    return promise.finally(() => clearTimeout(timer));
  };

  const acquire = async ({ weight = 1, timeoutMs }: AcquireOptions = {}): Promise<() => void> => {
    if (queue.size === 0 && fits(weight)) inUse += weight;
    else await wait(weight, timeoutMs);
    return releaseOnce(weight);
  };
  return {
    acquire,
    async run(work, options) {
      const release = await acquire(options);
      try {
        return await work();
      } finally {
        release();
      }
    },
    running: () => inUse,
    idle: () =>
      inUse === 0 && queue.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => idleListeners.push(resolve)),
  };
}
