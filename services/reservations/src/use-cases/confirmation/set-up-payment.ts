import type { OpenIntentResponse, PaymentHandle } from '@lodging/contract-payments';
import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { resourceLocked } from '../../domain/creation/reservation-creation.ts';
import { cancelPaidHold } from '../../domain/stay/cancel-paid-hold.ts';
import { asOf } from '../../domain/stay/reservation.ts';
import type { FirstPayment } from '../../domain/stay/reservation-terms.ts';
import type { HeldReservation, Reservation } from '../../domain/stay/reservation.ts';
import { cancel } from '../../domain/stay/transitions.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { PaymentsClient } from '../../ports/neighbours.ts';
import { authorOf } from '../../domain/history/author.ts';
import { endPayment } from '../cancellation/end-payment.ts';
import { paymentSetupFailed } from '../../domain/stay/refusals.ts';
import { releaseUnits } from '../cancellation/release-units.ts';

export type SetUpPaymentDeps = Pick<
  ReservationsDeps,
  'reservations' | 'creations' | 'payments' | 'logFailure' | 'inventory'
>;

export interface PaymentSetup {
  readonly held: HeldReservation;
  readonly first: FirstPayment;
  /** Fencing token: an expired attempt neither completes nor cancels the booking. */
  readonly attempt: number;
}

export interface PayableBooking {
  readonly reservation: Reservation;
  readonly payment: PaymentHandle | null;
}

/** Refusals that describe the reservation's own state; the booking is not undone for them. */
const STATE_REFUSALS: readonly string[] = [
  'already_paid',
  'payment_already_initiated',
  'reservation_not_holdable',
];

/** Opens the payment of a booking that is held. Where the provider refuses, the booking is cancelled. */
export async function setUpPayment(
  deps: SetUpPaymentDeps,
  ctx: RequestContext,
  setup: PaymentSetup,
): Promise<Result<PayableBooking>> {
  const { held, attempt } = setup;
  const opened = await openOrEndAttempt(deps, ctx, setup);
  if (opened.ok || STATE_REFUSALS.includes(opened.refusal.code)) {
    await deps.creations.completePaymentSetup(held.tenantId, held.id, attempt);
    return opened.ok ? ok({ reservation: held, payment: openHandle(opened.value) }) : readBack(deps, held);
  }
  if (opened.refusal.code === 'resource_locked') {
    await deps.creations.endAttempt(held.tenantId, held.id, attempt);
    return resourceLocked();
  }
  return abandonBooking(deps, ctx, setup, opened.refusal);
}

/** The payment handle of a booking; null when its payment is no longer open. */
export async function currentHandle(
  { payments }: { readonly payments: Pick<PaymentsClient, 'openIntent'> },
  ctx: RequestContext,
  payment: Pick<PaymentSetup, 'held' | 'first'>,
): Promise<Result<PaymentHandle | null>> {
  const opened = await openIntent(payments, ctx, payment);
  if (opened.ok) return ok(openHandle(opened.value));
  return opened.refusal.code === 'resource_locked' ? resourceLocked() : ok(null);
}

/** The booking's id is the Idempotency-Key in payments: no client's key is equal to it. */
function openIntent(
  payments: Pick<PaymentsClient, 'openIntent'>,
  ctx: RequestContext,
  { held: { id, holdExpiresAt: until }, first }: Pick<PaymentSetup, 'held' | 'first'>,
) {
  const payment = { reservationId: id, idempotencyKey: id, ...first, until };
  return payments.openIntent(ctx, payment);
}

/** An error leaves it unknown whether there is an intent: the hold stays, and the next request with the key repeats. */
async function openOrEndAttempt(
  deps: SetUpPaymentDeps,
  ctx: RequestContext,
  setup: PaymentSetup,
): Promise<Result<OpenIntentResponse>> {
  try {
    return await openIntent(deps.payments, ctx, setup);
  } catch (error) {
    const { held, attempt } = setup;
    await deps.creations.endAttempt(held.tenantId, held.id, attempt);
    throw error;
  }
}

function openHandle({ handle }: OpenIntentResponse): PaymentHandle | null {
  const isOver = handle.state === 'succeeded' || handle.state === 'failed' || handle.state === 'refunded';
  return isOver ? null : handle;
}

/** Ends the payment first; then cancels the booking, which frees its key; then releases its units. */
async function abandonBooking(
  deps: SetUpPaymentDeps,
  ctx: RequestContext,
  { held, attempt }: PaymentSetup,
  refusal: Refusal,
): Promise<Result<PayableBooking>> {
  const { tenantId, id } = held;
  const payment = await endPayment(deps, ctx, id);
  if (payment === 'succeeded') return readBack(deps, held);
  const decide = payment === 'unknown' ? cancelPaidHold : cancel;
  const updated = await deps.reservations.update(tenantId, id, decide, {
    author: authorOf(ctx),
    abandonedAttempt: attempt,
  });
  if (updated === undefined || !updated.ok) return readBack(deps, held);
  const { reservation } = updated.value;
  // Another attempt has begun since, and its request answers.
  if (reservation.state !== 'cancelled') return resourceLocked();
  await releaseUnits(deps, reservation);
  return refusal.code === 'provider_not_configured' ? { ok: false, refusal } : paymentSetupFailed();
}

async function readBack(
  { reservations }: SetUpPaymentDeps,
  { tenantId, id }: HeldReservation,
): Promise<Result<PayableBooking>> {
  const snapshot = await reservations.find(tenantId, id);
  if (snapshot === undefined) throw new Error(`reservation ${id} was deleted while its payment was set up`);
  return ok({ reservation: asOf(snapshot.reservation, snapshot.at), payment: null });
}
