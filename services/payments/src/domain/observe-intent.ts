import { paymentOf, withPayment } from './ledger.ts';
import type { Decision, Ledger, LedgerEvent } from './ledger.ts';
import { hasIntent, isOpen, isPaid, isPlaced } from './payment.ts';
import type { Opening, Payment, Placed, PlacedState, WithIntent } from './payment.ts';
import { returnedMinorUnits } from './refund.ts';

/** The provider's own words for an intent. */
export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'processing'
  | 'succeeded'
  | 'canceled';

/** What the provider said of an intent, in a notification or when asked. */
export interface IntentReport {
  readonly intentId: string;
  readonly status: IntentStatus;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly amountMinorUnits: bigint;
  /** Null when the report is silent about it. */
  readonly receivedMinorUnits: bigint | null;
  readonly currency: string;
  /** Names a declined try, when this is the report of one. */
  readonly failure: string | null;
  readonly asOf: Temporal.Instant;
}

/** Why a report is not believed. */
export type Mismatch =
  | 'intent_mismatch'
  | 'session_mismatch'
  | 'account_mismatch'
  | 'livemode_mismatch'
  | 'amount_mismatch'
  | 'currency_mismatch';

const STATES: Readonly<Record<IntentStatus, PlacedState>> = {
  requires_payment_method: 'requires_payment',
  requires_confirmation: 'requires_payment',
  requires_action: 'requires_action',
  requires_capture: 'processing',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'failed',
};

export function isIntentStatus(text: string): text is IntentStatus {
  return Object.hasOwn(STATES, text);
}

/** Among the open states time decides; past them only rank does. */
const RANKS: Readonly<Record<PlacedState, number>> = {
  requires_payment: 0,
  requires_action: 0,
  processing: 0,
  failed: 1,
  succeeded: 2,
  refunded: 3,
};

export function mismatchOf(payment: Payment, report: IntentReport): Mismatch | undefined {
  if (hasIntent(payment) && payment.intentId !== report.intentId) return 'intent_mismatch';
  if (payment.accountId !== report.accountId) return 'account_mismatch';
  if (payment.livemode !== report.livemode) return 'livemode_mismatch';
  if (payment.currency !== report.currency) return 'currency_mismatch';
  if (payment.amountMinorUnits !== report.amountMinorUnits) return 'amount_mismatch';
  const received = report.receivedMinorUnits ?? payment.amountMinorUnits;
  return report.status === 'succeeded' && received !== payment.amountMinorUnits
    ? 'amount_mismatch'
    : undefined;
}

export type ObserveAnswer =
  | { readonly kind: 'applied'; readonly payment: Placed }
  | { readonly kind: 'disbelieved'; readonly reason: Mismatch | 'unknown_payment' };

/** `sealedSecret` comes with what the provider answers to us; a notification has none. */
export function observeIntent(
  ledger: Ledger,
  paymentId: string,
  report: IntentReport,
  sealedSecret: string | null = null,
): Decision<ObserveAnswer> {
  const payment = paymentOf(ledger, paymentId);
  if (payment === undefined || payment.state === 'refused')
    return { ledger, answer: { kind: 'disbelieved', reason: 'unknown_payment' } };
  const reason = mismatchOf(payment, report);
  if (reason !== undefined) return { ledger, answer: { kind: 'disbelieved', reason } };

  const before = withIntent(payment, report);
  const moved = withSecret(move(before, report), sealedSecret);
  const failure = isOpen(moved) && report.failure !== before.lastFailure ? report.failure : null;
  const after = failure === null ? moved : { ...moved, lastFailure: failure };
  const settled = withReturns(after, ledger);
  const events = eventsOf(ledger, payment, settled, failure !== null);
  const next = settled === payment ? ledger : withPayment(ledger, settled);
  return { ledger: next, events, answer: { kind: 'applied', payment: settled } };
}

/** The intent of a checkout page is first heard of when the guest tries to pay. */
function withIntent(payment: Opening | Placed, report: IntentReport): WithIntent {
  if (hasIntent(payment)) return payment;
  return isPlaced(payment) ? { ...payment, intentId: report.intentId } : place(payment, report);
}

function place(payment: Opening, report: IntentReport): WithIntent {
  const { lease: _lease, ...terms } = payment;
  return {
    ...terms,
    state: 'requires_payment',
    intentId: report.intentId,
    sessionId: null,
    sealedSecret: null,
    asOf: report.asOf,
    lastFailure: null,
  };
}

function move(payment: WithIntent, report: IntentReport): WithIntent {
  const state = STATES[report.status];
  const rise = RANKS[state] - RANKS[payment.state];
  const isNews = Temporal.Instant.compare(report.asOf, payment.asOf) >= 0;
  if (rise < 0 || (rise === 0 && !isNews)) return payment;
  const asOf = isNews ? report.asOf : payment.asOf;
  const isSame = state === payment.state && Temporal.Instant.compare(asOf, payment.asOf) === 0;
  return isSame ? payment : { ...payment, state, asOf };
}

/** Of a checkout page the secret is its address, so that of its intent is not kept. */
function withSecret(payment: WithIntent, sealedSecret: string | null): WithIntent {
  if (payment.kind !== 'intent' || payment.sealedSecret !== null || sealedSecret === null) return payment;
  return { ...payment, sealedSecret };
}

/** A refund may be known before the success is: then the payment is refunded at once. */
function withReturns(payment: WithIntent, ledger: Ledger): WithIntent {
  if (payment.state !== 'succeeded') return payment;
  const isReturned = returnedMinorUnits(ledger.refunds, payment.id) >= payment.amountMinorUnits;
  return isReturned ? { ...payment, state: 'refunded' } : payment;
}

/** An end that we brought about ourselves is no failure: the reservation's own event tells of it. */
function eventsOf(ledger: Ledger, before: Payment, after: WithIntent, declined: boolean): LedgerEvent[] {
  if (isPaid(after) && !isPaid(before))
    return [{ type: 'payment.succeeded', payment: { ...after, state: 'succeeded' } }];
  const broke = after.state === 'failed' && before.state !== 'failed' && ledger.endedAt === null;
  return broke || declined ? [{ type: 'payment.failed', payment: after }] : [];
}
