import { refuse } from '@lodging/kernel';
import type { Refusal } from '@lodging/kernel';
import { livePayment, paidPayment, paymentOf, withKey, withPayment } from './ledger.ts';
import type { Decision, Ledger } from './ledger.ts';
import { isLeased, isPlaced } from './payment.ts';
import type { Lease, Opening, Payment, PaymentKind, Placed, ReturnAddresses } from './payment.ts';

export interface OpenRequest {
  readonly kind: PaymentKind;
  /** Null where the caller has none: one that is open is answered with all the same. */
  readonly key: string | null;
  /** The reservation that this key was used for first, if any. */
  readonly keyHolder: string | null;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly livemode: boolean;
  readonly expiresAt: Temporal.Instant;
  /** Null when the tenant has no account to be paid on. */
  readonly accountId: string | null;
  /** Of a checkout page; what is open keeps the addresses it was opened with. */
  readonly returnTo: ReturnAddresses | null;
  readonly newPaymentId: string;
  readonly lease: Lease;
  readonly now: Temporal.Instant;
}

export type OpenRefusal =
  | 'idempotency_key_conflict'
  | 'reservation_not_holdable'
  | 'already_paid'
  | 'payment_already_initiated'
  | 'provider_not_configured';

export type OpenAnswer =
  | { readonly kind: 'refused'; readonly refusal: Refusal<OpenRefusal> }
  /** Another caller is asking the provider; his answer is ours. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'known'; readonly payment: Placed; readonly outcome: 'already_open' | 'replayed' }
  /** The caller holds the lease and asks the provider now; resumed: somebody may have asked before. */
  | { readonly kind: 'ask-provider'; readonly payment: Opening; readonly resumed: boolean };

export function openAttempt(ledger: Ledger, request: OpenRequest): Decision<OpenAnswer> {
  const { reservationId } = ledger;
  if (request.keyHolder !== null && request.keyHolder !== reservationId)
    return refused(
      ledger,
      'idempotency_key_conflict',
      'The idempotency key was used for another reservation.',
    );
  if (ledger.endedAt !== null)
    return refused(ledger, 'reservation_not_holdable', 'The reservation can no longer be paid.');

  const bound = ledger.keys.find((known) => known.key === request.key);
  const replayed = bound && paymentOf(ledger, bound.paymentId);
  if (replayed !== undefined) {
    if (!sameTerms(replayed, request))
      return refused(ledger, 'idempotency_key_conflict', 'The idempotency key was used for another payment.');
    if (replayed.state !== 'refused') return join(ledger, replayed, request, 'replayed');
  }
  if (paidPayment(ledger) !== undefined)
    return refused(ledger, 'already_paid', 'The reservation is already paid.');

  const live = livePayment(ledger);
  if (live === undefined) return begin(ledger, request);
  if (live.kind !== request.kind || !sameTerms(live, request))
    return refused(ledger, 'payment_already_initiated', 'Another payment is open for the reservation.');
  return join(ledger, live, request, 'already_open');
}

const KEY_PREFIXES: Readonly<Record<PaymentKind, string>> = { intent: 'pi', checkout_session: 'cs' };

function join(
  ledger: Ledger,
  payment: Opening | Placed,
  request: OpenRequest,
  outcome: 'already_open' | 'replayed',
): Decision<OpenAnswer> {
  if (isPlaced(payment))
    return { ledger: bind(ledger, request.key, payment), answer: { kind: 'known', payment, outcome } };
  if (isLeased(payment.lease, request.now)) return { ledger, answer: { kind: 'wait' } };
  const taken: Opening = { ...payment, lease: request.lease };
  return lead(ledger, taken, request.key, true);
}

function begin(ledger: Ledger, request: OpenRequest): Decision<OpenAnswer> {
  if (Temporal.Instant.compare(request.now, request.expiresAt) >= 0)
    return refused(ledger, 'reservation_not_holdable', 'The hold has expired.');
  if (request.accountId === null)
    return refused(ledger, 'provider_not_configured', 'The tenant has no account to be paid on.');
  const attempt = ledger.payments.length + 1;
  const payment: Opening = {
    id: request.newPaymentId,
    kind: request.kind,
    state: 'creating',
    attempt,
    amountMinorUnits: request.amountMinorUnits,
    currency: request.currency,
    livemode: request.livemode,
    accountId: request.accountId,
    providerKey: `${KEY_PREFIXES[request.kind]}:${ledger.reservationId}:${attempt}`,
    returnTo: request.returnTo,
    expiresAt: request.expiresAt,
    createdAt: request.now,
    lease: request.lease,
    version: 0,
  };
  return lead(ledger, payment, request.key, false);
}

function lead(ledger: Ledger, payment: Opening, key: string | null, resumed: boolean): Decision<OpenAnswer> {
  return {
    ledger: bind(withPayment(ledger, payment), key, payment),
    answer: { kind: 'ask-provider', payment, resumed },
  };
}

function bind(ledger: Ledger, key: string | null, payment: Opening | Placed): Ledger {
  return key === null ? ledger : withKey(ledger, key, payment);
}

function sameTerms(payment: Payment, request: OpenRequest): boolean {
  return payment.amountMinorUnits === request.amountMinorUnits && payment.currency === request.currency;
}

function refused(ledger: Ledger, code: OpenRefusal, detail: string): Decision<OpenAnswer> {
  return { ledger, answer: { kind: 'refused', refusal: refuse(code, detail).refusal } };
}
