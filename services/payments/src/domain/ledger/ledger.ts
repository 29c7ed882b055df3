import type { OfflinePayment } from './offline-payment.ts';
import { isCreated, isLive, isPaid, paysForStay } from './payment.ts';
import type { CreatedPayment, CreatingPayment, Payment, PaymentWithIntent } from './payment.ts';
import type { Refund } from './refund.ts';
import type { Settlement } from './settlement.ts';
import type { StayChange } from './stay-change.ts';

/** The payments and refunds of one reservation. They change under one lock. */
export interface Ledger {
  readonly reservationId: string;
  /** Set when the hold, or the stay, ended. No payment for the stay itself is opened afterwards. */
  readonly endedAt: Temporal.Instant | null;
  /** The money that had come in may still confirm the stay. What is due of it later can be paid. */
  readonly onlyHoldEnded: boolean;
  readonly payments: readonly Payment[];
  readonly refunds: readonly Refund[];
  /** Received or paid back by the operator. */
  readonly offlinePayments: readonly OfflinePayment[];
  /** Set once the reservation was settled. From then on it is the rule for all money of the reservation. */
  readonly settlement: Settlement | null;
  /** Those that were applied or given up. */
  readonly changes: readonly StayChange[];
  /** The Idempotency-Keys of clients that were answered with a payment of this reservation. */
  readonly idempotencyKeys: readonly BoundKey[];
}

/** Each operation that opens payments has a space of keys of its own. */
export type KeySpace = 'hold' | 'due_intent' | 'due_session';

export interface BoundKey {
  readonly space: KeySpace;
  readonly key: string;
  /** Of the request. Null in the space of holds, where the terms of the payment are compared. */
  readonly fingerprint: string | null;
  readonly paymentId: string;
}

export type LedgerEvent =
  | { readonly type: 'payment.opened'; readonly payment: Payment }
  | { readonly type: 'payment.succeeded' | 'payment.failed'; readonly payment: PaymentWithIntent }
  | { readonly type: 'refund.created' | 'refund.failed'; readonly refund: Refund };

/** The changed ledger, the events to publish with it, and the result for the caller. */
export interface Decision<Result> {
  readonly ledger: Ledger;
  readonly events?: readonly LedgerEvent[];
  readonly result: Result;
}

export function emptyLedger(reservationId: string): Ledger {
  return {
    reservationId,
    endedAt: null,
    onlyHoldEnded: false,
    payments: [],
    refunds: [],
    offlinePayments: [],
    settlement: null,
    changes: [],
    idempotencyKeys: [],
  };
}

export function hasStayEnded({ endedAt, onlyHoldEnded }: Ledger): boolean {
  return endedAt !== null && !onlyHoldEnded;
}

/** Money that confirms the stay comes too late once the hold has ended, all other money once the stay has. */
export function hasEndedFor(ledger: Ledger, payment: Pick<Payment, 'purpose'>): boolean {
  return paysForStay(payment) ? ledger.endedAt !== null : hasStayEnded(ledger);
}

export function livePayment(ledger: Ledger) {
  return ledger.payments.find(isLive);
}

/** All that was paid, oldest first, whatever it was for. */
export function paidPayments(ledger: Ledger) {
  return ledger.payments.filter(isPaid);
}

/** The payment that confirmed the stay. */
export function paidPayment(ledger: Ledger) {
  return ledger.payments.filter(paysForStay).find(isPaid);
}

/** The payment whose state is that of the money for the stay: the paid one, else the live one, else the last. */
export function currentPayment(ledger: Ledger): Payment | undefined {
  const ofStay = ledger.payments.filter(paysForStay);
  return paidPayment(ledger) ?? ofStay.find(isLive) ?? ofStay.at(-1);
}

/** Refunds that the provider is known to have since; each is published once, whatever the change was. */
export function openedPayments(before: Ledger, after: Ledger): LedgerEvent[] {
  const wasCreated = ({ id }: Payment) => before.payments.some((one) => one.id === id && isCreated(one));
  return after.payments
    .filter((payment) => isCreated(payment) && !wasCreated(payment))
    .map((payment) => ({ type: 'payment.opened', payment }));
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

export function findKey(ledger: Ledger, space: KeySpace, key: string | null): BoundKey | undefined {
  return ledger.idempotencyKeys.find((bound) => bound.space === space && bound.key === key);
}

export function withKey(
  ledger: Ledger,
  bound: Omit<BoundKey, 'paymentId'>,
  { id: paymentId }: CreatingPayment | CreatedPayment,
): Ledger {
  if (findKey(ledger, bound.space, bound.key) !== undefined) return ledger;
  return { ...ledger, idempotencyKeys: [...ledger.idempotencyKeys, { ...bound, paymentId }] };
}
