import type { WebhookDelivery } from '@lodging/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { now } from '../clock.ts';
import { lodging } from '../lodging.ts';

/** With the polls of the page it is at most twelve requests a minute. */
const SHOWN_MS = 15_000;
/** While an event is on its way for the first time, such as a test event; one that waits longer is not followed. */
const FOLLOWED_MS = 1_500;
const FOLLOWED_FOR_MS = 30_000;
const FOLLOWED_OF_EACH_MS = 5_000;
const SHOWN_ENDPOINT_MS = 60_000;

function isFirstTryAhead({ status, attempts, createdAt }: WebhookDelivery): boolean {
  return status === 'pending' && attempts.length === 0 && now() - Date.parse(createdAt) < FOLLOWED_FOR_MS;
}

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
      return newest.some(isFirstTryAhead) ? FOLLOWED_MS : SHOWN_MS;
    },
  });
}

const MOST_DELIVERIES = 300;
export const NEWEST_DELIVERIES = 'newest-deliveries';

/** The newest of an endpoint, as far as they go back. */
export function newestDeliveriesQuery(id: string) {
  return queryOptions({
    queryKey: ['endpoint', id, NEWEST_DELIVERIES],
    queryFn: ({ signal }) =>
      lodging.webhookEndpoints.listDeliveries(id, { limit: 100 }, { signal }).all({ limit: MOST_DELIVERIES }),
    refetchInterval: ({ state: { data = [] } }) => (data.some(isFirstTryAhead) ? FOLLOWED_OF_EACH_MS : false),
  });
}

export function endpointQuery(id: string) {
  return queryOptions({
    queryKey: ['endpoint', id],
    queryFn: ({ signal }) => lodging.webhookEndpoints.get(id, { signal }),
    refetchInterval: SHOWN_ENDPOINT_MS,
  });
}
