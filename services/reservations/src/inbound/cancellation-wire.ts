import type { SettlementTerms } from '@lodging/contract-payments';
import type {
  BookingCancellation,
  createQuote,
  moveBooking,
  previewCancellation,
} from '@lodging/contract-reservations';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { QuotedCancellation } from '../domain/quoted-cancellation.ts';
import type { CancellationRecord, PenaltyOverride, Settlement } from '../domain/settlement.ts';
import type { ChangeBooking } from '../use-cases/change-booking.ts';
import type { CancellationCost, CancellationPreview } from '../use-cases/preview-cancellation.ts';

/** Until payments has answered, what is kept is at most the penalty. */
export function toCancellationWire({
  at,
  policyCode,
  step,
  keepMinorUnits,
  outcome,
}: CancellationRecord): BookingCancellation {
  const penaltyMinorUnits = keepMinorUnits.toString();
  return {
    at: instantText(at),
    policyCode,
    step,
    penaltyMinorUnits,
    keptMinorUnits: outcome?.keptMinorUnits ?? penaltyMinorUnits,
    refundMinorUnits: outcome?.refundMinorUnits ?? null,
    dueMinorUnits: outcome?.dueMinorUnits ?? null,
    overridden: step === 'override',
    refunds: [...(outcome?.refunds ?? [])],
  };
}

export function fromChangeBooking(request: RequestOf<typeof moveBooking>): ChangeBooking {
  const { reservationId, ifMatch, state, reason, penalty, ...details } = request;
  return { reservationId, ifMatch, state, reason, penalty: penalty && fromPenalty(penalty), details };
}

function fromPenalty(penalty: NonNullable<RequestOf<typeof moveBooking>['penalty']>): PenaltyOverride {
  if (penalty.kind === 'waive') return { kind: 'waive' };
  return { kind: 'fixed', amountMinorUnits: BigInt(penalty.amountMinorUnits) };
}

export function toCancellationPreviewWire({
  cost,
  at,
  allowed,
  ...preview
}: CancellationPreview): ResponseOf<typeof previewCancellation> {
  return { ...preview, allowed: [...allowed], at: instantText(at), ...toCostWire(cost) };
}

function toCostWire(cost: CancellationCost | null) {
  return {
    timeline: (cost?.timeline ?? []).map(toPenaltySpanWire),
    penaltyMinorUnits: cost === null ? null : cost.penaltyMinorUnits.toString(),
    refundMinorUnits: cost === null ? null : cost.refundMinorUnits.toString(),
    dueMinorUnits: cost === null ? null : cost.dueMinorUnits.toString(),
    step: cost === null ? null : cost.step,
    validUntil: cost?.validUntil ? instantText(cost.validUntil) : null,
  };
}

function toPenaltySpanWire({
  until,
  penaltyMinorUnits: penalty,
  refundMinorUnits: refund,
}: CancellationCost['timeline'][number]) {
  return {
    until: until && instantText(until),
    penaltyMinorUnits: penalty.toString(),
    refundMinorUnits: refund.toString(),
  };
}

export function toQuotedCancellationWire({
  policyCode,
  policyVersion,
  refundability,
  anchor,
  timeline,
  noShowPenaltyMinorUnits: noShow,
}: QuotedCancellation): NonNullable<ResponseOf<typeof createQuote>['cancellation']> {
  return {
    policyCode,
    policyVersion,
    refundability,
    anchor: instantText(anchor),
    graceUntil: null,
    timeline: timeline.map(toPenaltySpanWire),
    noShowPenaltyMinorUnits: noShow.toString(),
  };
}

/** What `reservation.cancelled` says of it. Payments acts on the terms too, whoever else asks it. */
export function toSettledWire(settlement: Settlement): {
  readonly cancellation: BookingCancellation;
  readonly terms: SettlementTerms;
} {
  const { id, kind: reason, keepMinorUnits, offlineMinorUnits } = settlement;
  return {
    cancellation: toCancellationWire({ ...settlement, outcome: null }),
    terms: {
      id,
      reason,
      keepMinorUnits: keepMinorUnits.toString(),
      offlineMinorUnits: offlineMinorUnits.toString(),
    },
  };
}
