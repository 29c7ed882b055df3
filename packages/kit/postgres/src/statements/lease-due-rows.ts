export interface DueRows {
  readonly table: string;
  /** The columns of the primary key. */
  readonly key: readonly string[];
  /** The condition of a due row, in terms of `waiting`. */
  readonly due: string;
  /** Joins of the selection, and further columns that it selects for `set` and `returning` as `due.<column>`. */
  readonly join?: string;
  readonly select?: string;
  /** In terms of `waiting`; the longest due first. */
  readonly orderBy: string;
  /** The parameter with the largest number of rows, `$1` for example. */
  readonly limit: string;
  /** Marks a row as leased until an instant, after which another process may lease it. */
  readonly set: string;
  /** In terms of `leased` and `due`. */
  readonly returning: string;
}

/**
 * The statement that leases due rows of a work table to one process. Rows that another process leases at the same moment
 * are skipped, not waited for (`FOR UPDATE SKIP LOCKED`). A lease that outlives its process must end by time, and a
 * result written under it should name a fencing number that every lease increments, so that a process that was slow
 * cannot overwrite the result of its successor.
 */
export function leaseDueRows(rows: DueRows): string {
  const { table, key, due, join = '', select, orderBy, limit, set, returning } = rows;
  const columns = [...key.map((column) => `waiting.${column}`), ...(select === undefined ? [] : [select])];
  const isSameRow = key.map((column) => `leased.${column} = due.${column}`).join(' AND ');
  return `
    UPDATE ${table} AS leased SET ${set}
    FROM (SELECT ${columns.join(', ')} FROM ${table} AS waiting ${join}
          WHERE ${due}
          ORDER BY ${orderBy} LIMIT ${limit} FOR UPDATE OF waiting SKIP LOCKED) AS due
    WHERE ${isSameRow}
    RETURNING ${returning}`;
}
