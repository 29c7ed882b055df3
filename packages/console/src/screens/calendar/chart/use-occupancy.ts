import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { now } from '../../../api/clock.ts';
import { CHUNK_RESOURCES, occupancyQuery } from '../../../api/queries/occupancy.ts';
import type { OccupancyEntry, ResourceRecord } from '../../../api/records.ts';
import { chunksOf } from '../../../domain/calendar/chart-window.ts';
import type { ChartWindow } from '../../../domain/calendar/chart-window.ts';

export interface Occupied {
  /** Undefined: not read yet. */
  readonly entriesOf: (resourceId: string) => readonly OccupancyEntry[] | undefined;
  readonly failureOf: (resourceId: string) => Failure | undefined;
}

export interface Failure {
  readonly error: unknown;
  readonly readAgain: () => unknown;
}

type Entries = readonly OccupancyEntry[];

/** Blocks have no list of changes, as bookings have: one request after the other is sent again. */
const REREAD_MS = 30_000;

/** Entries of the resources in view, in requests of 50 resources and 28 nights; what was read before stays. */
export function useOccupancy(
  resources: readonly ResourceRecord[],
  window: ChartWindow,
  inView: ReadonlySet<number>,
): Occupied {
  const client = useQueryClient();
  const chunks = useMemo(() => chunksFor(resources, window), [resources, window]);
  const results = useQueries({
    queries: chunks.map(({ index, from, to, resourceIds }) =>
      occupancyQuery(client, { from, to, resourceIds, isInView: inView.has(index) }),
    ),
  });
  useReread(
    chunks.length,
    (at) => inView.has(chunks[at]?.index ?? -1),
    (at) => void results[at]?.refetch(),
  );
  const answers = useSame(results.map(({ data }) => data));
  const errors = useSame(results.map(({ data, error }) => (data === undefined ? error : null)));
  const [merge] = useState(createMerge);
  const entries = useMemo(() => {
    const parts = new Map<string, Entries[]>();
    for (const answer of answers)
      for (const one of answer?.resources ?? [])
        parts.set(one.resourceId, [...(parts.get(one.resourceId) ?? []), one.entries]);
    const perResource = chunksOf(window).length;
    return new Map(
      [...parts]
        .filter(([, found]) => found.length === perResource)
        .map(([id, found]) => [id, merge(id, found)] as const),
    );
  }, [answers, window, merge]);
  const ended = useHoldEnds(entries);
  return useMemo(() => {
    const failures = new Map<string, Failure>();
    for (const [at, error] of errors.entries())
      for (const id of error === null ? [] : (chunks[at]?.resourceIds ?? []))
        failures.set(id, { error, readAgain: () => client.refetchQueries({ queryKey: ['occupancy'] }) });
    return { entriesOf: (id) => withoutEnded(entries.get(id), ended), failureOf: (id) => failures.get(id) };
  }, [entries, errors, chunks, client, ended]);
}

function chunksFor(resources: readonly ResourceRecord[], window: ChartWindow) {
  const count = Math.ceil(resources.length / CHUNK_RESOURCES);
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const some = resources.slice(index * CHUNK_RESOURCES, (index + 1) * CHUNK_RESOURCES);
    const resourceIds = some.map(({ id }) => id);
    return chunksOf(window).map((nights) => ({ ...nights, index, resourceIds }));
  });
}

/** A stay over the end of a request is in both answers. The same parts are the same list, so that rows stay as drawn. */
function createMerge(): (id: string, parts: readonly Entries[]) => Entries {
  const known = new Map<string, { readonly parts: readonly Entries[]; readonly all: Entries }>();
  return (id, parts) => {
    const before = known.get(id);
    if (before !== undefined && isSame(parts, before.parts)) return before.all;
    const all = [...new Map(parts.flat().map((entry) => [entry.id, entry])).values()];
    known.set(id, { parts, all });
    return all;
  };
}

/** The same list as long as its items are. */
function useSame<Item>(list: readonly Item[]): readonly Item[] {
  const [kept, keep] = useState(list);
  if (isSame(list, kept)) return kept;
  keep(list);
  return list;
}

function isSame<Item>(list: readonly Item[], other: readonly Item[]): boolean {
  return list.length === other.length && list.every((one, at) => one === other[at]);
}

/** The requests in view in turn, so that an idle page sends few of them, however much it shows. */
function useReread(count: number, isInView: (at: number) => boolean, reread: (at: number) => void): void {
  const latest = useRef({ count, isInView, reread, last: -1 });
  useEffect(() => {
    Object.assign(latest.current, { count, isInView, reread });
  });
  useEffect(() => {
    const timer = setInterval(() => {
      const { current } = latest;
      if (document.visibilityState !== 'visible') return;
      for (let step = 1; step <= current.count; step += 1) {
        const at = (current.last + step) % current.count;
        if (!current.isInView(at)) continue;
        current.last = at;
        current.reread(at);
        return;
      }
    }, REREAD_MS);
    return () => clearInterval(timer);
  }, []);
}

/** When a hold has ended last: its bar goes at once, and what became of it is read. */
function useHoldEnds(entries: ReadonlyMap<string, Entries>): number {
  const client = useQueryClient();
  const [ended, setEnded] = useState(now);
  useEffect(() => {
    const ends = [...entries.values()]
      .flat()
      .flatMap(({ holdExpiresAt }) => (holdExpiresAt === null ? [] : [Date.parse(holdExpiresAt)]))
      .filter((end) => end > ended);
    if (ends.length === 0) return undefined;
    const next = Math.min(...ends);
    const timer = setTimeout(
      () => {
        setEnded(next);
        void client.invalidateQueries({ queryKey: ['occupancy'] });
      },
      Math.max(0, next - now()) + 500,
    );
    return () => clearTimeout(timer);
  }, [entries, ended, client]);
  return ended;
}

function withoutEnded(entries: Entries | undefined, ended: number): Entries | undefined {
  const isOver = ({ holdExpiresAt }: OccupancyEntry): boolean =>
    holdExpiresAt !== null && Date.parse(holdExpiresAt) <= ended;
  return entries?.some(isOver) === true ? entries.filter((one) => !isOver(one)) : entries;
}
