import { refuse } from '@lodging/kernel';
import type { Refused } from '@lodging/kernel';

interface Limit {
  readonly most: number;
  readonly text: string;
}

/**
 * Limits per tenant, live and sandbox separately. They bound the load of availability, quotes and searches.
 * Archived resources do not count.
 */
export const LIMITS = {
  resources: limit(5_000, 'A tenant has at most', 'resources that are on sale.'),
  blocks: limit(10_000, 'A tenant has at most', 'blocks that are not over.'),
  roomTypes: limit(500, 'A tenant has at most', 'room types.'),
  ratePlans: limit(200, 'A resource has at most', 'rate plans.'),
  seasons: limit(2_000, 'A resource has at most', 'seasons, over all its plans.'),
  restrictions: limit(20_000, 'A resource has at most', 'restrictions, over all its plans.'),
} as const;

export type LimitReached = Refused<'limit_reached'>;

/** Records above a limit stay and may be changed; their number must not grow. */
export function refuseGrowth(
  { most, text }: Limit,
  { before, after }: { readonly before: number; readonly after: number },
): LimitReached | undefined {
  return after > most && after > before ? refuse('limit_reached', text, { limit: most }) : undefined;
}

function limit(most: number, subject: string, things: string): Limit {
  return { most, text: `${subject} ${most} ${things}` };
}
