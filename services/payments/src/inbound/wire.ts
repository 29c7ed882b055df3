import { paymentFailed, paymentSucceeded, refundCreated, refundFailed } from '@lodging/contract-payments';
import type {
  createRefund,
  openCheckoutSession,
  openIntent,
  PaymentHandle,
  readPaymentAccount,
  Refund as RefundWire,
  RefundReason as RefundReasonWire,
  settle,
  settlePayment,
  SettlementTerms,
} from '@lodging/contract-payments';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import type { EventToPublish } from '@lodging/kit-messaging';
import { findPayment } from '../domain/ledger.ts';
import type { Ledger, LedgerEvent } from '../domain/ledger.ts';
import { publicState } from '../domain/payment.ts';
import type { PaymentWithIntent } from '../domain/payment.ts';
import type { Refund, RefundReason } from '../domain/refund.ts';
import type { SettlementStatement } from '../domain/settle-ledger.ts';
import type { PaymentAccount } from '../ports.ts';
import type { CreateRefund } from '../use-cases/create-refund.ts';
import type { OpenCheckoutSession } from '../use-cases/open-checkout-session.ts';
import type { IntentHandle, OpenedIntent, OpenIntent } from '../use-cases/open-intent.ts';
import type { SettleReservation } from '../use-cases/settle-reservation.ts';
import type { SettledPayment } from '../use-cases/settle-payment.ts';

export function fromIntentRequest(request: RequestOf<typeof openIntent>): OpenIntent {
  return { ...request, ...fromTerms(request) };
}

export function fromSessionRequest(request: RequestOf<typeof openCheckoutSession>): OpenCheckoutSession {
  return { ...request, ...fromTerms(request) };
}

function fromTerms({ amountMinorUnits, expiresAt }: { amountMinorUnits: string; expiresAt: string }) {
  return { amountMinorUnits: BigInt(amountMinorUnits), expiresAt: Temporal.Instant.from(expiresAt) };
}

export function fromRefundRequest({
  reservationId,
  amountMinorUnits,
}: RequestOf<typeof createRefund>): CreateRefund {
  return {
    reservationId,
    amountMinorUnits: amountMinorUnits === undefined ? null : BigInt(amountMinorUnits),
  };
}

export function openedIntentToWire({ handle, outcome }: OpenedIntent): ResponseOf<typeof openIntent> {
  return { handle: handleToWire(handle), outcome };
}

function handleToWire({ intentId, amountMinorUnits, ...handle }: IntentHandle): PaymentHandle {
  return {
    ...handle,
    providerPaymentIntentId: intentId,
    amountMinorUnits: amountMinorUnits.toString(),
  };
}

export function settledPaymentToWire({
  state,
  amountMinorUnits,
  currency,
}: SettledPayment): ResponseOf<typeof settlePayment> {
  return { state, amountMinorUnits: amountMinorUnits?.toString() ?? null, currency };
}

export function accountToWire({
  accountId,
  redirectOrigins,
}: PaymentAccount): ResponseOf<typeof readPaymentAccount> {
  return { provider: 'stripe', accountId, redirectOrigins: [...redirectOrigins] };
}

type SettlementFields = Omit<SettleReservation, 'reservationId'>;

export function fromSettlementTerms(terms: SettlementTerms): SettlementFields;
export function fromSettlementTerms(terms: SettlementTerms | null | undefined): SettlementFields | null;
export function fromSettlementTerms(terms: SettlementTerms | null | undefined): SettlementFields | null {
  if (terms === undefined || terms === null) return null;
  const { id: settlementId, reason, keepMinorUnits, offlineMinorUnits } = terms;
  const offline = BigInt(offlineMinorUnits);
  return { settlementId, reason, keepMinorUnits: BigInt(keepMinorUnits), offlineMinorUnits: offline };
}

export function statementToWire(
  reservationId: string,
  { settlement, refunds, ...sums }: SettlementStatement,
): ResponseOf<typeof settle> {
  return {
    settlementId: settlement.id,
    keepMinorUnits: settlement.keepMinorUnits.toString(),
    netMinorUnits: sums.netMinorUnits.toString(),
    keptMinorUnits: sums.keptMinorUnits.toString(),
    refundMinorUnits: sums.refundMinorUnits.toString(),
    dueMinorUnits: settlement.dueMinorUnits.toString(),
    owedMinorUnits: sums.owedMinorUnits.toString(),
    refunds: refunds.map((refund) => refundToWire(reservationId, refund)),
  };
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

/** A paid hold that was cancelled is a cancellation to the outside. */
export function reasonToWire(reason: RefundReason): RefundReasonWire {
  return reason === 'cancelled' ? 'cancellation' : reason;
}

const EVENT_TYPES = {
  'payment.succeeded': paymentSucceeded.type,
  'payment.failed': paymentFailed.type,
  'refund.created': refundCreated.type,
  'refund.failed': refundFailed.type,
} as const;

/**
 * `ledger` is the ledger after the change that is published. It is the aggregate: its events stay in order. The version is
 * that of the payment or refund, which consumers compare per payment or refund.
 */
export function eventToWire(
  event: LedgerEvent,
  ledger: Ledger,
  envelope: Pick<EventToPublish, 'id' | 'tenantId' | 'occurredAt'>,
): EventToPublish {
  const { reservationId } = ledger;
  const type = EVENT_TYPES[event.type];
  if ('refund' in event) {
    const { refund } = event;
    return {
      ...envelope,
      type,
      livemode: findPayment(ledger, refund.paymentId)?.livemode ?? false,
      aggregateId: reservationId,
      aggregateVersion: refund.version + 1,
      data: { refund: { ...refundToWire(reservationId, refund), reason: reasonToWire(refund.reason) } },
    };
  }
  const { payment } = event;
  return {
    ...envelope,
    type,
    livemode: payment.livemode,
    aggregateId: reservationId,
    aggregateVersion: payment.version + 1,
    data: { payment: paymentToWire(reservationId, payment) },
  };
}

function paymentToWire(
  reservationId: string,
  payment: PaymentWithIntent,
): Omit<PaymentHandle, 'clientSecret'> {
  return {
    reservationId,
    providerPaymentIntentId: payment.intentId,
    amountMinorUnits: payment.amountMinorUnits.toString(),
    currency: payment.currency,
    state: publicState(payment),
  };
}
