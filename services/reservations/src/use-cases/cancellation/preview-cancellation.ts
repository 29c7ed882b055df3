import { deadlinesAfter, divideNet, evaluateCancellation, ok, penaltyTimeline } from '@lodging/kernel';
import type { CancellationTerms, PenaltyEvaluation, PenaltySpan, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { cancellationTermsOf } from '../../domain/cancellation/cancellation-terms.ts';
import { wasConfirmed } from '../../domain/money/obligation.ts';
import { asOf, offlineTotalOf } from '../../domain/stay/reservation.ts';
import { allowedTransitions, checkTransition } from '../../domain/stay/states.ts';
import type { ReservationState } from '../../domain/stay/states.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { Balance } from '../../ports/neighbours.ts';
import type { AgreedReservation } from '../../ports/stay.ts';
import { bookingNotFound } from '../../domain/stay/refusals.ts';

export type PreviewCancellationDeps = Pick<ReservationsDeps, 'reservations' | 'payments'>;

export interface CancellationCost extends PenaltyEvaluation {
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
  /** True if the stay was confirmed without terms that decide about its money. */
  readonly hasNoPolicy: boolean;
}

/** The cost of a cancellation now. It is no promise: a cancellation is evaluated at its own time. */
export async function previewCancellation(
  deps: PreviewCancellationDeps,
  ctx: RequestContext,
  { reservationId }: { readonly reservationId: string },
): Promise<Result<CancellationPreview>> {
  const snapshot = await deps.reservations.findWithTerms(ctx.tenantId, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
  return ok(await describeCancellation(deps, ctx, snapshot));
}

export async function describeCancellation(
  deps: Pick<ReservationsDeps, 'payments'>,
  ctx: RequestContext,
  snapshot: AgreedReservation,
): Promise<CancellationPreview> {
  const { at, terms, confirmedAt } = snapshot;
  const { state: from, version } = asOf(snapshot.reservation, at);
  const agreed = from === 'confirmed' && terms !== null ? cancellationTermsOf(terms, confirmedAt) : null;
  const cost = agreed && costAt(agreed, at, await moneyOf(deps, ctx, snapshot));
  return {
    legal: checkTransition(from, 'cancelled').ok,
    from,
    allowed: allowedTransitions(from),
    version,
    at,
    cost,
    hasNoPolicy: wasConfirmed(snapshot.reservation) && !hasPolicy(terms),
  };
}

function hasPolicy(terms: AgreedReservation['terms']): boolean {
  return terms !== null && terms.policy !== null;
}

/** Money that the operator has is not sent back by us. */
type MoneyHere = Pick<Balance, 'netMinorUnits' | 'returnableMinorUnits'>;

async function moneyOf(
  { payments }: Pick<ReservationsDeps, 'payments'>,
  ctx: RequestContext,
  { reservation, paidOffline }: AgreedReservation,
): Promise<MoneyHere> {
  if (paidOffline) return { netMinorUnits: offlineTotalOf(reservation), returnableMinorUnits: 0n };
  return payments.readBalance(ctx, reservation.id);
}

function costAt(terms: CancellationTerms, at: Temporal.Instant, money: MoneyHere): CancellationCost {
  const evaluated = evaluateCancellation(terms, at);
  const refundOf = (penalty: bigint) => {
    const { refundMinorUnits } = divideNet(money.netMinorUnits, penalty);
    return refundMinorUnits < money.returnableMinorUnits ? refundMinorUnits : money.returnableMinorUnits;
  };
  return {
    ...evaluated,
    timeline: penaltyTimeline(terms, at).map((span) => ({
      ...span,
      refundMinorUnits: refundOf(span.penaltyMinorUnits),
    })),
    refundMinorUnits: refundOf(evaluated.penaltyMinorUnits),
    dueMinorUnits: divideNet(money.netMinorUnits, evaluated.penaltyMinorUnits).dueMinorUnits,
    validUntil: deadlinesAfter(terms, at)[0] ?? null,
  };
}
