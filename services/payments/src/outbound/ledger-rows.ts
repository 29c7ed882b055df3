import type { Ledger } from '../domain/ledger.ts';
import type { Lease, Payment, PaymentKind, PlacedState, ReturnAddresses } from '../domain/payment.ts';
import type { Refund, RefundReason, RefundState } from '../domain/refund.ts';

interface LeaseColumns {
  readonly lease_owner: string | null;
  readonly leased_until: Temporal.Instant | null;
}

export interface PaymentRow extends LeaseColumns {
  readonly id: string;
  readonly kind: PaymentKind;
  readonly attempt: number;
  readonly state: 'creating' | 'refused' | PlacedState;
  readonly amount_minor_units: bigint;
  readonly currency: string;
  readonly livemode: boolean;
  readonly account_id: string;
  readonly provider_key: string;
  readonly provider_intent_id: string | null;
  readonly provider_session_id: string | null;
  readonly success_url: string | null;
  readonly cancel_url: string | null;
  readonly client_secret_sealed: string | null;
  readonly provider_as_of: Temporal.Instant | null;
  readonly last_failure: string | null;
  readonly expires_at: Temporal.Instant;
  readonly created_at: Temporal.Instant;
  readonly version: number;
}

export interface RefundRow extends LeaseColumns {
  readonly id: string;
  readonly payment_id: string;
  readonly amount_minor_units: bigint;
  readonly currency: string;
  readonly state: RefundState;
  readonly reason: RefundReason;
  readonly provider_refund_id: string | null;
  readonly provider_key: string | null;
  readonly created_at: Temporal.Instant;
  readonly version: number;
}

export interface LedgerRows {
  readonly ledger: { readonly ended_at: Temporal.Instant | null } | undefined;
  readonly payments: readonly PaymentRow[];
  readonly refunds: readonly RefundRow[];
  readonly keys: readonly { readonly idempotency_key: string; readonly payment_id: string }[];
}

export function ledgerOf(reservationId: string, rows: LedgerRows): Ledger {
  return {
    reservationId,
    endedAt: rows.ledger?.ended_at ?? null,
    payments: rows.payments.map(paymentOf),
    refunds: rows.refunds.map(refundOf),
    keys: rows.keys.map((row) => ({ key: row.idempotency_key, paymentId: row.payment_id })),
  };
}

function paymentOf(row: PaymentRow): Payment {
  const terms = {
    id: row.id,
    kind: row.kind,
    attempt: row.attempt,
    amountMinorUnits: row.amount_minor_units,
    currency: row.currency,
    livemode: row.livemode,
    accountId: row.account_id,
    providerKey: row.provider_key,
    returnTo: addressesOf(row),
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    version: row.version,
  };
  if (row.state === 'creating') return { ...terms, state: 'creating', lease: leaseOf(row) };
  if (row.state === 'refused') return { ...terms, state: 'refused' };
  return {
    ...terms,
    state: row.state,
    intentId: row.provider_intent_id,
    sessionId: row.provider_session_id,
    sealedSecret: row.client_secret_sealed,
    asOf: row.provider_as_of ?? row.created_at,
    lastFailure: row.last_failure,
  };
}

function addressesOf({ success_url: successUrl, cancel_url: cancelUrl }: PaymentRow): ReturnAddresses | null {
  return successUrl === null || cancelUrl === null ? null : { successUrl, cancelUrl };
}

function refundOf(row: RefundRow): Refund {
  return {
    id: row.id,
    paymentId: row.payment_id,
    amountMinorUnits: row.amount_minor_units,
    currency: row.currency,
    state: row.state,
    reason: row.reason,
    providerRefundId: row.provider_refund_id,
    providerKey: row.provider_key,
    lease: leaseOf(row),
    createdAt: row.created_at,
    version: row.version,
  };
}

function leaseOf(row: LeaseColumns): Lease | null {
  return row.lease_owner === null || row.leased_until === null
    ? null
    : { owner: row.lease_owner, until: row.leased_until };
}
