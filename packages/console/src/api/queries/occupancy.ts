import { responseInfo } from '@lodging/client';
import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { lodging } from '../lodging.ts';
import type { Occupancy } from '../records.ts';

/** How many resources one request has; the API has at most 100. */
export const CHUNK_RESOURCES = 50;

interface OccupancyChunk {
  readonly etag: string | null;
  readonly resources: Occupancy['resources'];
}

interface ChunkOptions {
  readonly from: string;
  readonly to: string;
  readonly resourceIds: readonly string[];
  /** Whether its rows are on the screen: others keep what was read. */
  readonly isInView: boolean;
}

/** Stays, holds and blocks of some resources over some nights. */
export function occupancyQuery(client: QueryClient, { from, to, resourceIds, isInView }: ChunkOptions) {
  const queryKey = ['occupancy', from, to, resourceIds.join(',')] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<OccupancyChunk> => {
      const before = client.getQueryData<OccupancyChunk>(queryKey);
      const query = { from, to, resourceIds: resourceIds.join(','), limit: resourceIds.length };
      const found = await (before?.etag
        ? lodging.occupancy.get(query, { signal, ifNoneMatch: before.etag })
        : lodging.occupancy.get(query, { signal }));
      if (found !== undefined) return { etag: responseInfo(found)?.etag ?? null, resources: found.resources };
      return before ?? { etag: null, resources: [] };
    },
    enabled: isInView,
  });
}
