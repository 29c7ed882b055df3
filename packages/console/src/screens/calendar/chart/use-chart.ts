import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { nightsQuery } from '../../../api/queries/metrics.ts';
import { CHUNK_RESOURCES } from '../../../api/queries/occupancy.ts';
import type { OccupancyEntry, ResourceRecord } from '../../../api/records.ts';
import { freeUnits, laneRows } from '../../../domain/calendar/chart-rows.ts';
import type { Bar, ChartRow, Lane } from '../../../domain/calendar/chart-rows.ts';
import { datesOf } from '../../../domain/calendar/chart-window.ts';
import type { ChartWindow } from '../../../domain/calendar/chart-window.ts';
import type { Occupied } from './use-occupancy.ts';

export type EntryBar = Bar<OccupancyEntry>;
export type EntryLane = Lane<OccupancyEntry>;
export type EntryRow = ChartRow<OccupancyEntry>;

export interface ChartFilters {
  readonly roomType: string | undefined;
  readonly find: string | undefined;
  /** Groups whose rows are hidden. */
  readonly closed: readonly string[];
}

export interface Group {
  readonly key: string;
  /** Null: resources without a room type. */
  readonly name: string | null;
  readonly resources: readonly ResourceRecord[];
}

/** Room types by name, and what has none last. */
export function groupsOf(resources: readonly ResourceRecord[], { roomType, find }: ChartFilters): Group[] {
  const typed = find?.trim().toLowerCase() ?? '';
  const shown = resources.filter(
    (one) =>
      (roomType === undefined || (one.roomType?.id ?? GENERIC) === roomType) &&
      one.name.toLowerCase().includes(typed),
  );
  const groups = [...Map.groupBy(shown, ({ roomType: type }) => type?.id ?? GENERIC)].map(
    ([key, list]): Group => ({ key, name: list[0]?.roomType?.name ?? null, resources: list }),
  );
  return groups.toSorted((one, other) => {
    if (one.name === null || other.name === null) return one.name === null ? 1 : -1;
    return one.name.localeCompare(other.name);
  });
}

export const GENERIC = 'generic';

/** The rows of the chart. A resource that did not change keeps its rows, which are then not drawn again. */
export function useRows(
  groups: readonly Group[],
  closed: readonly string[],
  window: ChartWindow,
  { entriesOf }: Occupied,
): readonly EntryRow[] {
  const [rowsOf] = useState(createRows);
  return useMemo(
    () =>
      groups.flatMap(({ key, resources }): readonly EntryRow[] => {
        const isClosed = closed.includes(key);
        const rows = isClosed
          ? []
          : resources.flatMap(({ id, units }) => rowsOf(id, { window, units, entries: entriesOf(id) }));
        return [{ kind: 'group', key, isClosed }, ...rows];
      }),
    [groups, closed, window, entriesOf, rowsOf],
  );
}

interface RowsInput {
  readonly window: ChartWindow;
  readonly units: number;
  readonly entries: readonly OccupancyEntry[] | undefined;
}

function createRows(): (id: string, input: RowsInput) => readonly EntryLane[] {
  const known = new Map<string, RowsInput & { readonly rows: readonly EntryLane[] }>();
  return (id, { window, units, entries }) => {
    const before = known.get(id);
    if (before?.window === window && before.units === units && before.entries === entries) return before.rows;
    const rows = laneRows(window, { id, units }, entries);
    known.set(id, { window, units, entries, rows });
    return rows;
  };
}

/** Free units of each night: of the filtered rows where all of them are read, else of everything by the figures. */
export function useFree(
  groups: readonly Group[],
  window: ChartWindow,
  { entriesOf }: Occupied,
  isFiltered: boolean,
): readonly (number | null)[] {
  const resources = useMemo(() => groups.flatMap((group) => group.resources), [groups]);
  const counted = useMemo(() => {
    const read = resources.map(({ id, units }) => ({ units, entries: entriesOf(id) }));
    const known = read.flatMap(({ units, entries }) => (entries ? [{ units, entries }] : []));
    return known.length === read.length ? freeUnits(window, known) : null;
  }, [resources, window, entriesOf]);
  const isMany = resources.length > CHUNK_RESOURCES && !isFiltered;
  const { data } = useQuery({
    ...nightsQuery(window.from, window.days),
    enabled: isMany && counted === null,
  });
  if (counted !== null) return counted;
  const figures = new Map(
    (data ?? []).map((day) => [day.date, Math.max(0, day.roomNightsAvailable - day.roomNightsSold)]),
  );
  return datesOf(window).map((date) => figures.get(date) ?? null);
}
