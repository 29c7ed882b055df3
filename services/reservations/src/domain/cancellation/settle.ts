import { evaluateCancellation, evaluateNoShow } from '@lodging/kernel';
import type { CancellationTerms } from '@lodging/kernel';
import { cancellationTermsOf, floorWithoutPolicy } from './cancellation-terms.ts';
import type { PenaltyOverride } from './penalty-override.ts';
import type { ReservationTerms } from '../stay/reservation-terms.ts';
import { offlineTotalOf } from '../stay/reservation.ts';
import type { Reservation } from '../stay/reservation.ts';
import type { Settlement } from '../stay/settlement.ts';

/** The states of a confirmed stay that a settlement decides. */
export type EndState = 'cancelled' | 'no_show';

/** The agreed terms of a booking, beside its stay. */
export interface Agreement {
  /** Null where they were too long for the quote of the hold. */
  readonly terms: ReservationTerms | null;
  readonly confirmedAt: Temporal.Instant | null;
  /** The operator had the money when the booking was made. */
  readonly paidOffline: boolean;
}

/** Money that goes back, as payments reported it last. */
export interface SettlementRefund {
  readonly id: string;
  readonly reservationId: string;
  readonly amountMinorUnits: string;
  readonly currency: string;
  readonly state: 'pending' | 'succeeded' | 'failed';
  readonly providerRefundId: string | null;
}

/** The answer of payments. */
export interface SettlementOutcome {
  readonly keptMinorUnits: string;
  readonly refundMinorUnits: string;
  readonly dueMinorUnits: string;
  readonly refunds: readonly SettlementRefund[];
}

/** `outcome` is null until payments has answered. */
export interface CancellationRecord extends Settlement {
  readonly outcome: SettlementOutcome | null;
}

export interface SettlementRequest {
  readonly id: string;
  readonly to: EndState;
  readonly override: PenaltyOverride | undefined;
}

/** Null where nothing says what is kept: the stay is cancelled without moving money. Of a confirmed booking alone. */
export function settle(
  reservation: Pick<Reservation, 'total' | 'offlineTotal'>,
  { terms, confirmedAt, paidOffline }: Agreement,
  { id, to, override }: SettlementRequest,
  at: Temporal.Instant,
): Settlement | null {
  const agreed = terms === null ? null : cancellationTermsOf(terms, confirmedAt);
  const policyCode = agreed?.policy.code ?? null;
  const kind = to === 'cancelled' ? 'cancellation' : 'no_show';
  const base = {
    id,
    kind,
    at,
    policyCode,
    offlineMinorUnits: paidOffline ? offlineTotalOf(reservation) : 0n,
  } as const;
  if (override !== undefined)
    return {
      ...base,
      step: 'override',
      keepMinorUnits: override.kind === 'waive' ? 0n : override.amountMinorUnits,
    };
  if (agreed === null) {
    const floor = floorWithoutPolicy(terms);
    return floor === null ? null : { ...base, step: 'afterwards', keepMinorUnits: floor };
  }
  const { step, penaltyMinorUnits } = evaluate(kind, agreed, at);
  return { ...base, step, keepMinorUnits: penaltyMinorUnits };
}

function evaluate(kind: Settlement['kind'], agreed: CancellationTerms, at: Temporal.Instant) {
  return kind === 'cancellation' ? evaluateCancellation(agreed, at) : evaluateNoShow(agreed, at);
}
