import type { NewId } from '@lodging/kernel';
import { atLeastZero, least, netMinorUnits, owedByChanges } from '../ledger/balance.ts';
import { hasStayEnded, paidPayments, withRefund } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { paysForStay } from '../ledger/payment.ts';
import type { PaidPayment } from '../ledger/payment.ts';
import { refundableMinorUnits } from '../ledger/refund.ts';
import type { Refund } from '../ledger/refund.ts';
import type { Settlement } from '../ledger/settlement.ts';
import { findChange, lastSettled } from '../ledger/stay-change.ts';

export interface ReturnOptions {
  readonly now: Temporal.Instant;
  readonly newId: NewId;
  /** Also of payments whose last refund failed. Those are retried each hour, not at every change. */
  readonly retries?: boolean;
}

/**
 * Applied to every change of a ledger, so that there is no money that must go back without its refund. Where there is a
 * settlement, that decides. Without one, applied changes return what they keep less; and where the stay ended, money that
 * came in later and was not for the stay itself goes back in full, also where the ledger learns of the end after it. What
 * becomes of money for the stay is decided by reservations.
 */
export function returnWhatIsOwed(before: Ledger, after: Ledger, options: ReturnOptions): Ledger {
  if (after.settlement !== null) return returnAboveKeep(after, options);
  return returnLate(before, returnForChanges(after, options), options);
}

/** Reserves what the last change returns, from the newest payment backwards. */
export function returnForChanges(ledger: Ledger, options: ReturnOptions): Ledger {
  const change = lastSettled(ledger);
  if (change === undefined) return ledger;
  let next = ledger;
  for (const payment of paidPayments(ledger).toReversed()) {
    if (paysForNextChange(ledger, payment, change.closedAt)) continue;
    const earlier = next.refunds.filter(
      ({ changeId, paymentId }) => changeId === change.id && paymentId === payment.id,
    );
    const amountMinorUnits = least(owedByChanges(next), refundableMinorUnits(next.refunds, payment));
    if (amountMinorUnits <= 0n || !mayTry(earlier, options)) continue;
    const providerIdempotencyKey = `change:${change.id}:${payment.id}:${earlier.length + 1}`;
    const terms = { amountMinorUnits, reason: 'change' as const, settlementId: null, providerIdempotencyKey };
    next = withRefund(next, { ...newReturn(payment, terms, options), changeId: change.id });
  }
  return next;
}

/** What came in since for a change whose settlement is still to come: it was due with what goes back for the one before. */
function paysForNextChange(
  { changes }: Ledger,
  { changeId, landedAt }: PaidPayment,
  settledAt: Temporal.Instant,
): boolean {
  if (!changeId || findChange({ changes }, changeId)?.settled) return false;
  // A payment that lands just now has no time yet.
  return !landedAt || Temporal.Instant.compare(landedAt, settledAt) >= 0;
}

/** Reserves the return of what is here above the amount to keep, from the newest payment backwards. */
export function returnAboveKeep(ledger: Ledger, options: ReturnOptions): Ledger {
  const { settlement } = ledger;
  if (settlement === null) return ledger;
  let next = ledger;
  for (const payment of paidPayments(ledger).toReversed()) {
    const above = netMinorUnits(next) - settlement.keepMinorUnits;
    const earlier = next.refunds.filter(
      ({ settlementId, paymentId }) => settlementId === settlement.id && paymentId === payment.id,
    );
    const amountMinorUnits = least(above, refundableMinorUnits(next.refunds, payment));
    if (amountMinorUnits <= 0n || !mayTry(earlier, options)) continue;
    // The provider replays its answer to a key, so every try has a key of its own.
    const providerIdempotencyKey = `settle:${settlement.id}:${payment.id}:${earlier.length + 1}`;
    const { id: settlementId, reason } = settlement;
    const terms = { amountMinorUnits, reason, settlementId, providerIdempotencyKey };
    next = withRefund(next, newReturn(payment, terms, options));
  }
  return withDue(next, settlement);
}

function returnLate(before: Ledger, after: Ledger, options: ReturnOptions): Ledger {
  const isLate = (payment: PaidPayment) => hasStayEnded(after) && hasLandedLate(payment, before, after);
  const isReturned = (payment: PaidPayment) => lateRefunds(after, payment).length > 0;
  return paidPayments(after)
    .filter((payment) => !paysForStay(payment) && (isLate(payment) || isReturned(payment)))
    .reduce((ledger, payment) => returnInFull(ledger, payment, options), after);
}

/** Reserves the return of all of a payment that bought nothing. */
export function returnInFull(ledger: Ledger, payment: PaidPayment, options: ReturnOptions): Ledger {
  const earlier = lateRefunds(ledger, payment);
  const amountMinorUnits = refundableMinorUnits(ledger.refunds, payment);
  if (amountMinorUnits <= 0n || !mayTry(earlier, options)) return ledger;
  const providerIdempotencyKey = `late:${payment.intentId}:${earlier.length + 1}`;
  const terms = { amountMinorUnits, reason: 'late' as const, settlementId: null, providerIdempotencyKey };
  return withRefund(ledger, newReturn(payment, terms, options));
}

function lateRefunds({ refunds }: Ledger, { id }: PaidPayment): Refund[] {
  return refunds.filter(({ paymentId, reason }) => paymentId === id && reason === 'late');
}

/** It lands with this change, or did since the end. */
function hasLandedLate({ id, landedAt }: PaidPayment, before: Ledger, { endedAt }: Ledger): boolean {
  if (!paidPayments(before).some((payment) => payment.id === id)) return true;
  return landedAt && endedAt ? Temporal.Instant.compare(landedAt, endedAt) >= 0 : false;
}

function mayTry(earlier: readonly Refund[], { retries = false }: ReturnOptions): boolean {
  return retries || earlier.at(-1)?.state !== 'failed';
}

function newReturn(
  { id: paymentId, currency }: PaidPayment,
  terms: Pick<Refund, 'amountMinorUnits' | 'reason' | 'settlementId' | 'providerIdempotencyKey'>,
  { now: createdAt, newId }: ReturnOptions,
): Refund {
  return {
    ...terms,
    id: newId(),
    paymentId,
    currency,
    state: 'pending',
    providerRefundId: null,
    lease: null,
    createdAt,
    version: 0,
  };
}

/** The amount due under the settlement falls with each payment, and never rises. */
function withDue(ledger: Ledger, settlement: Settlement): Ledger {
  const dueMinorUnits = atLeastZero(settlement.keepMinorUnits - netMinorUnits(ledger));
  return dueMinorUnits < settlement.dueMinorUnits
    ? { ...ledger, settlement: { ...settlement, dueMinorUnits } }
    : ledger;
}
