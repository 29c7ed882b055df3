/** The first page when it is awaited; every item of every page when it is iterated. */
export interface List<Page, Item> extends PromiseLike<Page>, AsyncIterable<Item> {
  /** Page by page. */
  pages(): AsyncIterable<Page>;
  /** All items at once. Mind how many there may be. */
  all(): Promise<Item[]>;
}

interface Paged {
  readonly nextCursor?: string | null;
}

/** `read` asks for the page at a cursor; nothing is asked for before the list is awaited or iterated. */
export function listOf<Page extends object, Item>(
  read: (cursor: string | undefined) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
): List<Page, Item> {
  async function* pages() {
    let cursor: string | null | undefined;
    do {
      const page: Page & Paged = await read(cursor ?? undefined);
      yield page;
      cursor = page.nextCursor;
    } while (typeof cursor === 'string');
  }
  async function* items() {
    for await (const page of pages()) yield* itemsOf(page);
  }
  return {
    pages,
    async all() {
      const found: Item[] = [];
      for await (const item of items()) found.push(item);
      return found;
    },
    [Symbol.asyncIterator]: items,
    // eslint-disable-next-line unicorn/no-thenable -- so that `await` gives the first page.
    then: (resolve, reject) => read(undefined).then(resolve, reject),
  };
}
