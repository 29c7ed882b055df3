import type { OpenIntentResponse } from '@lodging/contract-payments';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { firstPayment } from '../../domain/stay/reservation-terms.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { findPayableHold } from './find-payable-hold.ts';
import { alreadyPaid, holdNotFound } from '../../domain/stay/refusals.ts';

export type CreatePaymentIntentDeps = Pick<ReservationsDeps, 'payments' | 'reservations'>;

export interface CreatePaymentIntent {
  readonly reservationId: string;
  readonly idempotencyKey: string;
}

/** Opens the payment of a hold. Payments keeps one attempt per reservation; only the hold's state is checked here. */
export async function createPaymentIntent(
  deps: CreatePaymentIntentDeps,
  ctx: RequestContext,
  input: CreatePaymentIntent,
): Promise<Result<OpenIntentResponse>> {
  const { reservationId, idempotencyKey } = input;
  const payable = await findPayableHold(deps, ctx, reservationId);
  if (!payable.ok) return payable.refusal.code === 'already_paid' ? replay(deps, ctx, input) : payable;
  const { hold, ...first } = payable.value;
  const until = hold.holdExpiresAt;
  return deps.payments.openIntent(ctx, { reservationId, idempotencyKey, ...first, until });
}

/** The key that opened the payment gets its handle again, whatever its state; any other key is `already_paid`. */
async function replay(
  deps: CreatePaymentIntentDeps,
  ctx: RequestContext,
  { reservationId, idempotencyKey }: CreatePaymentIntent,
): Promise<Result<OpenIntentResponse>> {
  const snapshot = await deps.reservations.findWithTerms(ctx.tenantId, reservationId);
  if (snapshot === undefined) return holdNotFound();
  const first = firstPayment(snapshot.reservation, snapshot.terms);
  // `until` is over already, so payments cannot open a new payment.
  const until = snapshot.at;
  const replayed = await deps.payments.openIntent(ctx, { reservationId, idempotencyKey, ...first, until });
  return replayed.ok || replayed.refusal.code === 'idempotency_key_conflict' ? replayed : alreadyPaid();
}
