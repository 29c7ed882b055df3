import type { Clock, NewId } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Lease, PaidPayment } from '../domain/payment.ts';
import { isOwed } from '../domain/refund.ts';
import type { Refund } from '../domain/refund.ts';
import { refuseRefund, releaseRefund } from '../domain/reserve-refund.ts';
import { ProviderUnavailable } from '../ports.ts';
import type { Alerts, RefundParams } from '../ports.ts';
import { recordRefund } from './record-provider-answer.ts';
import { refreshRefunds } from './refresh-from-provider.ts';
import type { RefreshRefundsDeps } from './refresh-from-provider.ts';

export interface SendRefundDeps extends RefreshRefundsDeps {
  readonly alerts: Alerts;
}

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
 * outcome is unknown, `failed` where the provider refused it.
 */
export async function sendRefund(
  deps: SendRefundDeps,
  ctx: RequestContext,
  input: SendRefund,
): Promise<Refund> {
  const { ledgers, provider } = deps;
  const { reservationId, refund, payment } = input;
  const sent = await provider.createRefund(payment, paramsOf(ctx, input)).catch(async (error: unknown) => {
    const owner = refund.lease?.owner ?? '';
    await ledgers.change(ctx.tenantId, reservationId, (ledger) => releaseRefund(ledger, refund.id, owner));
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
