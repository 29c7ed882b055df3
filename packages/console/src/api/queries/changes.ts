import type { AvailabilityReason, QuoteCreateParams } from '@lodging/client';
import { queryOptions } from '@tanstack/react-query';
import { isLodgingError, lodging } from '../lodging.ts';
import type { Alternative, ChangeRequest } from '../records.ts';

const ALTERNATIVES = 3;
/** A quote holds for 15 minutes. */
const QUOTED_MS = 600_000;

/** The changes of a booking, oldest first. */
export function changesQuery(id: string) {
  return queryOptions({
    queryKey: ['booking', id, 'changes'],
    queryFn: ({ signal }) => lodging.bookings.listChanges(id, { limit: 50 }, { signal }).all({ limit: 200 }),
  });
}

/** What a change would cost. Nothing is stored, so it is read as the desk tries things out. */
export function changeQuoteQuery(id: string, change: ChangeRequest) {
  return queryOptions({
    queryKey: ['booking', id, 'change-quote', change],
    queryFn: ({ signal }) => lodging.bookings.quoteChange(id, change, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: QUOTED_MS,
  });
}

interface Near {
  readonly reasons: readonly AvailabilityReason[];
  readonly alternatives: readonly Alternative[];
}

/** Why a stay is not available, and the stays near it; nothing where it is. */
export function alternativesQuery(stay: QuoteCreateParams) {
  return queryOptions({
    queryKey: ['alternatives', stay],
    queryFn: async ({ signal }): Promise<Near> => {
      try {
        await lodging.quotes.create({ ...stay, alternatives: ALTERNATIVES }, { signal });
        return { reasons: [], alternatives: [] };
      } catch (error) {
        if (isLodgingError(error) && error.code === 'unavailable')
          return { reasons: error.reasons, alternatives: error.alternatives ?? [] };
        throw error;
      }
    },
    staleTime: 30_000,
    gcTime: 60_000,
  });
}
