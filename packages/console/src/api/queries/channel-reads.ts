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
