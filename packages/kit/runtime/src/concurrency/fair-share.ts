import { SemaphoreTimeout } from './semaphore.ts';

/** The work waited in vain while its key had its fair share, or more, of what was in progress. */
export class OverShare extends Error {
  override readonly name = 'OverShare';
}

export interface FairShareOptions {
  /** The maximum of work in progress if one key has all of it. */
  readonly capacity: number;
  /** Timeout of the wait. */
  readonly timeoutMs: number;
  /** The weight limit of the waiting work of one key; work beyond it fails at once. */
  readonly maxWaiting: number;
}

export interface FairShare {
  /** True: the work is in progress, and calls `leave` at its end. False: it has to wait. */
  tryEnter(key: string): boolean;
  /** Waits until the work may begin; it then calls `leave` at its end. Throws OverShare or SemaphoreTimeout. */
  wait(key: string, weight?: number): Promise<void>;
  leave(key: string): void;
  /** The amount of work in progress. */
  running(): number;
  /** The amount of waiting work. */
  waiting(): number;
  /** Resolves when nothing is in progress and nothing waits. */
  idle(): Promise<void>;
}

interface Waiter {
  readonly share: Share;
  readonly weight: number;
  readonly until: number;
  readonly grant: () => void;
  readonly refuse: (error: Error) => void;
}

interface Share {
  readonly key: string;
  running: number;
  waitingWeight: number;
  /** Undefined until some work of the key waits. */
  waiters: Set<Waiter> | undefined;
}

/**
 * Limits what is in progress, fairly between keys. A key without company may have all of the capacity. Beyond half of it, a key
 * begins nothing while another one waits; and where the capacity is in use, half as much again is kept for keys that have
 * less than half, so that none waits for the slow work of another. Of those that wait, the key with the least in progress is
 * next, in turn. Takes no timer and makes no promise for work that need not wait.
 */
export function createFairShare(options: FairShareOptions): FairShare {
  return new Shares(options);
}

class Shares implements FairShare {
  readonly #options: FairShareOptions;
  readonly #half: number;
  readonly #shares = new Map<string, Share>();
  /** In the order in which they were served last. */
  readonly #waitingShares = new Set<Share>();
  /** In the order of their calls, so that the first one is the first to time out. */
  readonly #waiters = new Set<Waiter>();
  #idleListeners: (() => void)[] = [];
  #running = 0;
  #hasTimer = false;

  constructor(options: FairShareOptions) {
    this.#options = options;
    this.#half = Math.max(1, Math.floor(options.capacity / 2));
  }

  tryEnter(key: string): boolean {
    const share = this.#shares.get(key);
    // None of the key waits where it has capacity.
    if (!this.#hasCapacity(share?.running ?? 0)) return false;
    this.#begin(share ?? this.#open(key));
    return true;
  }

  wait(key: string, weight = 1): Promise<void> {
    const known = this.#shares.get(key);
    if ((known?.waitingWeight ?? 0) + weight > this.#options.maxWaiting)
      return Promise.reject(this.#refusal(known));
    const share = known ?? this.#open(key);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const until = performance.now() + this.#options.timeoutMs;
    const waiter: Waiter = { share, weight, until, grant: resolve, refuse: reject };
    share.waiters = (share.waiters ?? new Set()).add(waiter);
    share.waitingWeight += weight;
    this.#waiters.add(waiter);
    this.#waitingShares.add(share);
    this.#dispatch();
    if (this.#waiters.size > 0 && !this.#hasTimer) this.#startTimer(this.#options.timeoutMs);
    return promise;
  }

  leave(key: string): void {
    const share = this.#shares.get(key);
    if (share === undefined || share.running === 0) throw new Error('work ends that did not begin');
    share.running -= 1;
    this.#running -= 1;
    this.#closeUnused(share);
    if (this.#waiters.size > 0) this.#dispatch();
    this.#reportIdle();
  }

  running(): number {
    return this.#running;
  }

  waiting(): number {
    return this.#waiters.size;
  }

  idle(): Promise<void> {
    if (this.#running === 0 && this.#waiters.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idleListeners.push(resolve));
  }

  /** True if a key with this much in progress may begin more. */
  #hasCapacity(running: number): boolean {
    const { capacity } = this.#options;
    return this.#running < capacity || (running < this.#half && this.#running < capacity + this.#half);
  }

  #open(key: string): Share {
    const share: Share = { key, running: 0, waitingWeight: 0, waiters: undefined };
    this.#shares.set(key, share);
    return share;
  }

  #closeUnused(share: Share): void {
    if (share.running === 0 && !isWaiting(share)) this.#shares.delete(share.key);
  }

  #begin(share: Share): void {
    share.running += 1;
    this.#running += 1;
  }

  #dispatch(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const [waiter] = next.waiters ?? [];
      if (waiter === undefined) return;
      this.#begin(next);
      this.#leaveQueue(waiter);
      // A key that was served goes behind the others.
      if (this.#waitingShares.delete(next)) this.#waitingShares.add(next);
      waiter.grant();
    }
  }

  /** The share with the least in progress: without capacity for it, there is none for the others. */
  #next(): Share | undefined {
    let least: Share | undefined;
    for (const share of this.#waitingShares)
      if (least === undefined || share.running < least.running) least = share;
    return least !== undefined && this.#hasCapacity(least.running) ? least : undefined;
  }

  #leaveQueue(waiter: Waiter): void {
    const { share, weight } = waiter;
    this.#waiters.delete(waiter);
    share.waiters?.delete(waiter);
    share.waitingWeight -= weight;
    if (!isWaiting(share)) this.#waitingShares.delete(share);
  }

  /** One for all that wait. It is left to run where they were served before, and then finds nothing to do. */
  #startTimer(delayMs: number): void {
    this.#hasTimer = true;
    setTimeout(() => {
      this.#hasTimer = false;
      this.#refuseLate();
      const [first] = this.#waiters;
      if (first !== undefined) this.#startTimer(Math.max(1, first.until - performance.now()));
    }, delayMs);
  }

  #refuseLate(): void {
    // A timer may fire a millisecond early.
    const now = performance.now() + 1;
    for (const waiter of this.#waiters) {
      if (waiter.until > now) break;
      const refusal = this.#refusal(waiter.share);
      this.#leaveQueue(waiter);
      this.#closeUnused(waiter.share);
      waiter.refuse(refusal);
    }
    this.#reportIdle();
  }

  /** A fair share is that of all keys that have work in progress or waiting. */
  #refusal(share: Share | undefined): Error {
    const { capacity, timeoutMs } = this.#options;
    const running = share?.running ?? 0;
    if (running >= Math.max(1, Math.floor(capacity / this.#shares.size)))
      return new OverShare(`${running} of ${this.#running} in progress are of one key`);
    return new SemaphoreTimeout(`no place within ${timeoutMs} ms`);
  }

  #reportIdle(): void {
    if (this.#running > 0 || this.#waiters.size > 0) return;
    for (const listener of this.#idleListeners) listener();
    this.#idleListeners = [];
  }
}

function isWaiting(share: Share | undefined): boolean {
  return share?.waiters !== undefined && share.waiters.size > 0;
}
