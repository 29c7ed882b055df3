import type { RequestContext } from '@lodging/kit-runtime';
// create-payment-intent: lets a held reservation be paid. Payments keeps the one attempt; here only the state is judged.
import type { OpenIntentResponse } from '@lodging/contract-payments';
import type { Result } from '@lodging/kernel';
import { alreadyPaid, holdNotFound } from './hold-refusals.ts';
import { payableHold } from './payable-hold.ts';
import type { PayableHoldDeps } from './payable-hold.ts';
import type { Payments } from './ports.ts';

export interface CreatePaymentIntentDeps extends PayableHoldDeps {
  readonly payments: Pick<Payments, 'openIntent' | 'settle'>;
}

export async function createPaymentIntent(
  deps: CreatePaymentIntentDeps,
  ctx: RequestContext,
  command: { readonly reservationId: string; readonly idempotencyKey: string },
): Promise<Result<OpenIntentResponse>> {
  const payable = await payableHold(deps, ctx, command.reservationId);
  if (!payable.ok) return payable.refusal.code === 'already_paid' ? replayOf(deps, ctx, command) : payable;
  const { id: reservationId, total: amount, holdExpiresAt: until } = payable.value;
  return deps.payments.openIntent(ctx, {
    reservationId,
    idempotencyKey: command.idempotencyKey,
    amount,
    until,
  });
}

/** The key that opened the payment gets its handle again, whatever came of it; to every other key it is paid. */
async function replayOf(
  deps: CreatePaymentIntentDeps,
  ctx: RequestContext,
  { reservationId, idempotencyKey }: { readonly reservationId: string; readonly idempotencyKey: string },
): Promise<Result<OpenIntentResponse>> {
  const sighting = await deps.reservations.find(ctx.tenantId, reservationId);
  if (sighting === undefined) return holdNotFound();
  const { total: amount } = sighting.reservation;
  // Over already, so that nothing can be opened by this.
  const again = await deps.payments.openIntent(ctx, {
    reservationId,
    idempotencyKey,
    amount,
    until: sighting.at,
  });
  return again.ok || again.refusal.code === 'idempotency_key_conflict' ? again : alreadyPaid();
}
