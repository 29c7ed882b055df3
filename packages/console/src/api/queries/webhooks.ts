import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { lodging } from '../lodging.ts';

const SHOWN_MS = 10_000;
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
    refetchInterval: SHOWN_MS,
  });
}

const MOST_DELIVERIES = 300;

/** The newest of an endpoint, as far as they go back. */
export function newestDeliveriesQuery(id: string) {
  return queryOptions({
    queryKey: ['endpoint', id, 'newest-deliveries'],
    queryFn: ({ signal }) =>
      lodging.webhookEndpoints.listDeliveries(id, { limit: 100 }, { signal }).all({ limit: MOST_DELIVERIES }),
  });
}

export function endpointQuery(id: string) {
  return queryOptions({
    queryKey: ['endpoint', id],
    queryFn: ({ signal }) => lodging.webhookEndpoints.get(id, { signal }),
    refetchInterval: SHOWN_ENDPOINT_MS,
  });
}
