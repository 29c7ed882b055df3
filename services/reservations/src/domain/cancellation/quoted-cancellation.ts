import { atLeastFloor, penaltyAmount, penaltyTimeline, refundabilityOf } from '@lodging/kernel';
import type { PenaltySpan, Refundability } from '@lodging/kernel';
import { cancellationTermsOf, floorWithoutPolicy } from './cancellation-terms.ts';
import type { ReservationTerms } from '../stay/reservation-terms.ts';

/** The cost of a cancellation as a quote shows it, for a guest who has paid the total. */
export interface QuotedCancellation {
  readonly policyCode: string;
  readonly policyVersion: number;
  readonly refundability: Refundability;
  readonly anchor: Temporal.Instant;
  readonly timeline: readonly (PenaltySpan & { readonly refundMinorUnits: bigint })[];
  readonly noShowPenaltyMinorUnits: bigint;
}

/** Of a changed stay: without a policy too where an earlier stay has left a floor. */
export interface ProposedCancellation extends Omit<QuotedCancellation, 'policyCode' | 'policyVersion'> {
  readonly policyCode: string | null;
  readonly policyVersion: number | null;
}

/** The grace begins with the confirmation, so a quote has none. */
export function quoteCancellation(
  agreed: ReservationTerms,
  now: Temporal.Instant,
): QuotedCancellation | null {
  const terms = cancellationTermsOf(agreed, null);
  if (terms === null) return null;
  const { policy, anchor, bill } = terms;
  const timeline = penaltyTimeline(terms, now);
  return {
    policyCode: policy.code,
    policyVersion: policy.version,
    refundability: refundabilityOf(timeline, bill),
    anchor: anchor.at,
    timeline: timeline.map((span) => ({
      ...span,
      refundMinorUnits: remainder(bill.totalMinorUnits, span.penaltyMinorUnits),
    })),
    noShowPenaltyMinorUnits: atLeastFloor(terms, penaltyAmount(policy.noShow, bill)),
  };
}

/** `start`: of the changed stay. */
export function proposeCancellation(
  terms: ReservationTerms,
  start: Temporal.Instant,
  now: Temporal.Instant,
): ProposedCancellation | null {
  const floor = floorWithoutPolicy(terms);
  if (floor === null) return quoteCancellation(terms, now);
  const total = BigInt(terms.bill.totalMinorUnits);
  const timeline = [{ until: null, penaltyMinorUnits: floor, refundMinorUnits: remainder(total, floor) }];
  return {
    policyCode: null,
    policyVersion: null,
    refundability: refundabilityOf(timeline, { totalMinorUnits: total }),
    anchor: start,
    timeline,
    noShowPenaltyMinorUnits: floor,
  };
}

/** A floor may be above the total of a shortened stay. */
function remainder(total: bigint, penalty: bigint): bigint {
  return total < penalty ? 0n : total - penalty;
}
