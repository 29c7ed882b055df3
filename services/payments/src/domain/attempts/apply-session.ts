import { findOtherValue } from './apply-intent.ts';
import type { ApplyResult, Mismatch } from './apply-intent.ts';
import { findPayment, hasEndedFor, withPayment } from '../ledger/ledger.ts';
import type { Decision, Ledger, LedgerEvent } from '../ledger/ledger.ts';
import { hasIntent, isCreated, isOpen, toCreated } from '../ledger/payment.ts';
import type { CreatedPayment, CreatingPayment, Payment } from '../ledger/payment.ts';

/** The statuses of a Stripe Checkout Session. */
export type SessionStatus = 'open' | 'complete' | 'expired';

const STATUSES: readonly string[] = ['open', 'complete', 'expired'] satisfies SessionStatus[];

/** A Checkout Session as the provider reported it, in a notification or in a response. */
export interface SessionSnapshot {
  readonly sessionId: string;
  readonly status: SessionStatus;
  /** Null until the guest first pays. */
  readonly intentId: string | null;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly asOf: Temporal.Instant;
}

export function isSessionStatus(text: string): text is SessionStatus {
  return STATUSES.includes(text);
}

/**
 * Records the session of the payment and its expiry. Whether it was paid is the state of its intent. `sealedUrl` is the
 * sealed URL of a response; notifications carry none.
 */
export function applySession(
  ledger: Ledger,
  paymentId: string,
  snapshot: SessionSnapshot,
  sealedUrl: string | null = null,
): Decision<ApplyResult> {
  const payment = findPayment(ledger, paymentId);
  if (payment === undefined || payment.state === 'refused' || payment.kind !== 'checkout_session')
    return { ledger, result: { kind: 'rejected', reason: 'unknown_payment' } };
  const reason = findMismatch(payment, snapshot);
  if (reason !== undefined) return { ledger, result: { kind: 'rejected', reason } };

  const before = withSession(payment, snapshot);
  const sealedSecret = before.sealedSecret ?? sealedUrl;
  const known = before.sealedSecret === sealedSecret ? before : { ...before, sealedSecret };
  // An expired session takes no money. If money came before, the intent is `succeeded`, which outranks this.
  const hasExpired = snapshot.status === 'expired' && isOpen(known);
  const after: CreatedPayment = hasExpired ? { ...known, state: 'failed', asOf: snapshot.asOf } : known;
  return {
    ledger: after === payment ? ledger : withPayment(ledger, after),
    events: hasExpired ? findFailure(ledger, after) : [],
    result: { kind: 'applied', payment: after },
  };
}

function findMismatch(payment: Payment, snapshot: SessionSnapshot): Mismatch | undefined {
  if (isCreated(payment) && (payment.sessionId ?? snapshot.sessionId) !== snapshot.sessionId)
    return 'session_mismatch';
  if (hasIntent(payment) && (snapshot.intentId ?? payment.intentId) !== payment.intentId)
    return 'intent_mismatch';
  return findOtherValue(payment, snapshot);
}

function withSession(payment: CreatingPayment | CreatedPayment, snapshot: SessionSnapshot): CreatedPayment {
  const { sessionId, asOf } = snapshot;
  if (!isCreated(payment)) return toCreated(payment, { intentId: snapshot.intentId, sessionId, asOf });
  const intentId = payment.intentId ?? snapshot.intentId;
  const isSame = payment.sessionId === sessionId && payment.intentId === intentId;
  return isSame ? payment : { ...payment, sessionId, intentId };
}

/** Without an intent the guest never tried to pay; after the end of the reservation its own event says it. */
function findFailure(ledger: Ledger, payment: CreatedPayment): LedgerEvent[] {
  return hasIntent(payment) && !hasEndedFor(ledger, payment) ? [{ type: 'payment.failed', payment }] : [];
}
