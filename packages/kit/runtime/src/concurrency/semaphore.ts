/** The permits did not become free in time, or too much work was waiting for them already. */
export class SemaphoreTimeout extends Error {
  override readonly name = 'SemaphoreTimeout';
}

export interface AcquireOptions {
  /** Permits that the work takes; 1 unless given. Work heavier than all permits runs alone. */
  readonly weight?: number;
  /** Timeout of the wait, in milliseconds; default: none. */
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
export function createSemaphore(options: SemaphoreOptions): Semaphore {
  return new FifoSemaphore(options);
}

class FifoSemaphore implements Semaphore {
  readonly #permits: number;
  readonly #maxWaiting: number;
  readonly #queue = new Set<Waiter>();
  #idleListeners: (() => void)[] = [];
  #inUse = 0;
  #waiting = 0;

  constructor({ permits, maxWaiting = Infinity }: SemaphoreOptions) {
    this.#permits = permits;
    this.#maxWaiting = maxWaiting;
  }

  async run<T>(work: () => Promise<T>, options?: AcquireOptions): Promise<T> {
    const release = await this.acquire(options);
    try {
      return await work();
    } finally {
      release();
    }
  }

  async acquire({ weight = 1, timeoutMs }: AcquireOptions = {}): Promise<() => void> {
    if (this.#queue.size === 0 && this.#fits(weight)) this.#inUse += weight;
    else await this.#wait(weight, timeoutMs);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#inUse -= weight;
      this.#dispatch();
    };
  }

  running(): number {
    return this.#inUse;
  }

  idle(): Promise<void> {
    if (this.#inUse === 0 && this.#queue.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idleListeners.push(resolve));
  }

  #fits(weight: number): boolean {
    return this.#inUse === 0 || this.#inUse + weight <= this.#permits;
  }

  async #wait(weight: number, timeoutMs: number | undefined): Promise<void> {
    if (this.#waiting + weight > this.#maxWaiting)
      throw new SemaphoreTimeout('too much work is waiting already');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { weight, grant: resolve };
    this.#queue.add(waiter);
    this.#waiting += weight;
    if (timeoutMs === undefined) return promise;
    const timer = setTimeout(() => {
      this.#leave(waiter);
      reject(new SemaphoreTimeout(`no permit within ${timeoutMs} ms`));
      this.#dispatch();
    }, timeoutMs);
    return promise.finally(() => clearTimeout(timer));
  }

  #dispatch(): void {
    for (const waiter of this.#queue) {
      if (!this.#fits(waiter.weight)) return;
      this.#leave(waiter);
      this.#inUse += waiter.weight;
      waiter.grant();
    }
    if (this.#inUse > 0) return;
    for (const listener of this.#idleListeners) listener();
    this.#idleListeners = [];
  }

  #leave(waiter: Waiter): void {
    if (this.#queue.delete(waiter)) this.#waiting -= waiter.weight;
  }
}
