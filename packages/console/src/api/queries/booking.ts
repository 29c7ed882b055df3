import { responseInfo } from '@lodging/client';
import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { now } from '../clock.ts';
import { lodging } from '../lodging.ts';
import type { OneBooking } from '../records.ts';

export const SHOWN_BOOKING_MS = 30_000;
const SOON_MS = 1_000;
/** Of a browser. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** One booking. The poll finds its changes; in between it is read by its ETag. */
export function bookingQuery(client: QueryClient, id: string) {
  const queryKey = ['booking', id, 'record'] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<OneBooking> => {
      const before = client.getQueryData<OneBooking>(queryKey);
      const etag = before && responseInfo(before)?.etag;
      const found = await (etag
        ? lodging.bookings.get(id, { signal, ifNoneMatch: etag })
        : lodging.bookings.get(id, { signal }));
      // A later answer may have come meanwhile.
      const newest = client.getQueryData<OneBooking>(queryKey);
      if (found === undefined) return newest ?? lodging.bookings.get(id, { signal });
      return newest !== undefined && newest.version > found.version ? newest : found;
    },
    // The ETag belongs to the object that was answered.
    structuralSharing: false,
  });
}

export function paymentsQuery(id: string) {
  return queryOptions({
    queryKey: ['booking', id, 'payments'],
    queryFn: ({ signal }) => lodging.bookings.getPayments(id, { signal }),
  });
}

export function previewQuery(id: string) {
  return queryOptions({
    queryKey: ['booking', id, 'cancellation'],
    queryFn: ({ signal }) => lodging.bookings.previewCancellation(id, { signal }),
    // It costs more from then on.
    refetchInterval: ({ state: { data } }) => {
      if (!data?.validUntil) return false;
      return Math.min(LONGEST_TIMER_MS, Math.max(SOON_MS, Date.parse(data.validUntil) - now() + SOON_MS));
    },
  });
}

export function historyQuery(id: string) {
  return queryOptions({
    queryKey: ['booking', id, 'history'],
    queryFn: ({ signal }) =>
      lodging.bookings.listHistory(id, { limit: 100 }, { signal }).all({ limit: 1_000 }),
  });
}

export function bookingEventsQuery(id: string) {
  return queryOptions({
    queryKey: ['booking', id, 'events'],
    queryFn: ({ signal }) =>
      lodging.events.list({ reservationId: id, limit: 100 }, { signal }).all({ limit: 500 }),
  });
}

export function mailsQuery(id: string) {
  return queryOptions({
    queryKey: ['booking', id, 'mails'],
    queryFn: async ({ signal }) =>
      (await lodging.bookings.listMails(id, { limit: 50 }, { signal }).all({ limit: 200 })).toReversed(),
    // The version of a booking does not say that a mail has left.
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'queued') === true ? SHOWN_BOOKING_MS : false,
  });
}
