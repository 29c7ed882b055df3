import { queryOptions, useQuery } from '@tanstack/react-query';
import { lodging } from '../lodging.ts';
import type { ResourceRecord } from '../records.ts';

export const RARELY_CHANGED_MS = 300_000;

/** Everything that is sold here, once: names and time zones of all rows. */
export const resourcesQuery = queryOptions({
  queryKey: ['resources'],
  queryFn: ({ signal }): Promise<ResourceRecord[]> =>
    lodging.resources.list({ limit: 100 }, { signal }).all(),
  staleTime: RARELY_CHANGED_MS,
  refetchInterval: RARELY_CHANGED_MS,
});

export interface Resources {
  readonly list: readonly ResourceRecord[];
  readonly isLoaded: boolean;
  readonly find: (id: string) => ResourceRecord | undefined;
}

export function useResources(): Resources {
  const { data } = useQuery(resourcesQuery);
  const list = data ?? [];
  return { list, isLoaded: data !== undefined, find: (id) => list.find((one) => one.id === id) };
}
