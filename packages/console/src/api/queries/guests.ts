import type { Guest, GuestStay } from '@lodging/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { lodging } from '../lodging.ts';

type GuestListParams = Parameters<typeof lodging.guests.list>[0];

export interface GuestFilters {
  readonly q?: string | undefined;
  readonly verified?: 'true' | 'false' | undefined;
}

const SHOWN_MS = 30_000;
const PAGE = 50;
/** Of one guest, whose stays are shown whole. */
const MOST_STAYS = 1_000;

/** Everything read of guests; a changed booking may be one of an erased guest. */
export const GUESTS = ['guests'] as const;

export function guestPages(filters: GuestFilters) {
  return infiniteQueryOptions({
    queryKey: [...GUESTS, 'pages', filters],
    queryFn: async ({ pageParam, signal }) =>
      lodging.guests.list(
        { ...filters, limit: PAGE, ...(pageParam && { cursor: pageParam }) } as GuestListParams,
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** The first ones whose address or name begins with the text. */
export function foundGuests(q: string) {
  return queryOptions({
    queryKey: [...GUESTS, 'found', q],
    queryFn: async ({ signal }) => (await lodging.guests.list({ q, limit: 8 }, { signal })).guests,
  });
}

export function guestQuery(id: string) {
  return queryOptions({
    queryKey: [...GUESTS, id, 'record'],
    queryFn: ({ signal }): Promise<Guest> => lodging.guests.get(id, { signal }),
    refetchInterval: SHOWN_MS,
  });
}

export function guestStaysQuery(id: string) {
  return queryOptions({
    queryKey: [...GUESTS, id, 'stays'],
    queryFn: ({ signal }): Promise<GuestStay[]> =>
      lodging.guests.listStays(id, { limit: 100 }, { signal }).all({ limit: MOST_STAYS }),
  });
}
