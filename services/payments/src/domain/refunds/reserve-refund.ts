import { refuse } from '@lodging/kernel';
import type { NewId, Refusal } from '@lodging/kernel';
import { least, requestableMinorUnits } from '../ledger/balance.ts';
import { keyConflict } from '../ledger/record-offline-payment.ts';
import { refundLimit } from '../ledger/ledger-limits.ts';
import { findPayment, findRefund, paidPayments, withRefund } from '../ledger/ledger.ts';
import type { Decision, Ledger } from '../ledger/ledger.ts';
import { isLeased, isPaid, paysForStay } from '../ledger/payment.ts';
import type { Lease, PaidPayment } from '../ledger/payment.ts';
import { isAutomatic, isUnsent, refundableMinorUnits } from '../ledger/refund.ts';
import type { AutomaticReason, Refund, RequestKey } from '../ledger/refund.ts';
import type { Requester } from '../ledger/requester.ts';
import { findRefundOfKey } from './replay-refund.ts';

interface NewRefund {
  readonly newRefundId: string;
  readonly lease: Lease;
  readonly now: Temporal.Instant;
}

export interface RequestedRefund extends NewRefund {
  /** Null: all that can still be refunded. */
  readonly amountMinorUnits: bigint | null;
  /** True if the tenant still has a payment account. */
  readonly hasAccount: boolean;
  readonly requestedBy?: Requester;
  /** Of the client; undefined where it sent none. */
  readonly idempotencyKey?: string | undefined;
  /** For the parts after the first, where the amount takes several payments. */
  readonly newId: NewId;
}

export interface AutomaticRefund extends NewRefund {
  readonly reason: AutomaticReason;
  /** Payments whose refund this caller has sent already; it is not decided a second time. */
  readonly triedPayments: readonly string[];
}

export type RefundRefusal =
  | 'no_succeeded_payment'
  | 'provider_not_configured'
  | 'nothing_to_refund'
  | 'refund_exceeds_payment'
  | 'idempotency_key_conflict'
  | 'limit_reached';

/** The amount is reserved, the caller holds the lease and calls the provider now. */
export interface ReservedRefund {
  readonly kind: 'call-provider';
  readonly refund: Refund;
  readonly payment: PaidPayment;
  /** Of other payments, where the amount takes several. */
  readonly others?: readonly ReservedRefund[];
}

export type RequestResult =
  | { readonly kind: 'refused'; readonly refusal: Refusal<RefundRefusal> }
  /** The refunds that an earlier request with the same key made, as they are now. */
  | { readonly kind: 'replayed'; readonly parts: readonly Refund[] }
  | ReservedRefund;

/** Reserves a refund that the operator requested, once for each Idempotency-Key. */
export function reserveRequestedRefund(ledger: Ledger, request: RequestedRefund): Decision<RequestResult> {
  const { idempotencyKey: key, amountMinorUnits } = request;
  if (key === undefined) return reserveNew(ledger, request);
  const known = findRefundOfKey(ledger, { key, amountMinorUnits });
  if (known.kind === 'replayed') return { ledger, result: known };
  if (known.kind === 'conflict') return { ledger, result: keyConflict() };
  const reserved = reserveNew(known.ledger, request);
  return reserved.result.kind === 'refused' ? { ...reserved, ledger } : reserved;
}

function reserveNew(ledger: Ledger, request: RequestedRefund): Decision<RequestResult> {
  const paid = paidPayments(ledger);
  if (paid.length === 0) return refused(ledger, 'no_succeeded_payment', 'Nothing has been paid.');
  if (!request.hasAccount)
    return refused(ledger, 'provider_not_configured', 'The tenant has no payment account any more.');
  const refundable = requestableMinorUnits(ledger);
  const amountMinorUnits = request.amountMinorUnits ?? refundable;
  if (refundable <= 0n || amountMinorUnits === 0n)
    return refused(ledger, 'nothing_to_refund', 'There is nothing to refund.');
  if (amountMinorUnits > refundable)
    return refused(ledger, 'refund_exceeds_payment', `At most ${refundable} can be refunded.`);
  const limit = refundLimit(ledger);
  if (limit !== undefined) return { ledger, result: { kind: 'refused', refusal: limit } };
  const requestKey =
    request.idempotencyKey === undefined
      ? null
      : { key: request.idempotencyKey, amountMinorUnits: request.amountMinorUnits };
  return cutOver(ledger, paid.toReversed(), { ...request, amountMinorUnits, requestKey });
}

/** One refund for each payment that it takes, the newest first: the provider refunds a payment, not a reservation. */
function cutOver(
  ledger: Ledger,
  payments: readonly PaidPayment[],
  request: RequestedRefund & {
    readonly amountMinorUnits: bigint;
    readonly requestKey: Omit<RequestKey, 'part'> | null;
  },
): Decision<ReservedRefund> {
  let next = ledger;
  let left = request.amountMinorUnits;
  const parts: ReservedRefund[] = [];
  for (const payment of payments) {
    const amountMinorUnits = least(left, refundableMinorUnits(next.refunds, payment));
    if (amountMinorUnits <= 0n) continue;
    const newRefundId = parts.length === 0 ? request.newRefundId : request.newId();
    const providerIdempotencyKey = `refund:${newRefundId}`;
    const { requestedBy = null } = request;
    const requestKey = request.requestKey && { ...request.requestKey, part: parts.length };
    const terms = {
      amountMinorUnits,
      reason: 'requested' as const,
      providerIdempotencyKey,
      requestedBy,
      requestKey,
    };
    const reserved = reserve(next, payment, { ...request, newRefundId }, terms);
    next = reserved.ledger;
    left -= amountMinorUnits;
    parts.push(reserved.result);
  }
  const [first, ...others] = parts;
  if (first === undefined) throw new Error('a refund was cut into no parts');
  return { ledger: next, result: others.length === 0 ? first : { ...first, others } };
}

