import type { SettlementTerms } from '@lodging/contract-payments';
import type {
  BookingCancellation,
  cancelBooking,
  createQuote,
  previewCancellation,
  recordNoShow,
} from '@lodging/contract-reservations';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { ProposedCancellation } from '../domain/cancellation/quoted-cancellation.ts';
import type { RequestedEnd } from '../domain/cancellation/end-stay.ts';
import type { PenaltyOverride } from '../domain/cancellation/penalty-override.ts';
import type { CancellationRecord } from '../domain/cancellation/settle.ts';
import type { Settlement } from '../domain/stay/settlement.ts';
import type {
  CancellationCost,
  CancellationPreview,
} from '../use-cases/cancellation/preview-cancellation.ts';

/** Until payments has answered, what is kept is at most the penalty. */
export function cancellationToWire({
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

export function requestedEndFromWire(
  request: RequestOf<typeof cancelBooking> | RequestOf<typeof recordNoShow>,
): RequestedEnd {
  const { reservationId, ifMatch, reason, penalty, ...details } = request;
  return { reservationId, ifMatch, reason, penalty: penalty && penaltyFromWire(penalty), details };
}

function penaltyFromWire(penalty: NonNullable<RequestOf<typeof cancelBooking>['penalty']>): PenaltyOverride {
  if (penalty.kind === 'waive') return { kind: 'waive' };
  return { kind: 'fixed', amountMinorUnits: BigInt(penalty.amountMinorUnits) };
}

export function cancellationPreviewToWire({
  cost,
  at,
  allowed,
  hasNoPolicy,
  ...preview
}: CancellationPreview): ResponseOf<typeof previewCancellation> {
  const reason = hasNoPolicy ? ('no_policy' as const) : null;
  return { ...preview, allowed: [...allowed], at: instantText(at), ...costToWire(cost), reason };
}

function costToWire(cost: CancellationCost | null) {
  return {
    timeline: (cost?.timeline ?? []).map(penaltySpanToWire),
    penaltyMinorUnits: cost === null ? null : cost.penaltyMinorUnits.toString(),
    refundMinorUnits: cost === null ? null : cost.refundMinorUnits.toString(),
    dueMinorUnits: cost === null ? null : cost.dueMinorUnits.toString(),
    step: cost === null ? null : cost.step,
    validUntil: cost?.validUntil ? instantText(cost.validUntil) : null,
  };
}

function penaltySpanToWire({
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

export function quotedCancellationToWire({
  policyCode,
  policyVersion,
  refundability,
  anchor,
  timeline,
  noShowPenaltyMinorUnits: noShow,
}: ProposedCancellation): NonNullable<ResponseOf<typeof createQuote>['cancellation']> {
  return {
    policyCode,
    policyVersion,
    refundability,
    anchor: instantText(anchor),
    graceUntil: null,
    timeline: timeline.map(penaltySpanToWire),
    noShowPenaltyMinorUnits: noShow.toString(),
  };
}

/** The settlement in `reservation.cancelled`: payments acts on the event as well as on requests. */
export function settledToWire(settlement: Settlement): {
  readonly cancellation: BookingCancellation;
  readonly terms: SettlementTerms;
} {
  const { id, kind: reason, keepMinorUnits, offlineMinorUnits } = settlement;
  return {
    cancellation: cancellationToWire({ ...settlement, outcome: null }),
    terms: {
      id,
      reason,
      keepMinorUnits: keepMinorUnits.toString(),
      offlineMinorUnits: offlineMinorUnits.toString(),
    },
  };
}
