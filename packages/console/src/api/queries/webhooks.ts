import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { now } from '../clock.ts';
import { lodging } from '../lodging.ts';

/** With the polls of the page it is at most twelve requests a minute. */
const SHOWN_MS = 15_000;
/** While an event is on its way for the first time, such as a test event; one that waits longer is not followed. */
const FOLLOWED_MS = 1_500;
const FOLLOWED_FOR_MS = 30_000;
const SHOWN_ENDPOINT_MS = 60_000;

export function deliveriesQuery(id: string, status?: 'pending' | 'succeeded' | 'dead') {
  return infiniteQueryOptions({
    queryKey: ['endpoint', id, 'deliveries', status ?? 'all'],
    queryFn: async ({ pageParam, signal }) =>
      lodging.webhookEndpoints.listDeliveries(
        id,
        { limit: 50, ...(status && { status }), ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state: { data } }) => {
      const newest = data?.pages[0]?.deliveries ?? [];
      const isFollowed = newest.some(
        ({ status: is, attempts, createdAt }) =>
          is === 'pending' && attempts.length === 0 && now() - Date.parse(createdAt) < FOLLOWED_FOR_MS,
      );
      return isFollowed ? FOLLOWED_MS : SHOWN_MS;
    },
  });
}

const MOST_DELIVERIES = 300;

/** The newest of an endpoint, as far as they go back, at the time of an event. */
export function newestDeliveriesQuery(id: string, eventId: string) {
  return queryOptions({
    queryKey: ['endpoint', id, 'newest-deliveries', eventId],
    queryFn: ({ signal }) =>
      lodging.webhookEndpoints.listDeliveries(id, { limit: 100 }, { signal }).all({ limit: MOST_DELIVERIES }),
    placeholderData: keepPreviousData,
  });
}

export function endpointQuery(id: string) {
  return queryOptions({
    queryKey: ['endpoint', id],
    queryFn: ({ signal }) => lodging.webhookEndpoints.get(id, { signal }),
    refetchInterval: SHOWN_ENDPOINT_MS,
  });
}
