import { deadlinesAfter, divideNet, evaluateCancellation, ok, penaltyTimeline } from '@lodging/kernel';
import type { PenaltyEvaluation, PenaltySpan, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { cancellationTermsOf, floorWithoutPolicy } from '../../domain/cancellation/cancellation-terms.ts';
import { wasConfirmed } from '../../domain/money/obligation.ts';
import { asOf } from '../../domain/stay/reservation.ts';
import { allowedTransitions, checkTransition } from '../../domain/stay/states.ts';
import type { ReservationState } from '../../domain/stay/states.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { Balance } from '../../ports/neighbours.ts';
import type { AgreedReservation } from '../../ports/stay.ts';
import { bookingNotFound } from '../../domain/stay/refusals.ts';
import { moneyOf } from '../changes/money-of.ts';

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
  /** Null for a hold, for a booking without a policy and without the floor of a change, and where it cannot be cancelled. */
  readonly cost: CancellationCost | null;
  /** True if the stay was confirmed without terms that decide about its money: neither a policy nor the floor of a change. */
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
  const known = from === 'confirmed' && terms !== null ? penaltiesAt(terms, confirmedAt, at) : null;
  const cost = known && costOf(known, await moneyHere(deps, ctx, snapshot));
  return {
    legal: checkTransition(from, 'cancelled').ok,
    from,
    allowed: allowedTransitions(from),
    version,
    at,
    cost,
    hasNoPolicy: wasConfirmed(snapshot.reservation) && !decidesAboutMoney(terms),
  };
}

function decidesAboutMoney(terms: AgreedReservation['terms']): boolean {
  return terms !== null && (terms.policy !== null || floorWithoutPolicy(terms) !== null);
}

/** What a cancellation keeps, whatever is here. */
interface KnownPenalties extends PenaltyEvaluation {
  readonly timeline: readonly PenaltySpan[];
  readonly validUntil: Temporal.Instant | null;
}

function penaltiesAt(
  terms: NonNullable<AgreedReservation['terms']>,
  confirmedAt: Temporal.Instant | null,
  at: Temporal.Instant,
): KnownPenalties | null {
  const agreed = cancellationTermsOf(terms, confirmedAt);
  if (agreed !== null)
    return {
      ...evaluateCancellation(agreed, at),
      timeline: penaltyTimeline(agreed, at),
      validUntil: deadlinesAfter(agreed, at)[0] ?? null,
    };
  const floor = floorWithoutPolicy(terms);
  if (floor === null) return null;
  const span = { until: null, penaltyMinorUnits: floor };
  return { step: 'afterwards', penaltyMinorUnits: floor, timeline: [span], validUntil: null };
}

type MoneyHere = Pick<Balance, 'netMinorUnits' | 'returnableMinorUnits'>;

/** Money that the operator has counts, and is not sent back by us. */
async function moneyHere(
  deps: Pick<ReservationsDeps, 'payments'>,
  ctx: RequestContext,
  snapshot: AgreedReservation,
): Promise<MoneyHere> {
  const { id } = snapshot.reservation;
  if (!snapshot.paidOffline) return deps.payments.readBalance(ctx, id);
  const [{ net }, balance] = await Promise.all([
    moneyOf(deps, ctx, snapshot),
    deps.payments.readBalance(ctx, id),
  ]);
  return { netMinorUnits: net > 0n ? net : 0n, returnableMinorUnits: balance.returnableMinorUnits };
}

function costOf(known: KnownPenalties, money: MoneyHere): CancellationCost {
  const refundOf = (penalty: bigint) => {
    const { refundMinorUnits } = divideNet(money.netMinorUnits, penalty);
    return refundMinorUnits < money.returnableMinorUnits ? refundMinorUnits : money.returnableMinorUnits;
  };
  return {
    ...known,
    timeline: known.timeline.map((span) => ({ ...span, refundMinorUnits: refundOf(span.penaltyMinorUnits) })),
    refundMinorUnits: refundOf(known.penaltyMinorUnits),
    dueMinorUnits: divideNet(money.netMinorUnits, known.penaltyMinorUnits).dueMinorUnits,
  };
}
