import { AsyncLocalStorage } from 'node:async_hooks';

interface Waiting<Item, Result> {
  readonly item: Item;
  /** Runs something as part of what asked for the item: its trace, above all. */
  readonly within: <T>(work: () => T) => T;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface GatherOptions<Item, Result> {
  /** Those with the same key go together; different keys do not wait for each other. */
  readonly keyOf: (item: Item) => string;
  /** Of the items with the same one, only the first may be in a lot. */
  readonly partOf: (item: Item) => string;
  /** All or nothing, with a result for each in their order. Where a lot of several fails, each is done again by itself. */
  readonly doAll: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** The error of a lot that each of its items would meet again, so that none of them is tried by itself. */
  readonly isFatal: (error: unknown) => boolean;
  readonly most: number;
}

/** Resolves when the item is done; rejects when it cannot be, whatever became of its company. */
export function gather<Item, Result>(options: GatherOptions<Item, Result>): (item: Item) => Promise<Result> {
  const queues = new Map<string, Waiting<Item, Result>[]>();
  const work = async (key: string, queue: Waiting<Item, Result>[]): Promise<void> => {
    // Those who come in the same turn of the event loop are of the first lot, too.
    await new Promise(setImmediate);
    while (queue.length > 0) await settle(takeLot(queue, options), options);
    queues.delete(key);
  };
  return (item) =>
    new Promise((resolve, reject) => {
      const key = options.keyOf(item);
      const queue = queues.get(key);
      const waiting = { item, within: AsyncLocalStorage.snapshot(), resolve, reject };
      if (queue !== undefined) {
        queue.push(waiting);
        return;
      }
      const opened = [waiting];
      queues.set(key, opened);
      void work(key, opened);
    });
}

function takeLot<Item, Result>(
  queue: Waiting<Item, Result>[],
  { partOf, most }: GatherOptions<Item, Result>,
): Waiting<Item, Result>[] {
  const parts = new Set<string>();
  const lot: Waiting<Item, Result>[] = [];
  const left = queue.splice(0).filter((waiting) => {
    const part = partOf(waiting.item);
    if (lot.length === most || parts.has(part)) return true;
    parts.add(part);
    lot.push(waiting);
    return false;
  });
  queue.push(...left);
  return lot;
}

/** Never throws: everyone who waits learns their own outcome. */
async function settle<Item, Result>(
  lot: readonly Waiting<Item, Result>[],
  options: GatherOptions<Item, Result>,
): Promise<void> {
  try {
    const items = lot.map(({ item }) => item);
    // Else every lot of a busy key would be part of whatever asked first, hours ago.
    const results = await (lot[0]?.within(() => options.doAll(items)) ?? []);
    if (results.length !== lot.length) throw new Error(`${results.length} results for ${lot.length} items`);
    for (const [index, { resolve }] of lot.entries()) resolve(results[index] as Result);
  } catch (error) {
    if (lot.length === 1 || options.isFatal(error)) for (const { reject } of lot) reject(error);
    else for (const waiting of lot) await settle([waiting], options);
  }
}
