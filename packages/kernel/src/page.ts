/** The position of the last row of a page. Lists are ordered by (createdAt, id); `createdAt` has microseconds. */
export interface ListPosition {
  readonly createdAt: string;
  readonly id: string;
}

/** The part of a list that a query asks for; `after` is null on the first page. */
export interface Page<Position = ListPosition> {
  readonly limit: number;
  readonly after: Position | null;
}

/** Splits rows that were read with `limit + 1`: the additional row means that there is a next page. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
): { readonly rows: Row[]; readonly hasMore: boolean } {
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}
