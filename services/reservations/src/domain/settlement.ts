import { judgeCancellation, judgeNoShow } from '@lodging/kernel';
import type { CancellationStep, CancellationTerms } from '@lodging/kernel';
import { cancellationTermsOf } from './cancellation-terms.ts';
import type { ReservationTerms } from './reservation-terms.ts';
import type { Reservation } from './reservation.ts';
import type { ReservationState } from './states.ts';

/** The penalty that an operator decides, instead of the policy. It is the whole penalty. */
export type PenaltyOverride =
  | { readonly kind: 'waive' }
  | { readonly kind: 'fixed'; readonly amountMinorUnits: bigint };

/** What was agreed about a booking, beside its stay. */
export interface Agreement {
  /** Null for a booking that was made before terms were kept. */
  readonly terms: ReservationTerms | null;
  readonly confirmedAt: Temporal.Instant | null;
  /** The operator had the money when the booking was made. */
  readonly paidOffline: boolean;
}

/** What is kept of a stay that was cancelled, or whose guest did not come. It is decided once, with the state. */
export interface Settlement {
  readonly id: string;
  readonly kind: 'cancellation' | 'no_show';
  readonly at: Temporal.Instant;
  /** Null where no policy decided. */
  readonly policyCode: string | null;
  readonly step: CancellationStep | 'override';
  /** The whole penalty, also where less has come in. */
  readonly keepMinorUnits: bigint;
  /** What was paid to the operator; no refund is made of it. */
  readonly offlineMinorUnits: bigint;
}

/** Money that goes back, as payments told it last. */
export interface SettlementRefund {
  readonly id: string;
  readonly reservationId: string;
  readonly amountMinorUnits: string;
  readonly currency: string;
  readonly state: 'pending' | 'succeeded' | 'failed';
  readonly providerRefundId: string | null;
}

/** What payments answered. */
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
  readonly to: ReservationState;
  readonly override: PenaltyOverride | undefined;
}

/** Null where nothing says what is kept: the stay is cancelled without moving money. Of a confirmed booking alone. */
export function settle(
  { total }: Pick<Reservation, 'total'>,
  { terms, confirmedAt, paidOffline }: Agreement,
  { id, to, override }: SettlementRequest,
  at: Temporal.Instant,
): Settlement | null {
  if (to !== 'cancelled' && to !== 'no_show') return null;
  const agreed = terms === null ? null : cancellationTermsOf(terms, confirmedAt);
  const policyCode = agreed?.policy.code ?? null;
  const kind = to === 'cancelled' ? 'cancellation' : 'no_show';
  const base = { id, kind, at, policyCode, offlineMinorUnits: paidOffline ? total.minorUnits : 0n } as const;
  if (override !== undefined)
    return {
      ...base,
      step: 'override',
      keepMinorUnits: override.kind === 'waive' ? 0n : override.amountMinorUnits,
    };
  if (agreed === null) return null;
  const { step, penaltyMinorUnits } = judge(kind, agreed, at);
  return { ...base, step, keepMinorUnits: penaltyMinorUnits };
}

function judge(kind: Settlement['kind'], agreed: CancellationTerms, at: Temporal.Instant) {
  return kind === 'cancellation' ? judgeCancellation(agreed, at) : judgeNoShow(agreed, at);
}
