/** Of the text of rows, which is about what an answer has. */
const PAGE_BYTES = 1024 * 1024;

/** A column of each row of a `sizedPage`: how many rows the page would have without a limit of its bytes. */
export interface SizedRow {
  readonly found: number;
}

/**
 * A page of rows that may be large: `page` is a SELECT in `order` with LIMIT, for one row more than the page may have. A page
 * has one row at least, and ends where its rows would have more than 1 MiB as text: what it does not show is not sent.
 */
export function sizedPage(page: string, order: string): string {
  return `
  WITH page AS MATERIALIZED (${page}), sized AS (
    SELECT page.*, row_number() OVER listed AS place, (count(*) OVER ())::int AS found,
      sum(octet_length(page::text)) OVER listed AS bytes
    FROM page WINDOW listed AS (ORDER BY ${order}))
  SELECT * FROM sized WHERE place = 1 OR bytes <= ${PAGE_BYTES} ORDER BY place`;
}

/** The rows of the page out of the rows of a `sizedPage`, and whether the list continues after them. */
export function sizedPageOf<Row extends SizedRow>(
  rows: readonly Row[],
  limit: number,
): { readonly rows: Row[]; readonly hasMore: boolean } {
  const shown = rows.slice(0, limit);
  return { rows: shown, hasMore: (rows[0]?.found ?? 0) > shown.length };
}
