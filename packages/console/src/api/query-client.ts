import { QueryClient } from '@tanstack/react-query';
import { isLodgingError } from './lodging.ts';

const PASSING = ['connection_failed', 'deadline_exceeded', 'service_unavailable', 'resource_locked'];

/** The same request may be answered a moment later. */
export const isPassing = (error: unknown): boolean => isLodgingError(error) && PASSING.includes(error.code);

/** Answers stay in memory alone, and go with the session. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The poll of `freshness.ts` says what has changed.
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: 5_000,
        // A request that waits for the network would be sent unnoticed.
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && isPassing(error),
        retryDelay: 700,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
