import { systemContext } from '@lodging/kit-runtime';
import { paymentToEnd } from '../../domain/attempts/declined-cards.ts';
import { findPayment, findRefund, hasEndedFor, withPayment } from '../../domain/ledger/ledger.ts';
import type { Ledger } from '../../domain/ledger/ledger.ts';
import { hasIntent, isLive, paysForStay } from '../../domain/ledger/payment.ts';
import type { LivePayment } from '../../domain/ledger/payment.ts';
import { isAutomatic, isOwed } from '../../domain/ledger/refund.ts';
import { isSettlementReason } from '../../domain/ledger/settlement.ts';
import { resumeRefund } from '../../domain/refunds/reserve-refund.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';
import { ProviderUnavailable } from '../../ports/provider.ts';
import type { PaymentReference } from '../../ports/ledger.ts';
import type { DuePayment, DueRefund } from '../../ports/provider.ts';
import { cancelLive, endAttempts } from '../attempts/end-attempts.ts';
import { refreshPayment, refreshRefunds } from './refresh-from-provider.ts';
import { refundPayment } from '../refunds/refund-payment.ts';
import { newRefundLease, sendRefund } from '../refunds/send-refund.ts';
import { retryReturns } from '../cancellation/settle-reservation.ts';

export type ReconcileDeps = Pick<
  PaymentsDeps,
  | 'dueWork'
  | 'signal'
  | 'clock'
  | 'provider'
  | 'ledgers'
  | 'vault'
  | 'alerts'
  | 'automaticRefunds'
  | 'automaticRefundsAlert'
  | 'newId'
>;

export interface Reconcile {
  /** Payments and refunds are due after so long without a change. */
  readonly afterSeconds: number;
}

const BATCH = 100;
const TIMEOUT = { timeoutMs: 30_000 };
/** So many consecutive calls without a response end the run. */
const MAX_OUTAGES = 3;

/** Compares due payments and refunds with the provider, for notifications that were lost and calls without an outcome. */
export async function reconcilePayments(deps: ReconcileDeps, { afterSeconds }: Reconcile): Promise<void> {
  const { dueWork } = deps;
  await forEachDue(
    deps,
    () => dueWork.takeDuePayments(afterSeconds, BATCH),
    (due) => reconcilePayment(deps, due),
  );
  await forEachDue(
    deps,
    () => dueWork.takeDueRefunds(afterSeconds, BATCH),
    (due) => reconcileRefund(deps, due),
  );
}

/** Sends the refunds of settlements that were recorded and not sent. */
export async function sendUnsentReturns(deps: ReconcileDeps): Promise<void> {
  await forEachDue(
    deps,
    () => deps.dueWork.takeUnsentReturns(BATCH),
    (due) => reconcileRefund(deps, due),
  );
}

/** Ends, because a leased row is not due again for a while. */
async function forEachDue<Due extends PaymentReference>(
  { alerts, signal }: ReconcileDeps,
  take: () => Promise<Due[]>,
  reconcile: (due: Due) => Promise<unknown>,
): Promise<void> {
  let outages = 0;
  for (;;) {
    const batch = await take();
    for (const due of batch) {
      if (signal.aborted) return;
      try {
        await reconcile(due);
        outages = 0;
      } catch (error) {
        alerts.reconcileFailed(due, error);
        outages = error instanceof ProviderUnavailable ? outages + 1 : 0;
        if (outages >= MAX_OUTAGES) return;
      }
    }
    if (batch.length < BATCH) return;
  }
}

async function reconcilePayment(
  deps: ReconcileDeps,
  { tenantId, reservationId, paymentId, livemode }: DuePayment,
): Promise<void> {
  const ctx = systemContext(tenantId, livemode, TIMEOUT);
  const ledger = await deps.ledgers.read(tenantId, reservationId);
  const payment = findPayment(ledger, paymentId);
  if (payment === undefined) return;
  if (hasEndedFor(ledger, payment) && payment.purpose !== 'penalty') {
    await endAttempts(deps, ctx, { reservationId, what: 'hold', endedAt: deps.clock.now() });
    return;
  }
  const current = await refreshPayment(deps, ctx, { reservationId, payment });
  if (!isLive(current)) return;
  if (hasExpired(current, deps.clock.now()) || isOutOfTries(ledger, current))
    await cancelLive(deps, ctx, reservationId, current);
}

/** An abandoned attempt would block every other one. */
const ABANDONED_AFTER = { minutes: 10 };

/** The process that recorded the last decline may have died before it ended the payment. */
function isOutOfTries(ledger: Ledger, payment: LivePayment): boolean {
  return paymentToEnd(withPayment(ledger, payment))?.id === payment.id;
}

/** No hold ends a payment that was opened for a confirmed booking. */
function hasExpired(payment: LivePayment, now: Temporal.Instant): boolean {
  if (paysForStay(payment)) return false;
  const end = payment.state === 'creating' ? payment.createdAt.add(ABANDONED_AFTER) : payment.expiresAt;
  return Temporal.Instant.compare(end, now) <= 0;
}

/** The provider's refunds are read first: only a refund that it does not know is sent again, under its own key. */
async function reconcileRefund(
  deps: ReconcileDeps,
  { tenantId, reservationId, paymentId, refundId, reason }: DueRefund,
): Promise<void> {
  const ledger = await deps.ledgers.read(tenantId, reservationId);
  const payment = findPayment(ledger, paymentId);
  if (payment === undefined) return;
  const ctx = systemContext(tenantId, payment.livemode, TIMEOUT);
  if (hasIntent(payment)) await refreshRefunds(deps, ctx, { reservationId, payment });
  const hasFailed = findRefund(ledger, refundId)?.state === 'failed';
  const isReturnedByRule = isSettlementReason(reason) || reason === 'change' || !paysForStay(payment);
  if (isReturnedByRule && isOwed(reason) && hasFailed) {
    await retryReturns(deps, ctx, reservationId);
    return;
  }
  if (isAutomatic(reason) && !isReturnedByRule) {
    await refundPayment(deps, ctx, { reservationId, reason });
    return;
  }
  const { now, lease } = newRefundLease(deps);
  const resumed = await deps.ledgers.change(tenantId, reservationId, (ledger) =>
    resumeRefund(ledger, refundId, lease, now),
  );
  if (resumed.kind === 'call-provider') await sendRefund(deps, ctx, { ...resumed, reservationId });
}
