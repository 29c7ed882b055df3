import { queryOptions } from '@tanstack/react-query';
import { lodging } from '../lodging.ts';

const SHOWN_MS = 60_000;

export const openConflictsQuery = queryOptions({
  queryKey: ['conflicts', 'open'],
  queryFn: ({ signal }) =>
    lodging.channelConflicts.list({ status: 'open', limit: 100 }, { signal }).all({ limit: 500 }),
  refetchInterval: SHOWN_MS,
});

/** The newest first. */
export const resolvedConflictsQuery = queryOptions({
  queryKey: ['conflicts', 'resolved'],
  queryFn: async ({ signal }) => {
    const found = await Promise.all(
      (['resolved_relocated', 'resolved_cancelled'] as const).map((status) =>
        lodging.channelConflicts.list({ status, limit: 100 }, { signal }).all({ limit: 500 }),
      ),
    );
    return found.flat().toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  },
});

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => lodging.channelConnections.list({ limit: 100 }, { signal }).all({ limit: 1_000 }),
  refetchInterval: SHOWN_MS,
});

export const endpointsQuery = queryOptions({
  queryKey: ['endpoints'],
  queryFn: ({ signal }) => lodging.webhookEndpoints.list({ signal }).all({ limit: 500 }),
  refetchInterval: SHOWN_MS,
});