function refused(ledger: Ledger, code: RefundRefusal, detail: string): Decision<RequestResult> {
  return { ledger, result: { kind: 'refused', refusal: refuse(code, detail).refusal } };
}

export type AutomaticResult =
  /** The money may still pay for the stay. */
  | { readonly kind: 'not-ended' }
  | { readonly kind: 'nothing-to-refund' }
  /** The provider has it, or another caller is sending it. */
  | { readonly kind: 'existing'; readonly refund: Refund }
  | ReservedRefund;

/**
 * Reserves all that can still be refunded of one payment for the stay after the other, once each; a repeated call finds
 * the same refund. Only after the end of the payment: a stay that goes on is refunded by the operator alone.
 */
export function reserveAutomaticRefund(ledger: Ledger, request: AutomaticRefund): Decision<AutomaticResult> {
  if (ledger.endedAt === null) return { ledger, result: { kind: 'not-ended' } };
  // The settlement says what goes back, and has reserved it already.
  if (ledger.settlement !== null) return { ledger, result: { kind: 'nothing-to-refund' } };
  const decisions = paidPayments(ledger)
    .filter(paysForStay)
    .filter(({ id }) => !request.triedPayments.includes(id))
    .map((payment) => reserveRefundOf(ledger, payment, request));
  const of = (kind: AutomaticResult['kind']) => decisions.find(({ result }) => result.kind === kind);
  return of('call-provider') ?? of('existing') ?? { ledger, result: { kind: 'nothing-to-refund' } };
}

function reserveRefundOf(
  ledger: Ledger,
  payment: PaidPayment,
  request: AutomaticRefund,
): Decision<AutomaticResult> {
  const earlier = ledger.refunds.filter(
    ({ paymentId, reason }) => paymentId === payment.id && isAutomatic(reason),
  );
  const active = earlier.find(({ state }) => state !== 'failed');
  if (active !== undefined) {
    return isResumable(active, request.now)
      ? takeLease(ledger, payment, active, request.lease)
      : { ledger, result: { kind: 'existing', refund: active } };
  }
  const refundable = refundableMinorUnits(ledger.refunds, payment);
  if (refundable <= 0n) return { ledger, result: { kind: 'nothing-to-refund' } };
  return reserve(ledger, payment, request, {
    amountMinorUnits: refundable,
    reason: request.reason,
    providerIdempotencyKey: automaticKey(payment, earlier.length),
  });
}

/** The provider replays its response to a key, also a refusal; so the attempt after a refused one has its own key. */
function automaticKey(payment: PaidPayment, refusedAttempts: number): string {
  return refusedAttempts === 0
    ? `late:${payment.intentId}`
    : `late:${payment.intentId}:${refusedAttempts + 1}`;
}

function reserve(
  ledger: Ledger,
  payment: PaidPayment,
  { newRefundId, lease, now }: NewRefund,
  terms: Pick<
    Refund,
    'amountMinorUnits' | 'reason' | 'providerIdempotencyKey' | 'requestedBy' | 'requestKey'
  >,
): Decision<ReservedRefund> {
  const refund: Refund = {
    ...terms,
    settlementId: null,
    id: newRefundId,
    paymentId: payment.id,
    currency: payment.currency,
    state: 'pending',
    providerRefundId: null,
    lease,
    createdAt: now,
    version: 0,
  };
  return { ledger: withRefund(ledger, refund), result: { kind: 'call-provider', refund, payment } };
}

/** Leases a refund whose provider call had no known outcome, to repeat it under its own key. */
export function resumeRefund(
  ledger: Ledger,
  refundId: string,
  lease: Lease,
  now: Temporal.Instant,
): Decision<ReservedRefund | { readonly kind: 'not-resumable' }> {
  const refund = findRefund(ledger, refundId);
  if (refund === undefined || !isResumable(refund, now)) return { ledger, result: { kind: 'not-resumable' } };
  const payment = findPayment(ledger, refund.paymentId);
  return payment !== undefined && isPaid(payment)
    ? takeLease(ledger, payment, refund, lease)
    : { ledger, result: { kind: 'not-resumable' } };
}

function isResumable(refund: Refund, now: Temporal.Instant): boolean {
  return isUnsent(refund) && !isLeased(refund.lease, now);
}

function takeLease(
  ledger: Ledger,
  payment: PaidPayment,
  refund: Refund,
  lease: Lease,
): Decision<ReservedRefund> {
  const leased: Refund = { ...refund, lease };
  return { ledger: withRefund(ledger, leased), result: { kind: 'call-provider', refund: leased, payment } };
}

/** The outcome of the provider call is unknown: the amount stays reserved, and the next caller may repeat the call. */
export function releaseRefund(ledger: Ledger, refundId: string, owner: string): Decision<Refund | undefined> {
  const refund = findRefund(ledger, refundId);
  if (refund?.lease?.owner !== owner) return { ledger, result: refund };
  const released: Refund = { ...refund, lease: null };
  return { ledger: withRefund(ledger, released), result: released };
}

/** The provider refused the refund, so its amount can be refunded. */
export function refuseRefund(ledger: Ledger, refundId: string): Decision<Refund | undefined> {
  const refund = findRefund(ledger, refundId);
  if (refund === undefined || refund.state !== 'pending' || refund.providerRefundId !== null)
    return { ledger, result: refund };
  const failed: Refund = { ...refund, state: 'failed', lease: null };
  return { ledger: withRefund(ledger, failed), result: failed };
}
