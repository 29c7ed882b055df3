import { queryOptions } from '@tanstack/react-query';
import { lodging } from '../lodging.ts';

const SHOWN_MS = 60_000;
/** As many as the API keeps. */
const KEPT = 200;

/** Newest first. */
export function channelReadsQuery(id: string) {
  return queryOptions({
    // Below the connections, so that what reads them again reads these as well.
    queryKey: ['connections', id, 'reads'],
    queryFn: ({ signal }) =>
      lodging.channelConnections.listReads(id, { limit: 100 }, { signal }).all({ limit: KEPT }),
    refetchInterval: SHOWN_MS,
  });
}

/** The resources whose nights a connection takes. */
export function listingsQuery(connectionId: string) {
  return queryOptions({
    // Below the connections, so that what reads them again reads these as well.
    queryKey: ['connections', connectionId, 'listings'],
    queryFn: ({ signal }) =>
      lodging.channelConnections.listListings(connectionId, { signal }).all({ limit: 1_000 }),
  });
}

const MOST_BLOCKS = 500;

/** How many blocks of a listing there are; one more than the most that are counted where there are more. */
export function listingBlocksQuery({ id, resourceId }: { readonly id: string; readonly resourceId: string }) {
  return queryOptions({
    queryKey: ['connections', 'listing-blocks', id],
    queryFn: async ({ signal }) => {
      const query = { resourceId, imported: 'true' as const, limit: 100 };
      const blocks = await lodging.blocks.list(query, { signal }).all({ limit: MOST_BLOCKS });
      return blocks.filter(({ listingId }) => listingId === id).length;
    },
    staleTime: 0,
  });
}
