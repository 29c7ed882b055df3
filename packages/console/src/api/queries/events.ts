import type { EventListParams } from '@lodging/client';
import { addDays, startOfDate } from '@lodging/format';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { lodging } from '../lodging.ts';

export interface EventFilters {
  readonly type?: string | undefined;
  readonly reservationId?: string | undefined;
}

/** Newest first. */
export function eventsQuery(filters: EventFilters) {
  return infiniteQueryOptions({
    queryKey: ['events', filters],
    queryFn: async ({ pageParam, signal }) =>
      lodging.events.list(
        { ...filters, order: 'desc', limit: 50, ...(pageParam && { cursor: pageParam }) } as EventListParams,
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** Pages of one round. */
const MOST_NEWER_PAGES = 10;

/** Puts what is newer than the log that is shown before it: one page as a rule, and on to the event that is known. */
export async function readNewerEvents(
  client: QueryClient,
  filters: EventFilters,
  signal: AbortSignal,
): Promise<number> {
  const { queryKey } = eventsQuery(filters);
  const [first] = client.getQueryData(queryKey)?.pages ?? [];
  if (first === undefined) return 0;
  const known = first.events[0]?.id;
  const newer: typeof first.events = [];
  let cursor: string | null = '';
  for (let page = 0; page < MOST_NEWER_PAGES && cursor !== null; page += 1) {
    const options = { ...filters, order: 'desc', limit: 50, ...(cursor && { cursor }) } as EventListParams;
    const { events, nextCursor } = await lodging.events.list(options, { signal });
    const at = events.findIndex(({ id }) => id === known);
    newer.push(...(at < 0 ? events : events.slice(0, at)));
    cursor = at < 0 && known !== undefined ? nextCursor : null;
  }
  // The log may have been read further meanwhile.
  client.setQueryData(queryKey, (before) => {
    const [head, ...rest] = before?.pages ?? [];
    if (before === undefined || head === undefined) return before;
    const shown = new Set(head.events.map(({ id }) => id));
    const events = [...newer.filter(({ id }) => !shown.has(id)), ...head.events];
    return { ...before, pages: [{ ...head, events }, ...rest] };
  });
  return newer.length;
}

/** An event comes a moment after its change. */
const READ_AGAIN_MS = 60_000;
/** Of one day. */
const MOST_CANCELLED = 5_000;

/** The bookings that were cancelled on a date: the list of bookings knows the last change alone, of whatever kind. */
export function cancelledOnQuery(date: string, timeZone: string) {
  return queryOptions({
    queryKey: ['events', 'cancelled-on', date, timeZone],
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
      const events = lodging.events.list(
        {
          type: 'reservation.cancelled',
          from: startOfDate(date, timeZone),
          to: startOfDate(addDays(date, 1), timeZone),
          limit: 100,
        },
        { signal },
      );
      const found = await events.all({ limit: MOST_CANCELLED });
      return new Set(
        found.flatMap((event) => (event.type === 'reservation.cancelled' ? [event.data.object.id] : [])),
      );
    },
    // A Set cannot be compared with the one before.
    structuralSharing: false,
    refetchInterval: READ_AGAIN_MS,
  });
}
