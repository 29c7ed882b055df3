import { systemContext } from '@lodging/kit-runtime';
import { findPayment, findRefund, hasEndedFor } from '../domain/ledger.ts';
import { hasIntent, isLive, paysForStay } from '../domain/payment.ts';
import type { LivePayment } from '../domain/payment.ts';
import { isAutomatic, isOwed } from '../domain/refund.ts';
import { isSettlementReason } from '../domain/settlement.ts';
import { resumeRefund } from '../domain/reserve-refund.ts';
import { ProviderUnavailable } from '../ports.ts';
import type { DuePayment, DueRefund, DueWorkRepository, PaymentReference } from '../ports.ts';
import { cancelLive, endPayment } from './end-payment.ts';
import type { EndPaymentDeps } from './end-payment.ts';
import { refreshPayment, refreshRefunds } from './refresh-from-provider.ts';
import { refundPayment } from './refund-payment.ts';
import type { RefundPaymentDeps } from './refund-payment.ts';
import { newRefundLease, sendRefund } from './send-refund.ts';
import { retryReturns } from './settle-reservation.ts';

export interface ReconcileDeps extends EndPaymentDeps, RefundPaymentDeps {
  readonly dueWork: DueWorkRepository;
  /** Aborted when the process stops: the rest is left to the next run. */
  readonly signal: AbortSignal;
}

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

/** Ends, because what was taken is not due again for a while. */
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
    await endPayment(deps, ctx, { reservationId });
    return;
  }
  const current = await refreshPayment(deps, ctx, { reservationId, payment });
  if (isLive(current) && hasExpired(current, deps.clock.now()))
    await cancelLive(deps, ctx, reservationId, current);
}

/** An attempt that nobody continues would keep every other one away. */
const ABANDONED_AFTER = { minutes: 10 };

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
  const isReturnedByRule = isSettlementReason(reason) || !paysForStay(payment);
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
