import { boundedArray, listOf, rpc, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { MAX_LISTED_PLANS, pricingEntry } from './records.ts';
import { continuation, continued } from './whole-list.ts';

const context = 'inventory';

/** Of all entries of a request: far more than a resource may have, and as much as its body holds. */
const MAX_SEASONS = 10_000;
function seasonCount(entry: unknown): number {
  const seasons: unknown = Object(entry).seasons;
  return Array.isArray(seasons) ? seasons.length : 0;
}
export const pricingList = boundedArray(pricingEntry, {
  max: 100,
  together: {
    max: MAX_SEASONS,
    message: `must have at most ${MAX_SEASONS} seasons in all`,
    count: seasonCount,
  },
});
const pricingResponse = z.object({
  resourceId: uuid,
  pricing: listOf(pricingEntry, MAX_LISTED_PLANS),
  ...continuation,
});
/** Answers the first page of all prices. */
export const putPricing = rpc({
  context,
  name: 'put-pricing',
  request: z.object({ resourceId: uuid, pricing: pricingList }),
  response: pricingResponse,
  refusals: [
    'resource_not_found',
    'unknown_rate_plan_code',
    'validation_failed',
    'limit_reached',
    'resource_locked',
  ],
  idempotent: true,
});
/** Positions are text of this service. */
export const readPricing = rpc({
  context,
  name: 'read-pricing',
  request: z.object({ resourceId: uuid, ...continued }),
  response: pricingResponse,
  refusals: ['resource_not_found'],
  idempotent: true,
});
