import { refuse } from '@lodging/kernel';
import type { Refusal } from '@lodging/kernel';
import { isOutOfCards } from './declined-cards.ts';
import { findKey, findPayment, livePayment, paidPayment, withKey, withPayment } from '../ledger/ledger.ts';
import type { Decision, Ledger } from '../ledger/ledger.ts';
import { isCreated, isLeased } from '../ledger/payment.ts';
import { isRefusedTooOften } from './refused-attempts.ts';
import { keyLimit } from '../ledger/ledger-limits.ts';
import type {
  CreatedPayment,
  CreatingPayment,
  Lease,
  Payment,
  PaymentKind,
  PaymentPurpose,
  RedirectUrls,
} from '../ledger/payment.ts';

import type { Requester } from '../ledger/requester.ts';

export interface AttemptRequest {
  readonly kind: PaymentKind;
  readonly purpose: PaymentPurpose;
  /** The client's Idempotency-Key. Null where the operation has none: then the open payment is the answer. */
  readonly idempotencyKey: string | null;
  /** The reservation for which this key was first used, if any. */
  readonly keyReservationId: string | null;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly livemode: boolean;
  readonly expiresAt: Temporal.Instant;
  /** Null where the tenant has no payment account. */
  readonly accountId: string | null;
  /** Of a Checkout Session. An open session keeps the URLs it was created with. */
  readonly redirectUrls: RedirectUrls | null;
  readonly newPaymentId: string;
  readonly requestedBy?: Requester;
  /** The change of the stay that waits for the payment. */
  readonly changeId?: string;
  readonly lease: Lease;
  readonly now: Temporal.Instant;
}

export type OpenRefusal =
  | 'idempotency_key_conflict'
  | 'reservation_not_holdable'
  | 'already_paid'
  | 'payment_already_initiated'
  | 'payment_setup_failed'
  | 'provider_not_configured'
  | 'limit_reached';

export interface ExistingPayment {
  readonly kind: 'existing';
  readonly payment: CreatedPayment;
  readonly outcome: 'already_open' | 'replayed';
}

/** The caller holds the lease and calls the provider now. */
export interface LeasedAttempt {
  readonly kind: 'call-provider';
  readonly payment: CreatingPayment;
  /** An earlier caller may have reached the provider. */
  readonly resumed: boolean;
}

export type OpenResult<Code extends string = OpenRefusal> =
  | { readonly kind: 'refused'; readonly refusal: Refusal<Code> }
  /** Another caller holds the lease; its result is the answer. */
  | { readonly kind: 'wait' }
  | ExistingPayment
  | LeasedAttempt;

/** Opens the one live payment of a reservation, or joins the live one. */
export function openAttempt(ledger: Ledger, request: AttemptRequest): Decision<OpenResult> {
  const { reservationId } = ledger;
  if (request.keyReservationId !== null && request.keyReservationId !== reservationId)
    return refused(
      ledger,
      'idempotency_key_conflict',
      'The idempotency key was used for another reservation.',
    );
  if (ledger.endedAt !== null)
    return refused(ledger, 'reservation_not_holdable', 'The reservation can no longer be paid.');

  // A card that was accepted meanwhile decides.
  if (isOutOfCards(ledger) && paidPayment(ledger) === undefined)
    return refused(ledger, 'payment_setup_failed', 'Too many cards were declined for this hold.');

  const bound = findKey(ledger, 'hold', request.idempotencyKey);
  const replayed = bound && findPayment(ledger, bound.paymentId);
  if (replayed !== undefined) {
    if (!isSameRequest(replayed, request))
      return refused(ledger, 'idempotency_key_conflict', 'The idempotency key was used for another payment.');
    if (replayed.state !== 'refused') return join(ledger, replayed, request, 'replayed');
  }
  if (paidPayment(ledger) !== undefined)
    return refused(ledger, 'already_paid', 'The reservation is already paid.');

  const live = livePayment(ledger);
  if (live === undefined) return begin(ledger, request);
  if (live.kind !== request.kind || !isSameRequest(live, request))
    return refused(ledger, 'payment_already_initiated', 'Another payment is open for the reservation.');
  return join(ledger, live, request, 'already_open');
}

const KEY_PREFIXES: Readonly<Record<PaymentKind, string>> = { intent: 'pi', checkout_session: 'cs' };

function join(
  ledger: Ledger,
  payment: CreatingPayment | CreatedPayment,
  request: AttemptRequest,
  outcome: 'already_open' | 'replayed',
): Decision<OpenResult> {
  const key = request.idempotencyKey;
  const limit = outcome === 'already_open' && key !== null ? keyLimit(ledger, payment) : undefined;
  if (limit !== undefined) return { ledger, result: { kind: 'refused', refusal: limit } };
  if (isCreated(payment))
    return { ledger: bindKey(ledger, key, payment), result: { kind: 'existing', payment, outcome } };
  if (isLeased(payment.lease, request.now)) return { ledger, result: { kind: 'wait' } };
  return callProvider(ledger, { ...payment, lease: request.lease }, key, true);
}

function begin(ledger: Ledger, request: AttemptRequest): Decision<OpenResult> {
  if (Temporal.Instant.compare(request.now, request.expiresAt) >= 0)
    return refused(ledger, 'reservation_not_holdable', 'The hold has expired.');
  if (isRefusedTooOften(ledger))
    return refused(ledger, 'payment_setup_failed', 'The provider refused too many payments of this hold.');
  if (request.accountId === null)
    return refused(ledger, 'provider_not_configured', 'The tenant has no payment account.');
  return callProvider(
    ledger,
    newAttempt(ledger, { ...request, accountId: request.accountId }),
    request.idempotencyKey,
    false,
  );
}

export type NewAttempt = Omit<AttemptRequest, 'accountId' | 'idempotencyKey' | 'keyReservationId'> & {
  readonly accountId: string;
};

export function newAttempt(ledger: Ledger, request: NewAttempt): CreatingPayment {
  const attempt = ledger.payments.length + 1;
  return {
    id: request.newPaymentId,
    kind: request.kind,
    purpose: request.purpose,
    state: 'creating',
    attempt,
    amountMinorUnits: request.amountMinorUnits,
    currency: request.currency,
    livemode: request.livemode,
    accountId: request.accountId,
    providerIdempotencyKey: `${KEY_PREFIXES[request.kind]}:${ledger.reservationId}:${attempt}`,
    redirectUrls: request.redirectUrls,
    expiresAt: request.expiresAt,
    createdAt: request.now,
    requestedBy: request.requestedBy ?? null,
    changeId: request.changeId ?? null,
    lease: request.lease,
    version: 0,
  };
}

function callProvider(
  ledger: Ledger,
  payment: CreatingPayment,
  key: string | null,
  resumed: boolean,
): Decision<OpenResult> {
  return {
    ledger: bindKey(withPayment(ledger, payment), key, payment),
    result: { kind: 'call-provider', payment, resumed },
  };
}

function bindKey(ledger: Ledger, key: string | null, payment: CreatingPayment | CreatedPayment): Ledger {
  return key === null ? ledger : withKey(ledger, { space: 'hold', key, fingerprint: null }, payment);
}

function isSameRequest(payment: Payment, request: AttemptRequest): boolean {
  return payment.amountMinorUnits === request.amountMinorUnits && payment.currency === request.currency;
}

function refused(ledger: Ledger, code: OpenRefusal, detail: string): Decision<OpenResult> {
  return { ledger, result: { kind: 'refused', refusal: refuse(code, detail).refusal } };
}
