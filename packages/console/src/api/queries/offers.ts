import type { BookingCreateParams } from '@lodging/client';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { childrenOf } from '../../domain/stay-request.ts';
import type { StayRequest } from '../../domain/stay-request.ts';
import { now } from '../clock.ts';
import { lodging } from '../lodging.ts';
import { createSemaphore } from '../semaphore.ts';

/** What of an offer a quote or a booking names. */
export type OfferedStay = Pick<BookingCreateParams, 'resourceId' | 'ratePlanId' | 'from' | 'to'>;

const fourAtATime = createSemaphore(4);
const ALTERNATIVES = 3;
const PAGE = 50;
/** The API searches from here on. */
const SHORTEST_TEXT = 2;
/** A timer with more milliseconds runs at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Every resource that fits the filters, also one that is not sold, with its reasons and the stays near it. */
export function offersQuery(stay: StayRequest, currency: string) {
  const { arrival, departure, adults, units, roomTypeId, resourceId, features, text } = stay;
  return infiniteQueryOptions({
    queryKey: ['offers', stay, currency],
    queryFn: async ({ pageParam, signal }) =>
      lodging.search(
        {
          dates: { arrival, departure },
          adults,
          ...childrenOf(stay),
          quantity: units,
          ...(roomTypeId !== null && { roomTypeIds: [roomTypeId] }),
          ...(resourceId !== null && { resourceIds: [resourceId] }),
          ...(features.length > 0 && { features: [...features] }),
          ...(text.trim().length >= SHORTEST_TEXT && { text: text.trim() }),
          plans: 'all',
          bookableOnly: false,
          alternatives: ALTERNATIVES,
          // Without it the totals of several currencies have no order.
          currency,
          limit: PAGE,
          ...(pageParam && { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}

/** The party of a quote and of a booking. */
export function partyOf(stay: StayRequest) {
  const { children, childAges } = childrenOf(stay);
  return {
    partySize: stay.adults + children,
    occupancyChildren: children,
    ...(childAges && { childAges }),
    quantity: stay.units,
  };
}

/** The price of a chosen offer; read again when its promise ends. */
export function quoteQuery(offered: OfferedStay, stay: StayRequest) {
  const body = { ...offered, ...partyOf(stay) };
  return queryOptions({
    queryKey: ['quote', body],
    queryFn: ({ signal }) => lodging.quotes.create(body, { signal }),
    staleTime: 60_000,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data === undefined
        ? false
        : Math.min(Math.max(1_000, Date.parse(data.expiresAt) - now()), LONGEST_TIMER_MS),
  });
}

/** The limits of stays that arrive on the first night. */
export function arrivalLimitsQuery(resourceId: string, from: string, to: string) {
  return queryOptions({
    queryKey: ['arrival-limits', resourceId, from, to],
    queryFn: async ({ signal }) => {
      const { days } = await fourAtATime(() =>
        lodging.resources.getCalendar(resourceId, { from, to }, { signal }),
      );
      return days[0]?.restrictions ?? null;
    },
    staleTime: 60_000,
  });
}

/** What is off sale on the nights, our own and that of other calendars. */
export function blocksQuery(resourceId: string, arrival: string, departure: string) {
  return queryOptions({
    queryKey: ['blocks', resourceId, arrival, departure],
    queryFn: async ({ signal }) => {
      const query = { resourceId, from: arrival, to: departure, imported: 'true', limit: 20 } as const;
      return (await lodging.blocks.list(query, { signal })).blocks;
    },
  });
}

/** Guests whose name or address begins like this. */
export function knownGuestsQuery(q: string) {
  return queryOptions({
    queryKey: ['known-guests', q],
    queryFn: async ({ signal }) => (await lodging.guests.list({ q, limit: 3 }, { signal })).guests,
    gcTime: 30_000,
  });
}
