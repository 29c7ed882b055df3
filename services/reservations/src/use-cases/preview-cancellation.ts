import { deadlinesAfter, divideNet, judgeCancellation, ok, penaltyTimeline } from '@lodging/kernel';
import type { CancellationTerms, Judgement, PenaltySpan, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { cancellationTermsOf } from '../domain/cancellation-terms.ts';
import { asOf } from '../domain/reservation.ts';
import { allowedTransitions, checkTransition } from '../domain/states.ts';
import type { ReservationState } from '../domain/states.ts';
import type { Balance, PaymentsClient } from '../ports/payments.ts';
import type { AgreedReservation, ReservationRepository } from '../ports/reservations.ts';
import { bookingNotFound } from './refusals.ts';

export interface PreviewCancellationDeps {
  readonly reservations: Pick<ReservationRepository, 'findWithTerms'>;
  readonly payments: Pick<PaymentsClient, 'readBalance'>;
}

export interface CancellationCost extends Judgement {
  readonly timeline: readonly (PenaltySpan & { readonly refundMinorUnits: bigint })[];
  readonly refundMinorUnits: bigint;
  readonly dueMinorUnits: bigint;
  /** The next deadline; null where none is ahead. */
  readonly validUntil: Temporal.Instant | null;
}

export interface CancellationPreview {
  readonly legal: boolean;
  readonly from: ReservationState;
  readonly allowed: readonly ReservationState[];
  readonly version: number;
  readonly at: Temporal.Instant;
  /** Null where cancelling moves no money by a policy: a hold, a booking without one, one that cannot be cancelled. */
  readonly cost: CancellationCost | null;
}

/** What cancelling would cost at this moment. Nothing is promised: the cancellation is judged by its own moment. */
export async function previewCancellation(
  deps: PreviewCancellationDeps,
  ctx: RequestContext,
  { reservationId }: { readonly reservationId: string },
): Promise<Result<CancellationPreview>> {
  const snapshot = await deps.reservations.findWithTerms(ctx.tenantId, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
  const { at, terms, confirmedAt } = snapshot;
  const { state: from, version } = asOf(snapshot.reservation, at);
  const agreed = from === 'confirmed' && terms !== null ? cancellationTermsOf(terms, confirmedAt) : null;
  const cost = agreed && costAt(agreed, at, await moneyOf(deps, ctx, snapshot));
  return ok({
    legal: checkTransition(from, 'cancelled').ok,
    from,
    allowed: allowedTransitions(from),
    version,
    at,
    cost,
  });
}

/** Money that the operator has is not sent back by us. */
type MoneyHere = Pick<Balance, 'netMinorUnits' | 'returnableMinorUnits'>;

async function moneyOf(
  { payments }: PreviewCancellationDeps,
  ctx: RequestContext,
  { reservation, paidOffline }: AgreedReservation,
): Promise<MoneyHere> {
  if (paidOffline) return { netMinorUnits: reservation.total.minorUnits, returnableMinorUnits: 0n };
  return payments.readBalance(ctx, reservation.id);
}

function costAt(terms: CancellationTerms, at: Temporal.Instant, money: MoneyHere): CancellationCost {
  const judged = judgeCancellation(terms, at);
  const refundOf = (penalty: bigint) => {
    const { refundMinorUnits } = divideNet(money.netMinorUnits, penalty);
    return refundMinorUnits < money.returnableMinorUnits ? refundMinorUnits : money.returnableMinorUnits;
  };
  return {
    ...judged,
    timeline: penaltyTimeline(terms, at).map((span) => ({
      ...span,
      refundMinorUnits: refundOf(span.penaltyMinorUnits),
    })),
    refundMinorUnits: refundOf(judged.penaltyMinorUnits),
    dueMinorUnits: divideNet(money.netMinorUnits, judged.penaltyMinorUnits).dueMinorUnits,
    validUntil: deadlinesAfter(terms, at)[0] ?? null,
  };
}
