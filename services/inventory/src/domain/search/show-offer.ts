import { freeUntilOf, penaltyTimeline, refundabilityOf } from '@lodging/kernel';
import type { Refundability } from '@lodging/kernel';
import { soldPolicy } from '../quote-stay.ts';
import type { PlanOffer, SearchContext } from './judge-offers.ts';
import type { JudgedResource } from './judge-resource.ts';

/** How an offer is cancelled; null in both without a policy. */
export interface OfferTerms {
  readonly refundability: Refundability | null;
  /** The end of the time without a penalty. */
  readonly freeUntil: Temporal.Instant | null;
}

const NO_TERMS: OfferTerms = { refundability: null, freeUntil: null };

/** For the offers of one page alone: a timeline takes calendar arithmetic for each of its steps. */
export function termsOf(
  { resource, dated }: JudgedResource,
  { plan, priced }: PlanOffer,
  { policies, now }: Pick<SearchContext, 'policies' | 'now'>,
): OfferTerms {
  const sold = soldPolicy(resource, plan, dated.stay, policies);
  if (priced === null || sold === null) return NO_TERMS;
  const { bill } = priced;
  const timeline = penaltyTimeline({ ...sold, bill, confirmedAt: null }, now);
  return { refundability: refundabilityOf(timeline, bill), freeUntil: freeUntilOf(timeline) };
}
