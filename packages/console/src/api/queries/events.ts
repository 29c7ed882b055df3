import type { EventListParams } from '@lodging/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
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
