import { hasDeclined, withDeclined } from './declined-cards.ts';
import { findPayment, hasEndedFor, withPayment } from '../ledger/ledger.ts';
import type { Decision, Ledger, LedgerEvent } from '../ledger/ledger.ts';
import { hasIntent, isCreated, isOpen, isPaid, toCreated } from '../ledger/payment.ts';
import type {
  CreatedPayment,
  CreatingPayment,
  Payment,
  PaymentState,
  PaymentWithIntent,
} from '../ledger/payment.ts';
import { refundedMinorUnits } from '../ledger/refund.ts';
import { findChange } from '../ledger/stay-change.ts';

/** The statuses of a Stripe PaymentIntent. */
export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'processing'
  | 'succeeded'
  | 'canceled';

/** An intent as the provider reported it, in a notification or in a response. */
export interface IntentSnapshot {
  readonly intentId: string;
  readonly status: IntentStatus;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly amountMinorUnits: bigint;
  /** Null where the snapshot does not contain it. */
  readonly receivedMinorUnits: bigint | null;
  readonly currency: string;
  /** Identifies the declined charge, if the snapshot reports one. */
  readonly failure: string | null;
  readonly asOf: Temporal.Instant;
}

/** Why a snapshot does not belong to the payment. */
export type Mismatch =
  | 'intent_mismatch'
  | 'session_mismatch'
  | 'account_mismatch'
  | 'livemode_mismatch'
  | 'amount_mismatch'
  | 'currency_mismatch';

const STATES: Readonly<Record<IntentStatus, PaymentState>> = {
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

/** A state never falls in rank. Within one rank the newest snapshot wins. */
const RANKS: Readonly<Record<PaymentState, number>> = {
  requires_payment: 0,
  requires_action: 0,
  processing: 0,
  failed: 1,
  succeeded: 2,
  refunded: 3,
};

/** What was requested of the provider, which no object of the provider may contradict. */
export function findOtherValue(
  payment: Payment,
  snapshot: Pick<Payment, 'accountId' | 'livemode' | 'currency' | 'amountMinorUnits'>,
): Mismatch | undefined {
  if (payment.accountId !== snapshot.accountId) return 'account_mismatch';
  if (payment.livemode !== snapshot.livemode) return 'livemode_mismatch';
  if (payment.currency !== snapshot.currency) return 'currency_mismatch';
  return payment.amountMinorUnits === snapshot.amountMinorUnits ? undefined : 'amount_mismatch';
}

function findMismatch(payment: Payment, snapshot: IntentSnapshot): Mismatch | undefined {
  if (hasIntent(payment) && payment.intentId !== snapshot.intentId) return 'intent_mismatch';
  const mismatch = findOtherValue(payment, snapshot);
  if (mismatch !== undefined) return mismatch;
  const received = snapshot.receivedMinorUnits ?? payment.amountMinorUnits;
  return snapshot.status === 'succeeded' && received !== payment.amountMinorUnits
    ? 'amount_mismatch'
    : undefined;
}

export type ApplyResult =
  | { readonly kind: 'applied'; readonly payment: CreatedPayment }
  | { readonly kind: 'rejected'; readonly reason: Mismatch | 'unknown_payment' };

/**
 * Moves the payment to the state of the snapshot, unless a later state is known. `sealedSecret` is the sealed client
 * secret of a response; notifications carry none.
 */
export function applyIntent(
  ledger: Ledger,
  paymentId: string,
  snapshot: IntentSnapshot,
  sealedSecret: string | null = null,
): Decision<ApplyResult> {
  const payment = findPayment(ledger, paymentId);
  if (payment === undefined || payment.state === 'refused')
    return { ledger, result: { kind: 'rejected', reason: 'unknown_payment' } };
  const reason = findMismatch(payment, snapshot);
  if (reason !== undefined) return { ledger, result: { kind: 'rejected', reason } };

  const before = withIntent(payment, snapshot);
  const moved = withSecret(move(before, snapshot), sealedSecret);
  const failure = isOpen(moved) && !hasDeclined(before, snapshot.failure) ? snapshot.failure : null;
  const after = withRefunds(failure === null ? moved : withDeclined(moved, failure), ledger);
  const events = findEvents(ledger, payment, after, failure !== null);
  const next = after === payment ? ledger : withPayment(ledger, after);
  return { ledger: next, events, result: { kind: 'applied', payment: after } };
}

/** A Checkout Session creates its intent when the guest first pays. */
function withIntent(payment: CreatingPayment | CreatedPayment, snapshot: IntentSnapshot): PaymentWithIntent {
  if (hasIntent(payment)) return payment;
  const { intentId, asOf } = snapshot;
  const created = isCreated(payment) ? payment : toCreated(payment, { intentId, sessionId: null, asOf });
  return { ...created, intentId };
}

function move(payment: PaymentWithIntent, snapshot: IntentSnapshot): PaymentWithIntent {
  const state = STATES[snapshot.status];
  const rise = RANKS[state] - RANKS[payment.state];
  const isNewer = Temporal.Instant.compare(snapshot.asOf, payment.asOf) >= 0;
  if (rise < 0 || (rise === 0 && !isNewer)) return payment;
  const asOf = isNewer ? snapshot.asOf : payment.asOf;
  const isSame = state === payment.state && Temporal.Instant.compare(asOf, payment.asOf) === 0;
  return isSame ? payment : { ...payment, state, asOf };
}

/** The secret of a Checkout Session is its URL, so the client secret of its intent is not kept. */
function withSecret(payment: PaymentWithIntent, sealedSecret: string | null): PaymentWithIntent {
  if (payment.kind !== 'intent' || payment.sealedSecret !== null || sealedSecret === null) return payment;
  return { ...payment, sealedSecret };
}

function isGivenUp(ledger: Ledger, { changeId }: Payment): boolean {
  return typeof changeId === 'string' && findChange(ledger, changeId) !== undefined;
}

/** A refund may be known before the success is. Then the payment is refunded at once. */
function withRefunds(payment: PaymentWithIntent, ledger: Ledger): PaymentWithIntent {
  if (payment.state !== 'succeeded') return payment;
  const isRefunded = refundedMinorUnits(ledger.refunds, payment.id) >= payment.amountMinorUnits;
  return isRefunded ? { ...payment, state: 'refunded' } : payment;
}

/**
 * A payment that was cancelled because its reservation, or the change that it is for, ended publishes no failure: it was
 * ended by a request.
 */
function findEvents(
  ledger: Ledger,
  before: Payment,
  after: PaymentWithIntent,
  isDeclined: boolean,
): LedgerEvent[] {
  if (isPaid(after) && !isPaid(before))
    return [{ type: 'payment.succeeded', payment: { ...after, state: 'succeeded' } }];
  const isSilent = (hasEndedFor(ledger, after) && after.purpose !== 'penalty') || isGivenUp(ledger, after);
  const hasFailed = after.state === 'failed' && before.state !== 'failed' && !isSilent;
  return hasFailed || isDeclined ? [{ type: 'payment.failed', payment: after }] : [];
}
