import { isLive, isPaid } from './payment.ts';
import type { Opening, Payment, Placed, WithIntent } from './payment.ts';
import type { Refund } from './refund.ts';

export interface Ledger {
  readonly reservationId: string;
  /** Set when the hold ended: nothing is opened afterwards. */
  readonly endedAt: Temporal.Instant | null;
  readonly payments: readonly Payment[];
  readonly refunds: readonly Refund[];
  /** The Idempotency-Keys that were answered with a payment of this reservation. */
  readonly keys: readonly OpeningKey[];
}

export interface OpeningKey {
  readonly key: string;
  readonly paymentId: string;
}

export type LedgerEvent =
  | { readonly type: 'payment.succeeded' | 'payment.failed'; readonly payment: WithIntent }
  | { readonly type: 'refund.created' | 'refund.failed'; readonly refund: Refund };

/** What a decision leaves behind: the ledger as it now is, what the world hears, and the answer to whoever asked. */
export interface Decision<Answer> {
  readonly ledger: Ledger;
  readonly events?: readonly LedgerEvent[];
  readonly answer: Answer;
}

export function emptyLedger(reservationId: string): Ledger {
  return { reservationId, endedAt: null, payments: [], refunds: [], keys: [] };
}

export function livePayment(ledger: Ledger) {
  return ledger.payments.find(isLive);
}

export function paidPayment(ledger: Ledger) {
  return ledger.payments.find(isPaid);
}

/** The one payment that says how things stand: the paid one, else the live one, else the last. */
export function tellingPayment(ledger: Ledger): Payment | undefined {
  return paidPayment(ledger) ?? livePayment(ledger) ?? ledger.payments.at(-1);
}

export function paymentOf(ledger: Ledger, paymentId: string): Payment | undefined {
  return ledger.payments.find((payment) => payment.id === paymentId);
}

export function withPayment(ledger: Ledger, changed: Payment): Ledger {
  const known = ledger.payments.some((payment) => payment.id === changed.id);
  const payments = known
    ? ledger.payments.map((payment) => (payment.id === changed.id ? changed : payment))
    : [...ledger.payments, changed];
  return { ...ledger, payments };
}

export function withRefund(ledger: Ledger, changed: Refund): Ledger {
  const known = ledger.refunds.some((refund) => refund.id === changed.id);
  const refunds = known
    ? ledger.refunds.map((refund) => (refund.id === changed.id ? changed : refund))
    : [...ledger.refunds, changed];
  return { ...ledger, refunds };
}

export function withKey(ledger: Ledger, key: string, payment: Opening | Placed): Ledger {
  if (ledger.keys.some((bound) => bound.key === key)) return ledger;
  return { ...ledger, keys: [...ledger.keys, { key, paymentId: payment.id }] };
}
