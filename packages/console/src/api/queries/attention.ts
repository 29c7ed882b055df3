import { queryOptions } from '@tanstack/react-query';
import { lodging } from '../lodging.ts';

const SHOWN_MS = 60_000;

export const openConflictsQuery = queryOptions({
  queryKey: ['conflicts', 'open'],
  queryFn: ({ signal }) =>
    lodging.channelConflicts.list({ status: 'open', limit: 100 }, { signal }).all({ limit: 500 }),
  refetchInterval: SHOWN_MS,
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
