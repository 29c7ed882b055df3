import { freeUntilOf, penaltyTimeline, refundabilityOf } from '@lodging/kernel';
import type { Refundability } from '@lodging/kernel';
import { soldPolicy } from '../stays/quote-stay.ts';
import type { EvaluatedCandidate } from './evaluated.ts';
import type { PlanOffer } from './offers.ts';
import type { SearchContext } from './search-context.ts';

/** The cancellation terms of an offer; both are null without a policy. */
export interface OfferCancellation {
  readonly refundability: Refundability | null;
  /** The end of the time without a penalty. */
  readonly freeUntil: Temporal.Instant | null;
}

const NO_POLICY: OfferCancellation = { refundability: null, freeUntil: null };

/** For the offers of one page alone: a timeline takes calendar arithmetic for each of its steps. */
export function cancellationOf(
  { resource, dated }: EvaluatedCandidate,
  { plan, priced }: PlanOffer,
  { policies, now }: Pick<SearchContext, 'policies' | 'now'>,
): OfferCancellation {
  const sold = soldPolicy(resource, plan, dated.stay, policies);
  if (priced === null || sold === null) return NO_POLICY;
  const { bill } = priced;
  const timeline = penaltyTimeline({ ...sold, bill, confirmedAt: null }, now);
  return { refundability: refundabilityOf(timeline, bill), freeUntil: freeUntilOf(timeline) };
}
