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

/** The parameters of a query for a page in the order of (created_at, id). */
export interface KeysetValues {
  readonly afterCreatedAt: string;
  readonly afterId: string;
  /** One row more than the page, which says whether the list continues. */
  readonly limit: number;
}

/** Before every row of a table. */
const FIRST: ListPosition = { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
const MICROSECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;
const YEAR_1_MS = -62_135_596_800_000;

/** Undefined where no row can have the position, so that the page is empty: the service did not sign the cursor itself. */
export function keysetValues({ limit, after }: Page): KeysetValues | undefined {
  if (after !== null && !isTimestamp(after.createdAt)) return undefined;
  const { createdAt, id } = after ?? FIRST;
  return { afterCreatedAt: createdAt, afterId: id, limit: limit + 1 };
}

/** Whether Postgres takes it for a timestamp. */
function isTimestamp(text: string): boolean {
  if (!MICROSECONDS.test(text)) return false;
  try {
    return Temporal.Instant.from(text).epochMilliseconds > YEAR_1_MS;
  } catch {
    return false;
  }
}

/** The rows of a page, and whether there is a next one. */
export interface RowPage<Row> {
  readonly rows: Row[];
  readonly hasMore: boolean;
}

/** Splits rows that were read with `limit + 1`: the additional row means that there is a next page. */
export function pageOf<Row>(rows: readonly Row[], limit: number): RowPage<Row> {
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}
