import { currentTraceparent } from '@lodging/kit-runtime';
import type { BoundKey, Ledger } from '../../domain/ledger/ledger.ts';
import type { OfflinePayment } from '../../domain/ledger/offline-payment.ts';
import { isCreated, isPaid } from '../../domain/ledger/payment.ts';
import type { Lease, Payment, RedirectUrls } from '../../domain/ledger/payment.ts';
import type { Refund, RequestKey } from '../../domain/ledger/refund.ts';
import type { Settlement } from '../../domain/ledger/settlement.ts';
import { toStayChange } from './change-rows.ts';
import type {
  ChangeSettlementRow,
  OfflinePaymentRow,
  PaymentRow,
  RefundRow,
  SettlementRow,
} from '../schema.ts';

export interface LedgerRows {
  readonly ledger: Pick<Ledger, 'endedAt' | 'onlyHoldEnded'> | undefined;
  readonly payments: readonly PaymentRow[];
  readonly refunds: readonly RefundRow[];
  readonly offlinePayments: readonly OfflinePaymentRow[];
  readonly settlement: SettlementRow | undefined;
  readonly changes: readonly ChangeSettlementRow[];
  readonly idempotencyKeys: readonly BoundKey[];
}

export function toLedger(reservationId: string, rows: LedgerRows): Ledger {
  return {
    reservationId,
    endedAt: rows.ledger?.endedAt ?? null,
    onlyHoldEnded: rows.ledger?.onlyHoldEnded ?? false,
    payments: rows.payments.map(toPayment),
    refunds: rows.refunds.map(toRefund),
    offlinePayments: rows.offlinePayments.map(toOfflinePayment),
    settlement: rows.settlement === undefined ? null : toSettlement(rows.settlement),
    changes: rows.changes.map(toStayChange),
    idempotencyKeys: rows.idempotencyKeys,
  };
}

function toPayment(row: PaymentRow): Payment {
  const terms = {
    id: row.id,
    kind: row.kind,
    purpose: row.purpose,
    attempt: row.attempt,
    amountMinorUnits: row.amountMinorUnits,
    currency: row.currency,
    livemode: row.livemode,
    accountId: row.accountId,
    providerIdempotencyKey: row.providerIdempotencyKey,
    redirectUrls: toRedirectUrls(row),
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
    requestedBy: row.requestedBy,
    changeId: row.changeId,
    version: row.version,
  };
  if (row.state === 'creating') return { ...terms, state: row.state, lease: toLease(row) };
  if (row.state === 'refused') return { ...terms, state: row.state };
  const { state, intentId, sessionId, sealedSecret, lastFailure, declinedCharges, landedAt } = row;
  const asOf = row.asOf ?? row.createdAt;
  const failures = { lastFailure, declinedCharges };
  return { ...terms, state, intentId, sessionId, sealedSecret, asOf, ...failures, landedAt };
}

function toRedirectUrls({ successUrl, cancelUrl, productName }: PaymentRow): RedirectUrls | null {
  if (successUrl === null || cancelUrl === null) return null;
  return { successUrl, cancelUrl, ...(productName !== null && { productName }) };
}

function toRefund(row: RefundRow): Refund {
  return {
    id: row.id,
    paymentId: row.paymentId,
    amountMinorUnits: row.amountMinorUnits,
    currency: row.currency,
    state: row.state,
    reason: row.reason,
    providerRefundId: row.providerRefundId,
    providerIdempotencyKey: row.providerIdempotencyKey,
    settlementId: row.settlementId,
    changeId: row.changeId,
    requestedBy: row.requestedBy,
    requestKey: toRequestKey(row),
    lease: toLease(row),
    createdAt: row.createdAt,
    version: row.version,
  };
}

function toRequestKey({
  idempotencyKey: key,
  keyPart: part,
  keyAmountMinorUnits,
}: RefundRow): RequestKey | null {
  return key === null || part === null ? null : { key, part, amountMinorUnits: keyAmountMinorUnits };
}

function toSettlement({
  tenantId: _tenant,
  reservationId: _reservation,
  ...settlement
}: SettlementRow): Settlement {
  return settlement;
}

function toOfflinePayment({
  tenantId: _tenant,
  reservationId: _reservation,
  ...payment
}: OfflinePaymentRow): OfflinePayment {
  return payment;
}

type LeaseColumns = Pick<PaymentRow, 'leaseOwner' | 'leasedUntil'>;

function toLease({ leaseOwner: owner, leasedUntil: until }: LeaseColumns): Lease | null {
  return owner === null || until === null ? null : { owner, until };
}

function leaseColumns(lease: Lease | null): LeaseColumns {
  return { leaseOwner: lease?.owner ?? null, leasedUntil: lease?.until ?? null };
}

/** The database keeps these times itself. */
type Kept = 'checkedAt' | 'updatedAt' | 'landedAt' | 'providerReadAt';

export function paymentValues(
  tenantId: string,
  reservationId: string,
  payment: Payment,
): Omit<PaymentRow, Kept> {
  const { redirectUrls, version, requestedBy = null, changeId = null, ...terms } = payment;
  const created = isCreated(payment) ? payment : undefined;
  return {
    ...terms,
    requestedBy,
    changeId,
    tenantId,
    reservationId,
    intentId: created?.intentId ?? null,
    sessionId: created?.sessionId ?? null,
    sealedSecret: created?.sealedSecret ?? null,
    asOf: created?.asOf ?? null,
    lastFailure: created?.lastFailure ?? null,
    declinedCharges: [...(created?.declinedCharges ?? [])],
    paidAt: isPaid(payment) ? payment.asOf : null,
    successUrl: redirectUrls?.successUrl ?? null,
    cancelUrl: redirectUrls?.cancelUrl ?? null,
    productName: redirectUrls?.productName ?? null,
    ...leaseColumns(payment.state === 'creating' ? payment.lease : null),
    version: version + 1,
    traceparent: currentTraceparent() ?? null,
  };
}

export function refundValues(tenantId: string, reservationId: string, refund: Refund): Omit<RefundRow, Kept> {
  const { lease, version, requestedBy = null, requestKey = null, changeId = null, ...terms } = refund;
  return {
    ...terms,
    requestedBy,
    changeId,
    idempotencyKey: requestKey?.key ?? null,
    keyPart: requestKey?.part ?? null,
    keyAmountMinorUnits: requestKey?.amountMinorUnits ?? null,
    tenantId,
    reservationId,
    ...leaseColumns(lease),
    version: version + 1,
  };
}
