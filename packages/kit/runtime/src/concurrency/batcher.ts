import { AsyncLocalStorage } from 'node:async_hooks';

export interface BatcherOptions<Item, Result> {
  /** Items with the same key are batched together; items of other keys do not wait for them. */
  readonly queueKey: (item: Item) => string;
  /** Of the items with the same conflict key, only the first is part of a batch. */
  readonly conflictKey?: (item: Item) => string;
  readonly maxBatch: number;
  /** Batches of one queue that run at once; 1 unless given. */
  readonly concurrency?: number;
  /** A batch that takes longer no longer counts for `concurrency`, while fewer than `maxConcurrency` run. */
  readonly slowAfterMs?: number;
  readonly maxConcurrency?: number;
  /**
   * Does all items or none, and gives a result for each, in their order. Where a batch of several fails, each item is run
   * again as a batch of its own, one after the other in their order, so it must be one that may run twice.
   */
  readonly run: (items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>;
  /** An error that each item would meet again: the whole batch is rejected with it. */
  readonly isFatal: (error: unknown) => boolean;
}

interface Pending<Item, Result> {
  readonly item: Item;
  /** Runs the work in the async context of the request that added the item: its trace, above all. */
  readonly inContext: <T>(work: () => T) => T;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

interface Queue<Item, Result> {
  pending: Pending<Item, Result>[];
  readonly running: Set<{ readonly startedAt: number }>;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Batches concurrent calls. The first call does not wait for others: calls of one turn of the event loop are the first
 * batch, and calls that arrive while it runs are the next one. A call rejects only with its own error.
 */
export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const queues = new Map<string, Queue<Item, Result>>();
  const start = (key: string, queue: Queue<Item, Result>): void => {
    clearTimeout(queue.timer);
    while (queue.pending.length > 0 && hasCapacity(queue, options)) {
      const batch = takeBatch(queue, options);
      const running = { startedAt: performance.now() };
      queue.running.add(running);
      void runBatch(batch, options).then(() => {
        queue.running.delete(running);
        start(key, queue);
      });
    }
    if (queue.pending.length === 0 && queue.running.size === 0) queues.delete(key);
    if (queue.pending.length > 0) queue.timer = setTimeout(start, options.slowAfterMs, key, queue);
  };
  return (item) =>
    new Promise((resolve, reject) => {
      const key = options.queueKey(item);
      const pending = { item, inContext: AsyncLocalStorage.snapshot(), resolve, reject };
      const queue = queues.get(key);
      if (queue === undefined) {
        const created: Queue<Item, Result> = { pending: [pending], running: new Set(), timer: undefined };
        queues.set(key, created);
        setImmediate(start, key, created);
      } else if (queue.pending.push(pending) === 1) setImmediate(start, key, queue);
    });
}

function hasCapacity<Item, Result>(
  { running }: Queue<Item, Result>,
  { concurrency = 1, slowAfterMs, maxConcurrency = concurrency }: BatcherOptions<Item, Result>,
): boolean {
  if (running.size < concurrency) return true;
  if (slowAfterMs === undefined || running.size >= maxConcurrency) return false;
  const slowSince = performance.now() - slowAfterMs;
  return [...running].filter(({ startedAt }) => startedAt > slowSince).length < concurrency;
}

function takeBatch<Item, Result>(
  queue: Queue<Item, Result>,
  { conflictKey, maxBatch }: BatcherOptions<Item, Result>,
): Pending<Item, Result>[] {
  if (conflictKey === undefined) return queue.pending.splice(0, maxBatch);
  const conflicts = new Set<string>();
  const batch: Pending<Item, Result>[] = [];
  queue.pending = queue.pending.filter((pending) => {
    const key = conflictKey(pending.item);
    if (batch.length === maxBatch || conflicts.has(key)) return true;
    conflicts.add(key);
    batch.push(pending);
    return false;
  });
  return batch;
}

/** Never throws: each item gets its own outcome. */
async function runBatch<Item, Result>(
  batch: readonly Pending<Item, Result>[],
  options: BatcherOptions<Item, Result>,
): Promise<void> {
  try {
    const items = batch.map(({ item }) => item);
    // Without this, every batch of a busy queue would belong to the trace of the first call.
    const results = await (batch[0]?.inContext(() => options.run(items)) ?? []);
    if (results.length !== batch.length)
      throw new Error(`${results.length} results for ${batch.length} items`);
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result | Promise<Result>);
  } catch (error) {
    if (batch.length === 1 || options.isFatal(error)) for (const { reject } of batch) reject(error);
    else for (const pending of batch) await runBatch([pending], options);
  }
}
