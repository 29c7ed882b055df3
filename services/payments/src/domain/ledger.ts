import { isLive, isPaid } from './payment.ts';
import type { CreatedPayment, CreatingPayment, Payment, PaymentWithIntent } from './payment.ts';
import type { Refund } from './refund.ts';
import type { Settlement } from './settlement.ts';

/** The payments and refunds of one reservation. They change under one lock. */
export interface Ledger {
  readonly reservationId: string;
  /** Set when the hold ended. No payment is opened afterwards. */
  readonly endedAt: Temporal.Instant | null;
  readonly payments: readonly Payment[];
  readonly refunds: readonly Refund[];
  /** Set once the reservation was settled. From then on it is the rule for all money of the reservation. */
  readonly settlement: Settlement | null;
  /** The Idempotency-Keys of clients that were answered with a payment of this reservation. */
  readonly idempotencyKeys: readonly BoundKey[];
}

export interface BoundKey {
  readonly key: string;
  readonly paymentId: string;
}

export type LedgerEvent =
  | { readonly type: 'payment.succeeded' | 'payment.failed'; readonly payment: PaymentWithIntent }
  | { readonly type: 'refund.created' | 'refund.failed'; readonly refund: Refund };

/** The changed ledger, the events to publish with it, and the result for the caller. */
export interface Decision<Result> {
  readonly ledger: Ledger;
  readonly events?: readonly LedgerEvent[];
  readonly result: Result;
}

export function emptyLedger(reservationId: string): Ledger {
  return { reservationId, endedAt: null, payments: [], refunds: [], settlement: null, idempotencyKeys: [] };
}

export function livePayment(ledger: Ledger) {
  return ledger.payments.find(isLive);
}

export function paidPayment(ledger: Ledger) {
  return ledger.payments.find(isPaid);
}

/** The payment whose state is that of the reservation's money: the paid one, else the live one, else the last. */
export function currentPayment(ledger: Ledger): Payment | undefined {
  return paidPayment(ledger) ?? livePayment(ledger) ?? ledger.payments.at(-1);
}

export function findPayment(ledger: Ledger, paymentId: string): Payment | undefined {
  return ledger.payments.find((payment) => payment.id === paymentId);
}

export function findRefund(ledger: Ledger, refundId: string): Refund | undefined {
  return ledger.refunds.find((refund) => refund.id === refundId);
}

export function withPayment(ledger: Ledger, changed: Payment): Ledger {
  return { ...ledger, payments: replaceOrAppend(ledger.payments, changed) };
}

export function withRefund(ledger: Ledger, changed: Refund): Ledger {
  return { ...ledger, refunds: replaceOrAppend(ledger.refunds, changed) };
}

function replaceOrAppend<T extends { readonly id: string }>(items: readonly T[], changed: T): T[] {
  const isKnown = items.some(({ id }) => id === changed.id);
  return isKnown ? items.map((item) => (item.id === changed.id ? changed : item)) : [...items, changed];
}

export function withKey(ledger: Ledger, key: string, payment: CreatingPayment | CreatedPayment): Ledger {
  if (ledger.idempotencyKeys.some((bound) => bound.key === key)) return ledger;
  return { ...ledger, idempotencyKeys: [...ledger.idempotencyKeys, { key, paymentId: payment.id }] };
}
