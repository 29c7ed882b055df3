/** A place in a grid of plans and dates. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** A rectangle between two of its corners. */
export interface Area {
  readonly anchor: Place;
  readonly end: Place;
}

const between = (at: number, one: number, other: number): boolean =>
  at >= Math.min(one, other) && at <= Math.max(one, other);

export const covers = ({ anchor, end }: Area, { row, column }: Place): boolean =>
  between(row, anchor.row, end.row) && between(column, anchor.column, end.column);

export const isSelected = (areas: readonly Area[], place: Place): boolean =>
  areas.some((area) => covers(area, place));

/** Each place once, row by row. */
export function placesOf(areas: readonly Area[]): Place[] {
  const found = new Map<string, Place>();
  for (const { anchor, end } of areas)
    for (let row = Math.min(anchor.row, end.row); row <= Math.max(anchor.row, end.row); row += 1)
      for (let at = Math.min(anchor.column, end.column); at <= Math.max(anchor.column, end.column); at += 1)
        found.set(`${row} ${at}`, { row, column: at });
  return [...found.values()].toSorted((a, b) => a.row - b.row || a.column - b.column);
}

/** Keys move within the grid; null for a key that moves nothing. */
export function movedBy(key: string, { row, column }: Place, size: Place): Place | null {
  const last = { row: size.row - 1, column: size.column - 1 };
  const place = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    Home: { row, column: 0 },
    End: { row, column: last.column },
    PageUp: { row, column: column - 7 },
    PageDown: { row, column: column + 7 },
  }[key];
  if (place === undefined) return null;
  const kept = (at: number, most: number): number => Math.max(0, Math.min(at, most));
  return { row: kept(place.row, last.row), column: kept(place.column, last.column) };
}
