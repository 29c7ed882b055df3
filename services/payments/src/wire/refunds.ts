import type {
  Refund as RefundWire,
  RefundReason as RefundReasonWire,
  UnrequestedRefund as UnrequestedRefundWire,
  createRefund,
} from '@lodging/contract-payments';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { Refund, RefundReason } from '../domain/ledger/refund.ts';
import type { UnrequestedRefund } from '../ports/refunds.ts';
import type { CreateRefund, CreatedRefund } from '../use-cases/refunds/create-refund.ts';

export function refundRequestFromWire({
  reservationId,
  amountMinorUnits,
  idempotencyKey,
}: RequestOf<typeof createRefund>): CreateRefund {
  return {
    reservationId,
    amountMinorUnits: amountMinorUnits === undefined ? null : BigInt(amountMinorUnits),
    idempotencyKey,
  };
}

export function createdRefundToWire(
  reservationId: string,
  { others, ...refund }: Omit<CreatedRefund, 'isReplayed'>,
): ResponseOf<typeof createRefund> {
  const first = refundToWire(reservationId, refund);
  return others.length === 0
    ? first
    : { ...first, others: others.map((other) => refundToWire(reservationId, other)) };
}

export function refundToWire(reservationId: string, refund: Refund): RefundWire {
  return {
    id: refund.id,
    reservationId,
    amountMinorUnits: refund.amountMinorUnits.toString(),
    currency: refund.currency,
    state: refund.state,
    providerRefundId: refund.providerRefundId,
  };
}

export function unrequestedRefundToWire(refund: UnrequestedRefund): UnrequestedRefundWire {
  return {
    ...refund,
    amountMinorUnits: refund.amountMinorUnits.toString(),
    reason: reasonToWire(refund.reason),
    createdAt: instantText(refund.createdAt),
  };
}

/** A paid hold that was cancelled is a cancellation to the outside. */
export function reasonToWire(reason: RefundReason): RefundReasonWire {
  return reason === 'cancelled' ? 'cancellation' : reason;
}
