// Owns doing in one go what many ask for at the same time: while one lot is under way, the next one gathers.

interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface GatherOptions<Item> {
  /** Those with the same key go together; different keys do not wait for each other. */
  readonly keyOf: (item: Item) => string;
  /** Of the items with the same one, only the first may be in a lot. */
  readonly partOf: (item: Item) => string;
  /** All or nothing. Where a lot of several fails, each is done again by itself. */
  readonly doAll: (items: readonly Item[]) => Promise<void>;
  readonly most: number;
}

/** Resolves when the item is done; rejects when it cannot be, whatever became of its company. */
export function gather<Item>(options: GatherOptions<Item>): (item: Item) => Promise<void> {
  const queues = new Map<string, Waiting<Item>[]>();
  const work = async (key: string, queue: Waiting<Item>[]): Promise<void> => {
    // Those who come in the same turn of the event loop are of the first lot, too.
    await new Promise(setImmediate);
    while (queue.length > 0) await settle(takeLot(queue, options), options.doAll);
    queues.delete(key);
  };
  return (item) =>
    new Promise((resolve, reject) => {
      const key = options.keyOf(item);
      const queue = queues.get(key);
      const waiting = { item, resolve, reject };
      if (queue !== undefined) {
        queue.push(waiting);
        return;
      }
      const opened = [waiting];
      queues.set(key, opened);
      void work(key, opened);
    });
}

function takeLot<Item>(queue: Waiting<Item>[], { partOf, most }: GatherOptions<Item>): Waiting<Item>[] {
  const parts = new Set<string>();
  const lot: Waiting<Item>[] = [];
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
async function settle<Item>(
  lot: readonly Waiting<Item>[],
  doAll: (items: readonly Item[]) => Promise<void>,
): Promise<void> {
  try {
    await doAll(lot.map(({ item }) => item));
    for (const { resolve } of lot) resolve();
  } catch (error) {
    if (lot.length === 1) lot[0]?.reject(error);
    else for (const waiting of lot) await settle([waiting], doAll);
  }
}
