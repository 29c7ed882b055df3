/** What takes units of a resource over nights; `to` is exclusive. */
export interface Taking {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly units: number;
}

export interface Placed<Entry> {
  readonly entry: Entry;
  /** One for each of its units, the lowest first. */
  readonly lanes: readonly number[];
}

export interface Lanes<Entry> {
  readonly placed: readonly Placed<Entry>[];
  /** The most units that are taken in one night. */
  readonly count: number;
}

/**
 * Gives each entry the lowest lanes that are free on its nights, in the order of (from, id): the same entries are in the same
 * lanes after every reading, and an entry that begins later moves none that begins before.
 */
export function packLanes<Entry extends Taking>(entries: readonly Entry[]): Lanes<Entry> {
  /** The night from which on each lane is free. */
  const freeFrom: string[] = [];
  const placed = entries.toSorted(byBegin).map((entry) => {
    const lanes: number[] = [];
    for (let lane = 0; lanes.length < entry.units; lane += 1) {
      const free = freeFrom[lane];
      if (free !== undefined && free > entry.from) continue;
      freeFrom[lane] = entry.to;
      lanes.push(lane);
    }
    return { entry, lanes };
  });
  return { placed, count: freeFrom.length };
}

/** The most units that the entries take in one of the nights from `from` until before `to`. */
export function mostTaken(entries: readonly Taking[], { from, to }: Pick<Taking, 'from' | 'to'>): number {
  const within = entries.flatMap((entry) => {
    const cut = {
      ...entry,
      from: entry.from > from ? entry.from : from,
      to: entry.to < to ? entry.to : to,
    };
    return cut.from < cut.to ? [cut] : [];
  });
  return packLanes(within).count;
}

function byBegin(one: Taking, other: Taking): number {
  if (one.from !== other.from) return one.from < other.from ? -1 : 1;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}
