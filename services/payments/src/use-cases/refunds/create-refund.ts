import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { withTimeout } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import { keyConflict } from '../../domain/ledger/record-offline-payment.ts';
import { isReturning } from '../../domain/ledger/refund.ts';
import type { Refund } from '../../domain/ledger/refund.ts';
import { reserveRequestedRefund } from '../../domain/refunds/reserve-refund.ts';
import type { RefundRefusal, ReservedRefund } from '../../domain/refunds/reserve-refund.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';
import { ResponseTimeout } from '../../ports/provider.ts';
import { requesterOf } from '../../domain/ledger/requester.ts';
import { newRefundLease, sendRefund } from './send-refund.ts';

export type CreateRefundDeps = Pick<
  PaymentsDeps,
  | 'accounts'
  | 'alerts'
  | 'automaticRefunds'
  | 'automaticRefundsAlert'
  | 'provider'
  | 'ledgers'
  | 'clock'
  | 'newId'
>;

export interface CreateRefund {
  readonly reservationId: string;
  /** Null: all that can still be refunded. */
  readonly amountMinorUnits: bigint | null;
  /** A repeated request with the same key makes no second refund. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * An amount that takes several payments is cut into one refund for each. This is that of the newest payment which the
 * provider has not refused; one that it refused is `failed` among the others.
 */
export interface CreatedRefund extends Refund {
  readonly others: readonly Refund[];
  /** An earlier request with the same key made it. */
  readonly isReplayed: boolean;
}

/** Shorter than the timeout of every caller: the refund is then returned as `pending`, and its call continues. */
const TIMEOUT_MS = 7_000;
const PERMISSION = 'payment:refund:create';

/** Refunds what an operator requests, at most what has not been refunded yet. */
export async function createRefund(
  deps: CreateRefundDeps,
  ctx: RequestContext,
  { reservationId, amountMinorUnits, idempotencyKey }: CreateRefund,
): Promise<
  Result<CreatedRefund, Refusal<RefundRefusal | 'insufficient_permission' | 'provider_refund_failed'>>
> {
  if (!mayRefund(ctx)) return refuse('insufficient_permission', `The key or operator lacks ${PERMISSION}.`);
  const account = await deps.accounts.find(ctx.tenantId);
  const request = {
    ...newRefundLease(deps),
    amountMinorUnits,
    idempotencyKey,
    hasAccount: account !== undefined,
    newRefundId: deps.newId(),
    newId: deps.newId,
    requestedBy: requesterOf(ctx),
  };
  const reserved =
    (await deps.ledgers.requestRefund(ctx.tenantId, reservationId, (ledger) =>
      reserveRequestedRefund(ledger, request),
    )) ?? keyConflict();
  if (reserved.kind === 'refused') return { ok: false, refusal: reserved.refusal };
  if (reserved.kind === 'replayed') return ok(created(reserved.parts, true));
  const parts = [reserved, ...(reserved.others ?? [])];
  const sent = await Promise.all(parts.map((part) => sendWithTimeout(deps, ctx, reservationId, part)));
  return sent.some(isReturning)
    ? ok(created(sent, false))
    : refuse('provider_refund_failed', 'The payment provider refused the refund.');
}

function created(parts: readonly Refund[], isReplayed: boolean): CreatedRefund {
  const made = parts.find(isReturning) ?? parts[0];
  if (made === undefined) throw new Error('a refund has no parts');
  return { ...made, others: parts.filter((one) => one !== made), isReplayed };
}

/** Checked where the money is, whatever the services before this one have checked. */
function mayRefund({ caller: { kind, permissions } }: RequestContext): boolean {
  return (kind === 'secret' || kind === 'operator') && permissions.includes(PERMISSION);
}

/** The provider call continues after the timeout and records its own outcome. */
async function sendWithTimeout(
  deps: CreateRefundDeps,
  ctx: RequestContext,
  reservationId: string,
  reserved: ReservedRefund,
): Promise<Refund> {
  const sending = sendRefund(deps, ctx, { ...reserved, reservationId });
  try {
    return await withTimeout(sending, TIMEOUT_MS, () => new ResponseTimeout());
  } catch (error) {
    if (!(error instanceof ResponseTimeout)) throw error;
    const { tenantId } = ctx;
    const payment = { tenantId, reservationId, paymentId: reserved.payment.id };
    sending.catch((failure: unknown) => deps.alerts.reconcileFailed(payment, failure));
    return reserved.refund;
  }
}
