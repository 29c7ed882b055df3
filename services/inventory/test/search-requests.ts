import type { SearchStaysRequest } from '@lodging/contract-inventory';

/** A search of two adults as a client sends it with nothing but the time. */
export function searchRequest(
  changes: Partial<SearchStaysRequest> & Pick<SearchStaysRequest, 'dates' | 'window' | 'flexible'>,
): SearchStaysRequest {
  return {
    adults: 2,
    quantity: 1,
    freeCancellation: false,
    plans: 'cheapest',
    bookableOnly: true,
    alternatives: 0,
    sort: 'price',
    limit: 20,
    after: null,
    ...changes,
  };
}
