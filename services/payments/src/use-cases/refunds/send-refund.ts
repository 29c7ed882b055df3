import type { Clock, NewId } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Lease, PaidPayment } from '../../domain/ledger/payment.ts';
import { isOwed } from '../../domain/ledger/refund.ts';
import type { Refund } from '../../domain/ledger/refund.ts';
import { refuseRefund, releaseRefund } from '../../domain/refunds/reserve-refund.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';
import { ProviderUnavailable } from '../../ports/provider.ts';
import type { RefundParams } from '../../ports/provider.ts';
import { recordRefund } from '../provider/record-provider-answer.ts';
import { refreshRefunds } from '../provider/refresh-from-provider.ts';

export type SendRefundDeps = Pick<
  PaymentsDeps,
  'alerts' | 'automaticRefunds' | 'automaticRefundsAlert' | 'provider' | 'ledgers' | 'clock' | 'newId'
>;

export interface SendRefund {
  readonly reservationId: string;
  readonly refund: Refund;
  readonly payment: PaidPayment;
}

/** Longer than the provider's slowest response. */
const LEASE = { seconds: 30 };

export function newRefundLease({ clock, newId }: { readonly clock: Clock; readonly newId: NewId }): {
  readonly now: Temporal.Instant;
  readonly lease: Lease;
} {
  const now = clock.now();
  return { now, lease: { owner: newId(), until: now.add(LEASE) } };
}

/**
 * Sends a reserved refund, whose lease the caller holds, to the provider and records its state: `pending` where the
 * outcome is unknown or the tenant has had too many automatic ones in this hour, `failed` where the provider refused it.
 */
export async function sendRefund(
  deps: SendRefundDeps,
  ctx: RequestContext,
  input: SendRefund,
): Promise<Refund> {
  const { reservationId, refund, payment } = input;
  if (!(await mayBeSent(deps, ctx, refund))) return release(deps, ctx, input);
  const sent = await deps.provider
    .createRefund(payment, paramsOf(ctx, input))
    .catch(async (error: unknown) => {
      await release(deps, ctx, input);
      if (error instanceof ProviderUnavailable) return undefined;
      throw error;
    });
  if (sent === undefined) return { ...refund, lease: null };
  if (!sent.ok) return recordRefusal(deps, ctx, input, sent.refusal.detail);
  const recorded = await recordRefund(deps, ctx, {
    reservationId,
    paymentId: payment.id,
    snapshot: sent.value,
  });
  if (recorded.kind === 'applied') return recorded.refund;
  throw new Error(`the provider's refund does not belong to the payment: ${recorded.reason}`);
}

/**
 * Refunds that no client requested are limited by tenant and hour: a compromised service could otherwise refund every
 * stay. Alerts precede the limit, and refunds beyond it are postponed, not lost.
 */
async function mayBeSent(
  { automaticRefunds, automaticRefundsAlert, alerts }: SendRefundDeps,
  { tenantId }: RequestContext,
  { id, reason }: Refund,
): Promise<boolean> {
  if (!isOwed(reason)) return true;
  const admission = await automaticRefunds.admit(tenantId, id);
  if (admission.kind === 'counted-before') return true;
  const { sent } = admission;
  if (admission.kind === 'counted') {
    if (sent === automaticRefundsAlert + 1) alerts.manyAutomaticRefunds({ tenantId, sent });
    return true;
  }
  if (admission.isFirst) alerts.automaticRefundsStopped({ tenantId, sent });
  return false;
}

async function release(
  { ledgers }: SendRefundDeps,
  { tenantId }: RequestContext,
  { reservationId, refund }: SendRefund,
): Promise<Refund> {
  const owner = refund.lease?.owner ?? '';
  await ledgers.change(tenantId, reservationId, (ledger) => releaseRefund(ledger, refund.id, owner));
  return { ...refund, lease: null };
}

function paramsOf(
  { tenantId }: RequestContext,
  { reservationId, refund, payment }: SendRefund,
): RefundParams {
  return {
    tenantId,
    reservationId,
    paymentId: payment.id,
    refundId: refund.id,
    intentId: payment.intentId,
    amountMinorUnits: refund.amountMinorUnits,
    currency: refund.currency,
    idempotencyKey: refund.providerIdempotencyKey ?? refund.id,
  };
}

async function recordRefusal(
  deps: SendRefundDeps,
  ctx: RequestContext,
  { reservationId, refund, payment }: SendRefund,
  detail: string,
): Promise<Refund> {
  const { ledgers, alerts } = deps;
  const { tenantId } = ctx;
  const owed = isOwed(refund.reason);
  alerts.refundRefused({ tenantId, reservationId, refundId: refund.id, detail, owed });
  const failed = await ledgers.change(tenantId, reservationId, (ledger) => refuseRefund(ledger, refund.id));
  // The reason may be a refund of the dashboard. It reduces what can still be refunded.
  await refreshRefunds(deps, ctx, { reservationId, payment }).catch((error: unknown) =>
    alerts.reconcileFailed({ tenantId, reservationId, paymentId: payment.id }, error),
  );
  return failed ?? refund;
}
