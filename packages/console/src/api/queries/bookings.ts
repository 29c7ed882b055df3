import type { BookingListParams } from '@lodging/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { lodging } from '../lodging.ts';
import type { BookingRow } from '../records.ts';
import { mergeAnswer } from '../known-rows.ts';

/** As the list of bookings takes them; `state` and `balanceState` may be lists with commas. */
export type BookingFilters = Omit<BookingListParams, 'state' | 'order' | 'cursor' | 'limit'> & {
  readonly state?: string | undefined;
  readonly balanceState?: string | undefined;
  readonly sort?: string | undefined;
  readonly order?: string | undefined;
};

interface BookingPage {
  readonly bookings: readonly BookingRow[];
  readonly nextCursor: string | null;
}

export interface BookingRows {
  readonly bookings: readonly BookingRow[];
  /** There are more than were read. */
  readonly more: boolean;
}

const PAGE = 50;
/** Of a list that is shown whole. */
const MOST_ROWS = 500;

export async function readBookings(
  filters: BookingFilters & { readonly cursor?: string | undefined; readonly limit?: number },
  signal?: AbortSignal,
): Promise<BookingPage> {
  return (await lodging.bookings.list(filters as BookingListParams, { signal })) as BookingPage;
}

/** A list that grows page by page. */
export function bookingPages(client: QueryClient, filters: BookingFilters) {
  return infiniteQueryOptions({
    queryKey: ['bookings', 'pages', filters],
    queryFn: async ({ pageParam, signal }) =>
      mergeAnswer(
        client,
        await readBookings({ ...filters, limit: PAGE, ...(pageParam && { cursor: pageParam }) }, signal),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** All rows of a short list. */
export function bookingRows(client: QueryClient, filters: BookingFilters) {
  return queryOptions({
    queryKey: ['bookings', 'rows', filters],
    queryFn: async ({ signal }): Promise<BookingRows> => {
      const found: BookingRow[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await readBookings({ ...filters, limit: 100, ...(cursor && { cursor }) }, signal);
        found.push(...page.bookings);
        cursor = page.nextCursor;
      } while (cursor !== null && found.length < MOST_ROWS);
      return mergeAnswer(client, { bookings: found, more: cursor !== null });
    },
  });
}
