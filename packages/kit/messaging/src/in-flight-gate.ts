export interface InFlightGate {
  /** Runs the work now or within the queue's patience; otherwise calls `refuse` instead. */
  pass(work: () => Promise<void>, refuse: () => void): void;
  running(): number;
  /** Settles when nothing runs and nothing waits. */
  idle(): Promise<void>;
}

interface Waiting {
  readonly work: () => Promise<void>;
  readonly timer: NodeJS.Timeout;
}

export function inFlightGate({
  limit,
  queueTimeoutMs,
}: {
  limit: number;
  queueTimeoutMs: number;
}): InFlightGate {
  const queue = new Set<Waiting>();
  let watchers: (() => void)[] = [];
  let running = 0;

  const settle = (): void => {
    running -= 1;
    const [next] = queue;
    if (next !== undefined) {
      queue.delete(next);
      clearTimeout(next.timer);
      start(next.work);
    } else if (running === 0) {
      for (const watcher of watchers) watcher();
      watchers = [];
    }
  };
  const start = (work: () => Promise<void>): void => {
    running += 1;
    work().then(settle, settle);
  };
  return {
    pass(work, refuse) {
      if (running < limit) return start(work);
      const timer = setTimeout(() => {
        queue.delete(waiting);
        refuse();
      }, queueTimeoutMs);
      const waiting: Waiting = { work, timer };
      queue.add(waiting);
    },
    running: () => running,
    idle() {
      if (running === 0 && queue.size === 0) return Promise.resolve();
      return new Promise((resolve) => watchers.push(resolve));
    },
  };
}
