import { boolean, instant, integer, jsonb, minorUnits, pgTable, text, uuid } from '@lodging/kit-postgres';
import type { KeySpace } from '../domain/ledger/ledger.ts';
import type { OfflineMethod } from '../domain/ledger/offline-payment.ts';
import type { PaymentKind, PaymentPurpose, PaymentState } from '../domain/ledger/payment.ts';
import type { RefundReason, RefundState } from '../domain/ledger/refund.ts';
import type { Requester } from '../domain/ledger/requester.ts';
import type { SettlementReason } from '../domain/ledger/settlement.ts';
import type { StoredNotification } from './notifications/stored-notification.ts';

/** The connected account of each tenant. */
export const accounts = pgTable('accounts', {
  tenantId: uuid('tenant_id').primaryKey(),
  provider: text('provider').notNull(),
  accountId: text('account_id').notNull(),
  redirectOrigins: text('redirect_origins').array().notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** One row for each reservation: the lock under which its payments and refunds change. */
export const ledgers = pgTable('ledgers', {
  tenantId: uuid('tenant_id').notNull(),
  reservationId: uuid('reservation_id').notNull(),
  endedAt: instant('ended_at'),
  onlyHoldEnded: boolean('only_hold_ended').notNull(),
  /** When the next report to reservations is published; null where no money is unclaimed, or enough reports were made. */
  unclaimedReportAt: instant('unclaimed_report_at'),
  unclaimedReports: integer('unclaimed_reports').notNull(),
});

const lease = { leaseOwner: uuid('lease_owner'), leasedUntil: instant('leased_until') };

export const payments = pgTable('payments', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  reservationId: uuid('reservation_id').notNull(),
  kind: text('kind').$type<PaymentKind>().notNull(),
  purpose: text('purpose').$type<PaymentPurpose>().notNull(),
  attempt: integer('attempt').notNull(),
  state: text('state').$type<'creating' | 'refused' | PaymentState>().notNull(),
  amountMinorUnits: minorUnits('amount_minor_units').notNull(),
  currency: text('currency').notNull(),
  livemode: boolean('livemode').notNull(),
  /** The connected account at the time of the attempt; a tenant may change to another one. */
  accountId: text('account_id').notNull(),
  providerIdempotencyKey: text('provider_key').notNull(),
  intentId: text('provider_intent_id'),
  sessionId: text('provider_session_id'),
  successUrl: text('success_url'),
  cancelUrl: text('cancel_url'),
  productName: text('product_name'),
  sealedSecret: text('client_secret_sealed'),
  asOf: instant('provider_as_of'),
  lastFailure: text('last_failure'),
  declinedCharges: text('declined_charges').array().notNull(),
  /** The provider's time of the first snapshot that was paid. */
  paidAt: instant('paid_at'),
  /** When the ledger first had it as paid. */
  landedAt: instant('landed_at'),
  expiresAt: instant('expires_at').notNull(),
  ...lease,
  checkedAt: instant('checked_at').notNull(),
  /** When confirm last began to read it from the provider. */
  providerReadAt: instant('provider_read_at'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  version: integer('version').notNull(),
  /** Of the request that opened the payment. */
  traceparent: text('traceparent'),
  requestedBy: jsonb('requested_by').$type<Requester>(),
  /** The change of the stay that waits for it. */
  changeId: uuid('change_id'),
});
export type PaymentRow = typeof payments.$inferSelect;

/** The Idempotency-Keys of the operations that open payments, unique per tenant and operation. */
export const idempotencyKeys = pgTable('opening_keys', {
  tenantId: uuid('tenant_id').notNull(),
  space: text('space').$type<KeySpace>().notNull(),
  idempotencyKey: uuid('idempotency_key').notNull(),
  fingerprint: text('fingerprint'),
  reservationId: uuid('reservation_id').notNull(),
  paymentId: uuid('payment_id').notNull(),
});

/** Without `admitted_at` and `stopped_until`: they are of the budget alone, and no ledger is read with them. */
export const refunds = pgTable('refunds', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  reservationId: uuid('reservation_id').notNull(),
  paymentId: uuid('payment_id').notNull(),
  amountMinorUnits: minorUnits('amount_minor_units').notNull(),
  currency: text('currency').notNull(),
  state: text('state').$type<RefundState>().notNull(),
  reason: text('reason').$type<RefundReason>().notNull(),
  providerRefundId: text('provider_refund_id'),
  providerIdempotencyKey: text('provider_key'),
  settlementId: uuid('settlement_id'),
  /** The change of the stay that returns the money. */
  changeId: uuid('change_id'),
  /** Null once it is forgotten. */
  idempotencyKey: uuid('idempotency_key'),
  keyPart: integer('key_part'),
  keyAmountMinorUnits: minorUnits('key_amount_minor_units'),
  requestedBy: jsonb('requested_by').$type<Requester>(),
  ...lease,
  checkedAt: instant('checked_at').notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  version: integer('version').notNull(),
});
export type RefundRow = typeof refunds.$inferSelect;

/** Money that the operator took, or handed back, without the provider. */
export const offlinePayments = pgTable('offline_payments', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  reservationId: uuid('reservation_id').notNull(),
  purpose: text('purpose').$type<PaymentPurpose>().notNull(),
  amountMinorUnits: minorUnits('amount_minor_units').notNull(),
  currency: text('currency').notNull(),
  method: text('method').$type<OfflineMethod>().notNull(),
  note: text('note'),
  returned: boolean('returned').notNull(),
  /** Null once it is forgotten. */
  idempotencyKey: uuid('idempotency_key'),
  createdAt: instant('created_at').notNull(),
});
export type OfflinePaymentRow = typeof offlinePayments.$inferSelect;

