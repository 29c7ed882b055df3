import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { changesQuery } from '../../api/queries/changes.ts';
import { CHUNK_RESOURCES } from '../../api/queries/occupancy.ts';
import { useResources } from '../../api/queries/resources.ts';
import type { OccupancyEntry, ResourceRecord } from '../../api/records.ts';
import type { ChartWindow } from '../../domain/calendar/chart-window.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { localDate } from '../../ui/when.tsx';
import type { CalendarSearch } from './calendar-search.ts';
import type { Ghost } from './chart/chart-props.ts';
import { groupsOf, useFree, useRows } from './chart/use-chart.ts';
import type { EntryRow } from './chart/use-chart.ts';
import { useOccupancy } from './chart/use-occupancy.ts';

/** What the calendar shows: resources by room type, what takes them, and what is free. */
export function useCalendar(search: CalendarSearch, window: ChartWindow, isList: boolean) {
  const resources = useResources();
  const { list } = resources;
  const { type, find, closed: closedText = '' } = search;
  const onSale = useMemo(() => list.filter(({ archivedAt }) => archivedAt === null), [list]);
  const closed = useMemo(() => closedText.split(',').filter(Boolean), [closedText]);
  const groups = useMemo(
    () => groupsOf(onSale, { roomType: type, find, closed }),
    [onSale, type, find, closed],
  );
  const { inView, onRange } = useInView(onSale);
  const all = useMemo(
    () =>
      chunksWith(
        onSale,
        groups.flatMap((group) => group.resources),
      ),
    [onSale, groups],
  );
  const occupied = useOccupancy(onSale, window, isList ? all : inView);
  const rows = useRows(groups, closed, window, occupied);
  const free = useFree(groups, window, occupied, type !== undefined || find !== undefined);
  const range = useCallback((first: number, last: number) => onRange(rows, first, last), [rows, onRange]);
  const toggle = (key: string): string =>
    (closed.includes(key) ? closed.filter((one) => one !== key) : [...closed, key]).join(',');
  return { resources, isEmpty: onSale.length === 0, groups, occupied, rows, free, range, toggle };
}

/** The requests for rows in view, and the next one. */
function useInView(resources: readonly ResourceRecord[]) {
  const [chunks, setChunks] = useState('');
  const chunkOf = useMemo(
    () => new Map(resources.map(({ id }, at) => [id, Math.floor(at / CHUNK_RESOURCES)])),
    [resources],
  );
  const onRange = useCallback(
    (rows: readonly EntryRow[], first: number, last: number): void => {
      const found = rows
        .slice(first, last + 1)
        .flatMap((row) => (row.kind === 'lane' ? [chunkOf.get(row.resourceId) ?? 0] : []));
      const next = found.length === 0 ? [] : [Math.max(...found) + 1];
      setChunks([...new Set([...found, ...next])].toSorted((one, other) => one - other).join(','));
    },
    [chunkOf],
  );
  const inView = useMemo(() => new Set(chunks === '' ? [] : chunks.split(',').map(Number)), [chunks]);
  return { inView, onRange };
}

function chunksWith(
  resources: readonly ResourceRecord[],
  shown: readonly ResourceRecord[],
): ReadonlySet<number> {
  const ids = new Set(shown.map(({ id }) => id));
  return new Set(resources.flatMap(({ id }, at) => (ids.has(id) ? [Math.floor(at / CHUNK_RESOURCES)] : [])));
}

export interface FoundEntry {
  readonly entry: OccupancyEntry;
  readonly resourceId: string;
}

/** Where the chart has an entry; undefined where it is not in view. */
export function findEntry(rows: readonly EntryRow[], id: string | undefined): FoundEntry | undefined {
  if (id === undefined) return undefined;
  for (const row of rows) {
    if (row.kind !== 'lane') continue;
    const bar = row.bars.find(({ entry }) => entry.id === id);
    if (bar !== undefined) return { entry: bar.entry, resourceId: row.resourceId };
  }
  return undefined;
}

const NONE: readonly Ghost[] = [];

/** Where the open stay will be once its change is paid. */
export function useGhosts(stay: string | undefined): readonly Ghost[] {
  const { stayChange: texts } = useTexts();
  const { time } = useFormats();
  const { list } = useResources();
  const { data } = useQuery({ ...changesQuery(stay ?? ''), enabled: stay !== undefined });
  return useMemo(() => {
    const awaiting = data?.filter(({ state }) => state === 'awaiting_payment') ?? [];
    if (stay === undefined || awaiting.length === 0) return NONE;
    return awaiting.map(({ id, expiresAt, proposed: { resourceId, from, to } }) => {
      const zone = list.find((one) => one.id === resourceId)?.timezone ?? 'UTC';
      const label = expiresAt === null ? '' : texts.until(time(expiresAt, zone));
      return { id, resourceId, from: localDate(from, zone), to: localDate(to, zone), label };
    });
  }, [data, stay, list, texts, time]);
}
