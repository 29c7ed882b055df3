import type {
  createRefund,
  openCheckoutSession,
  openDueIntent,
  openDueSession,
  openIntent,
  PaymentEntry,
  PaymentHandle,
  readMoney,
  readPaymentAccount,
  recordOfflinePayment,
  Refund as RefundWire,
  RefundReason as RefundReasonWire,
  settle,
  settlePayment,
  SettlementTerms,
  summarizeMoney,
  UnrequestedRefund as UnrequestedRefundWire,
} from '@lodging/contract-payments';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { Obligation } from '../domain/balance.ts';
import type { OfflinePayment } from '../domain/offline-payment.ts';
import { hasIntent, publicState } from '../domain/payment.ts';
import type { Payment } from '../domain/payment.ts';
import type { Refund, RefundReason } from '../domain/refund.ts';
import type { SettlementStatement } from '../domain/settle-ledger.ts';
import type { MoneySummary, PaymentAccount, UnrequestedRefund } from '../ports.ts';
import type { CreatedRefund, CreateRefund } from '../use-cases/create-refund.ts';
import type { OpenCheckoutSession } from '../use-cases/open-checkout-session.ts';
import type { DueSession, OpenDuePayment, OpenDueSession } from '../use-cases/open-due-payment.ts';
import type { IntentHandle, OpenedIntent, OpenIntent } from '../use-cases/open-intent.ts';
import type { Money, ReadMoney } from '../use-cases/read-money.ts';
import type { RecordOffline } from '../use-cases/record-offline-payment.ts';
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

export function handleToWire({ intentId, amountMinorUnits, ...handle }: IntentHandle): PaymentHandle {
  return {
    ...handle,
    providerPaymentIntentId: intentId,
    amountMinorUnits: amountMinorUnits.toString(),
  };
}

export function fromDueRequest(request: RequestOf<typeof openDueIntent>): OpenDuePayment {
  const { amountMinorUnits } = request;
  return {
    ...request,
    obligation: fromObligation(request.obligation),
    amountMinorUnits: amountMinorUnits === undefined ? null : BigInt(amountMinorUnits),
  };
}

export function fromDueSessionRequest({
  successUrl,
  cancelUrl,
  ...request
}: RequestOf<typeof openDueSession>): OpenDueSession {
  return { ...fromDueRequest(request), successUrl, cancelUrl };
}

export function fromReadMoney({ reservationId, obligation }: RequestOf<typeof readMoney>): ReadMoney {
  return { reservationId, obligation: fromObligation(obligation) };
}

function fromObligation(obligation: RequestOf<typeof readMoney>['obligation']): Obligation {
  return {
    dueByNowMinorUnits: BigInt(obligation.dueByNowMinorUnits),
    paidOfflineMinorUnits: BigInt(obligation.paidOfflineMinorUnits),
  };
}

export function fromOfflineRequest(request: RequestOf<typeof recordOfflinePayment>): RecordOffline {
  const { amountMinorUnits, obligation } = request;
  return {
    ...request,
    amountMinorUnits: BigInt(amountMinorUnits),
    obligation: { paidOfflineMinorUnits: BigInt(obligation.paidOfflineMinorUnits) },
  };
}

export function dueSessionToWire({
  isReplayed: _isReplayed,
  amountMinorUnits,
  expiresAt,
  ...session
}: DueSession): ResponseOf<typeof openDueSession> {
  return {
    ...session,
    amountMinorUnits: amountMinorUnits.toString(),
    expiresAt: instantText(expiresAt),
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

export function createdRefundToWire(
  reservationId: string,
  { others, ...refund }: CreatedRefund,
): ResponseOf<typeof createRefund> {
  const first = refundToWire(reservationId, refund);
  return others.length === 0
    ? first
    : { ...first, others: others.map((other) => refundToWire(reservationId, other)) };
}

export function moneyToWire({ ledger, ...sums }: Money): ResponseOf<typeof readMoney> {
  const { reservationId, payments, offlinePayments, refunds, settlement } = ledger;
  return {
    collectedMinorUnits: sums.collectedMinorUnits.toString(),
    paidOfflineMinorUnits: sums.paidOfflineMinorUnits.toString(),
    returnedMinorUnits: sums.returnedMinorUnits.toString(),
    dueMinorUnits: sums.dueMinorUnits.toString(),
    owedMinorUnits: sums.owedMinorUnits.toString(),
    keepMinorUnits: settlement?.keepMinorUnits.toString() ?? null,
    // The provider refused to open the others: they never were.
    payments: [
      ...payments.filter(({ state }) => state !== 'refused').map(paymentToEntry),
      ...offlinePayments.map(offlineToWire),
    ].toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1)),
    refunds: refunds.map((refund) => ({
      ...refundToWire(reservationId, refund),
      reason: reasonToWire(refund.reason),
      paymentId: refund.paymentId,
      createdAt: instantText(refund.createdAt),
    })),
  };
}

export function moneySummaryToWire(
  summary: MoneySummary,
): ResponseOf<typeof summarizeMoney>['totals'][number] {
  return {
    currency: summary.currency,
    collectedMinorUnits: summary.collectedMinorUnits.toString(),
    returnedMinorUnits: summary.returnedMinorUnits.toString(),
  };
}

function paymentToEntry(payment: Payment): PaymentEntry {
  return {
    id: payment.id,
    purpose: payment.purpose,
    method: 'card',
    providerPaymentIntentId: hasIntent(payment) ? payment.intentId : null,
    amountMinorUnits: payment.amountMinorUnits.toString(),
    state: publicState(payment),
    createdAt: instantText(payment.createdAt),
    note: null,
    returned: false,
  };
}

export function offlineToWire(payment: OfflinePayment): PaymentEntry {
  return {
    id: payment.id,
    purpose: payment.purpose,
    method: payment.method,
    providerPaymentIntentId: null,
    amountMinorUnits: payment.amountMinorUnits.toString(),
    state: payment.returned ? 'refunded' : 'succeeded',
    createdAt: instantText(payment.createdAt),
    note: payment.note,
    returned: payment.returned,
  };
}

type SettlementFields = Omit<SettleReservation, 'reservationId'>;

export function fromSettlementTerms(terms: SettlementTerms): SettlementFields;
export function fromSettlementTerms(terms: SettlementTerms | null | undefined): SettlementFields | null;
export function fromSettlementTerms(terms: SettlementTerms | null | undefined): SettlementFields | null {
  if (terms === undefined || terms === null) return null;
  const { id: settlementId, reason, keepMinorUnits, offlineMinorUnits } = terms;
  const offline = BigInt(offlineMinorUnits);
  const keep = BigInt(keepMinorUnits);
  return { settlementId, reason, keepMinorUnits: keep, offlineMinorUnits: offline };
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
