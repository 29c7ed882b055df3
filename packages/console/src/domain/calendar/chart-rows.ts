import { clip } from './chart-window.ts';
import type { ChartWindow, Span } from './chart-window.ts';
import { packLanes } from './lanes.ts';
import type { Taking } from './lanes.ts';

export interface Bar<Entry> extends Span {
  readonly entry: Entry;
  /** Of an entry with several units: which of its bars this is. */
  readonly part: number;
}

export interface Lane<Entry> {
  readonly kind: 'lane';
  readonly key: string;
  readonly resourceId: string;
  readonly lane: number;
  /** More units are taken than there are. */
  readonly isOver: boolean;
  /** By their first night. */
  readonly bars: readonly Bar<Entry>[];
  readonly isLoaded: boolean;
}

export interface GroupRow {
  readonly kind: 'group';
  readonly key: string;
  readonly isClosed: boolean;
}

export type ChartRow<Entry> = Lane<Entry> | GroupRow;

/**
 * The rows of a resource: one for each unit, and one for each unit that is taken beyond. `entries` undefined: they are not
 * read yet.
 */
export function laneRows<Entry extends Taking>(
  window: ChartWindow,
  resource: { readonly id: string; readonly units: number },
  entries: readonly Entry[] | undefined,
): Lane<Entry>[] {
  const seen = (entries ?? []).filter((entry) => clip(window, entry) !== null);
  const { placed, count } = packLanes(seen);
  const bars = Array.from({ length: Math.max(resource.units, count) }, (): Bar<Entry>[] => []);
  for (const { entry, lanes } of placed) {
    const span = clip(window, entry);
    if (span === null) continue;
    for (const [part, lane] of lanes.entries()) bars[lane]?.push({ entry, part, ...span });
  }
  return bars.map((ofLane, lane) => ({
    kind: 'lane',
    key: `${resource.id}/${lane}`,
    resourceId: resource.id,
    lane,
    isOver: lane >= resource.units,
    bars: ofLane,
    isLoaded: entries !== undefined,
  }));
}

/** The bar over a night of the window. */
export function barAt<Entry>({ bars }: Pick<Lane<Entry>, 'bars'>, night: number): Bar<Entry> | undefined {
  return bars.find(({ first, nights }) => first <= night && night < first + nights);
}

/** Units that are free in each night; what is taken beyond the units of one resource makes none of another less. */
export function freeUnits(
  window: ChartWindow,
  resources: readonly { readonly units: number; readonly entries: readonly Taking[] }[],
): number[] {
  const free = Array.from({ length: window.days }, () => 0);
  for (const { units, entries } of resources) {
    const taken = Array.from({ length: window.days }, () => 0);
    for (const entry of entries) {
      const { first, nights } = clip(window, entry) ?? { first: 0, nights: 0 };
      for (let night = first; night < first + nights; night += 1)
        taken[night] = (taken[night] ?? 0) + entry.units;
    }
    for (const [night, count] of taken.entries())
      free[night] = (free[night] ?? 0) + Math.max(0, units - count);
  }
  return free;
}
