import type { RequestContext } from '@lodging/kit-runtime';
import type { OpenIntentResponse, PaymentHandle } from '@lodging/contract-payments';
import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { cancel } from '../domain/moves.ts';
import { stillRunning } from '../domain/opening.ts';
import { asSeenAt } from '../domain/reservation.ts';
import type { HeldReservation, Reservation } from '../domain/reservation.ts';
import { endPaymentOrLeave } from './end-payment-or-leave.ts';
import type { EndPaymentDeps } from './end-payment-or-leave.ts';
import { freeUnits } from './free-units.ts';
import type { FreeUnitsDeps } from './free-units.ts';
import { paymentSetupFailed } from './hold-refusals.ts';
import type { OpeningStore, Payments, ReservationStore } from './ports.ts';

export interface SetUpPaymentDeps extends EndPaymentDeps, FreeUnitsDeps {
  readonly reservations: Pick<ReservationStore, 'find' | 'change' | 'recordFreed'>;
  readonly openings: Pick<OpeningStore, 'endAttempt' | 'handOver'>;
  readonly payments: Pick<Payments, 'openIntent' | 'end'>;
}

export interface PayableBooking {
  readonly reservation: Reservation;
  readonly payment: PaymentHandle | null;
}

/** Codes that tell how the reservation is, and not that it cannot be paid. */
const OTHERWISE_ENGAGED: readonly string[] = [
  'already_paid',
  'payment_already_initiated',
  'reservation_not_holdable',
];

/** `attempt` is who is at it: whoever was thought dead neither hands over nor gives up. */
export async function setUpPayment(
  deps: SetUpPaymentDeps,
  ctx: RequestContext,
  held: HeldReservation,
  attempt: number,
): Promise<Result<PayableBooking>> {
  const opened = await openOrLetGo(deps, ctx, held, attempt);
  if (opened.ok || OTHERWISE_ENGAGED.includes(opened.refusal.code)) {
    await deps.openings.handOver(held.tenantId, held.id, attempt);
    return opened.ok ? ok({ reservation: held, payment: openHandle(opened.value) }) : asItIs(deps, held);
  }
  if (opened.refusal.code === 'resource_locked') {
    await deps.openings.endAttempt(held.tenantId, held.id, attempt);
    return stillRunning();
  }
  return giveUp(deps, ctx, held, { attempt, refusal: opened.refusal });
}

/** The way to pay that a booking was handed before; null when no attempt is open any more. */
export async function currentHandle(
  { payments }: { readonly payments: Pick<Payments, 'openIntent'> },
  ctx: RequestContext,
  held: HeldReservation,
): Promise<Result<PaymentHandle | null>> {
  const opened = await open(payments, ctx, held);
  if (opened.ok) return ok(openHandle(opened.value));
  return opened.refusal.code === 'resource_locked' ? stillRunning() : ok(null);
}

/** The booking's own id is the key: of the space of keys for payments, and no caller's. */
function open(payments: Pick<Payments, 'openIntent'>, ctx: RequestContext, held: HeldReservation) {
  const { id, total: amount, holdExpiresAt: until } = held;
  return payments.openIntent(ctx, { reservationId: id, idempotencyKey: id, amount, until });
}

/** Nobody knows whether there is an intent: the hold stays, and the next request with the key asks again. */
async function openOrLetGo(
  deps: SetUpPaymentDeps,
  ctx: RequestContext,
  held: HeldReservation,
  attempt: number,
): Promise<Result<OpenIntentResponse>> {
  try {
    return await open(deps.payments, ctx, held);
  } catch (error) {
    await deps.openings.endAttempt(held.tenantId, held.id, attempt);
    throw error;
  }
}

function openHandle({ handle }: OpenIntentResponse): PaymentHandle | null {
  const isOver = handle.state === 'succeeded' || handle.state === 'failed' || handle.state === 'refunded';
  return isOver ? null : handle;
}

/** First no money may move any more; then the booking ends and its key is free; then its units are. */
async function giveUp(
  deps: SetUpPaymentDeps,
  ctx: RequestContext,
  held: HeldReservation,
  { attempt, refusal }: { readonly attempt: number; readonly refusal: Refusal },
): Promise<Result<PayableBooking>> {
  const { tenantId, id } = held;
  const payment = await endPaymentOrLeave(deps, ctx, id);
  if (payment === 'succeeded') return asItIs(deps, held);
  const changed = await deps.reservations.change(tenantId, id, cancel, { gaveUp: attempt });
  if (changed === undefined || !changed.ok) return asItIs(deps, held);
  const { reservation } = changed.value;
  // Another attempt has begun since, and answers for it.
  if (reservation.state !== 'cancelled') return stillRunning();
  await freeUnits(deps, reservation);
  return refusal.code === 'provider_not_configured' ? { ok: false, refusal } : paymentSetupFailed();
}

async function asItIs(
  { reservations }: SetUpPaymentDeps,
  { tenantId, id }: HeldReservation,
): Promise<Result<PayableBooking>> {
  const sighting = await reservations.find(tenantId, id);
  if (sighting === undefined) throw new Error(`reservation ${id} has vanished`);
  return ok({ reservation: asSeenAt(sighting.reservation, sighting.at), payment: null });
}
