/** What rows of bookings have in common: a version that every change raises. */
export interface Versioned {
  readonly id: string;
  readonly version: number;
}

/** The rows with the newest version known of each: an answer that was long on its way brings nothing back. */
export function newestOf<Row extends Versioned>(
  rows: readonly Row[],
  known: ReadonlyMap<string, Versioned>,
): Row[] {
  return rows.map((row) => {
    const other = known.get(row.id);
    return other !== undefined && other.version > row.version ? { ...row, ...other } : row;
  });
}

/** The rows that say something new: of each the newest, where pages have it twice. */
export function newRows<Row extends Versioned>(
  rows: readonly Row[],
  known: ReadonlyMap<string, Versioned>,
): Row[] {
  const newest = new Map<string, Row>();
  for (const row of rows) {
    const other = newest.get(row.id) ?? known.get(row.id);
    if (row.version > (other?.version ?? -1)) newest.set(row.id, row);
  }
  return [...newest.values()];
}
