import { queryOptions } from '@tanstack/react-query';
import { lodging } from '../lodging.ts';
import { RARELY_CHANGED_MS } from './resources.ts';

/** The prices of the plans of a resource. */
export function pricingQuery(resourceId: string) {
  return queryOptions({
    queryKey: ['pricing', resourceId],
    queryFn: ({ signal }) => lodging.resources.getPricing(resourceId, {}, { signal }).all(),
    staleTime: RARELY_CHANGED_MS,
  });
}