/** The amount that a cancellation or no-show keeps; at most one row a reservation. */
export const settlements = pgTable('settlements', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  reservationId: uuid('reservation_id').notNull(),
  reason: text('reason').$type<SettlementReason>().notNull(),
  keepMinorUnits: minorUnits('keep_minor_units').notNull(),
  offlineMinorUnits: minorUnits('offline_minor_units').notNull(),
  dueMinorUnits: minorUnits('due_minor_units').notNull(),
  createdAt: instant('created_at').notNull(),
});
export type SettlementRow = typeof settlements.$inferSelect;

/** What changes of a stay return. One that was given up has no amounts. */
export const changeSettlements = pgTable('change_settlements', {
  tenantId: uuid('tenant_id').notNull(),
  changeId: uuid('change_id').notNull(),
  reservationId: uuid('reservation_id').notNull(),
  closedAt: instant('closed_at').notNull(),
  position: integer('position'),
  keepMinorUnits: minorUnits('keep_minor_units'),
  netMinorUnits: minorUnits('net_minor_units'),
  backMinorUnits: minorUnits('back_minor_units'),
  totalMinorUnits: minorUnits('total_minor_units'),
  returnedMinorUnits: minorUnits('returned_minor_units'),
  handedBackMinorUnits: minorUnits('handed_back_minor_units'),
});
export type ChangeSettlementRow = typeof changeSettlements.$inferSelect;

/** The accounts on which payments were opened, and when their refunds were last listed. */
export const refundSweeps = pgTable('refund_sweeps', {
  tenantId: uuid('tenant_id').notNull(),
  accountId: text('account_id').notNull(),
  livemode: boolean('livemode').notNull(),
  sweptAt: instant('swept_at').notNull(),
});

/** The events of the provider, by account and event id. Their tenant is not known before they are applied. */
export const providerEvents = pgTable('provider_events', {
  accountId: text('account_id').notNull(),
  providerEventId: text('provider_event_id').notNull(),
  type: text('type').notNull(),
  notification: jsonb('notification').$type<StoredNotification>().notNull(),
  state: text('state').$type<'waiting' | 'applied' | 'ignored' | 'parked'>().notNull(),
  reason: text('reason'),
  attempts: integer('attempts').notNull(),
  nextAttemptAt: instant('next_attempt_at').notNull(),
  receivedAt: instant('received_at').notNull(),
  settledAt: instant('settled_at'),
  /** Of a parked event: when and why an operator ended its wait. */
  dismissedAt: instant('dismissed_at'),
  dismissedReason: text('dismissed_reason'),
  /** Of the request that delivered the event. */
  traceparent: text('traceparent'),
});
export type ProviderEventRow = typeof providerEvents.$inferSelect;
