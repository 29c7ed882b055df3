import { paymentOf, withPayment } from './ledger.ts';
import type { Decision, Ledger, LedgerEvent } from './ledger.ts';
import type { Mismatch, ObserveAnswer } from './observe-intent.ts';
import { hasIntent, isOpen, isPlaced } from './payment.ts';
import type { Opening, Payment, Placed } from './payment.ts';

/** The provider's own words for a checkout page. */
export type SessionStatus = 'open' | 'complete' | 'expired';

const STATUSES: readonly string[] = ['open', 'complete', 'expired'] satisfies SessionStatus[];

export interface SessionReport {
  readonly sessionId: string;
  readonly status: SessionStatus;
  /** Null until the guest tries to pay. */
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

/** `sealedAddress` comes with what the provider answers to us; a notification has none. */
export function observeSession(
  ledger: Ledger,
  paymentId: string,
  report: SessionReport,
  sealedAddress: string | null = null,
): Decision<ObserveAnswer> {
  const payment = paymentOf(ledger, paymentId);
  if (payment === undefined || payment.state === 'refused' || payment.kind !== 'checkout_session')
    return { ledger, answer: { kind: 'disbelieved', reason: 'unknown_payment' } };
  const reason = mismatchOf(payment, report);
  if (reason !== undefined) return { ledger, answer: { kind: 'disbelieved', reason } };

  const before = isPlaced(payment) ? withSession(payment, report) : place(payment, report);
  const sealedSecret = before.sealedSecret ?? sealedAddress;
  const known = before.sealedSecret === sealedSecret ? before : { ...before, sealedSecret };
  // No money can come through a page that expired, unless it did before: then its intent says so, and outranks this.
  const hasExpired = report.status === 'expired' && isOpen(known);
  const after: Placed = hasExpired ? { ...known, state: 'failed', asOf: report.asOf } : known;
  const next = after === payment ? ledger : withPayment(ledger, after);
  return {
    ledger: next,
    events: hasExpired ? failureOf(ledger, after) : [],
    answer: { kind: 'applied', payment: after },
  };
}

function mismatchOf(payment: Payment, report: SessionReport): Mismatch | undefined {
  if (isPlaced(payment) && (payment.sessionId ?? report.sessionId) !== report.sessionId)
    return 'session_mismatch';
  if (hasIntent(payment) && (report.intentId ?? payment.intentId) !== payment.intentId)
    return 'intent_mismatch';
  if (payment.accountId !== report.accountId) return 'account_mismatch';
  if (payment.livemode !== report.livemode) return 'livemode_mismatch';
  if (payment.currency !== report.currency) return 'currency_mismatch';
  return payment.amountMinorUnits === report.amountMinorUnits ? undefined : 'amount_mismatch';
}

function withSession(payment: Placed, report: SessionReport): Placed {
  const intentId = payment.intentId ?? report.intentId;
  if (payment.sessionId === report.sessionId && payment.intentId === intentId) return payment;
  return { ...payment, sessionId: report.sessionId, intentId };
}

function place(payment: Opening, report: SessionReport): Placed {
  const { lease: _lease, ...terms } = payment;
  return {
    ...terms,
    state: 'requires_payment',
    intentId: report.intentId,
    sessionId: report.sessionId,
    sealedSecret: null,
    asOf: report.asOf,
    lastFailure: null,
  };
}

/** A page that nobody tried to pay on has no intent to name, and a page that we ended ourselves is no failure. */
function failureOf(ledger: Ledger, payment: Placed): LedgerEvent[] {
  return hasIntent(payment) && ledger.endedAt === null ? [{ type: 'payment.failed', payment }] : [];
}
