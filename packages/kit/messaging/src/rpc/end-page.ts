/** The items of a page of a list have no more bytes as JSON, unless it has one item alone; 4 KiB are for what is around them. */
const PAGE_BYTES = 1020 * 1024;

/** Rows of one page, and whether the list continues after them. */
export interface PageRows<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

export interface EndedPage<Row, Item> {
  readonly items: Item[];
  /** The row after which the list continues; undefined where it ends. */
  readonly last: Row | undefined;
  /** Rows that did not fit are left for the next page. */
  readonly isCut: boolean;
}

/** The items of an answer: as many rows as its size allows. Further rows are not encoded. */
export function endPage<Row, Item>(
  { rows, hasMore }: PageRows<Row>,
  encode: (row: Row) => Item,
): EndedPage<Row, Item> {
  const items: Item[] = [];
  let bytes = 0;
  for (const row of rows) {
    const item = encode(row);
    // With its comma.
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    if (bytes > PAGE_BYTES && items.length > 0) return { items, last: rows[items.length - 1], isCut: true };
    items.push(item);
  }
  return { items, last: hasMore ? rows.at(-1) : undefined, isCut: false };
}
