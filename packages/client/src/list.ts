export interface AllOptions {
  /** At most so many items. */
  readonly limit?: number | undefined;
}

/** The first page when it is awaited; every item of every page when it is iterated. */
export interface List<Page, Item> extends PromiseLike<Page>, AsyncIterable<Item> {
  /** Page by page. */
  pages(): AsyncIterable<Page>;
  /** All items of all pages, or the first `limit` of them; no page is read that is not needed. */
  all(options?: AllOptions): Promise<Item[]>;
}

interface Paged {
  readonly nextCursor?: string | null;
}

/** `read` requests the page at a cursor. Nothing is requested before the list is awaited or iterated. */
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
    async all({ limit = Infinity }: AllOptions = {}) {
      if (limit !== Infinity && !(Number.isInteger(limit) && limit > 0))
        throw new TypeError('limit must be a whole number above 0');
      const found: Item[] = [];
      for await (const item of items()) if (found.push(item) >= limit) break;
      return found;
    },
    [Symbol.asyncIterator]: items,
    // eslint-disable-next-line unicorn/no-thenable -- so that `await` gives the first page.
    then: (resolve, reject) => read(undefined).then(resolve, reject),
  };
}
