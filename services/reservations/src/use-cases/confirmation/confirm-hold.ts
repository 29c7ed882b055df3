import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkGrant } from '../../domain/guests/guest-grant.ts';
import { asOf, isFree } from '../../domain/stay/reservation.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { guestOf } from '../../domain/history/author.ts';
import { confirmPaidStay } from './confirm-paid-stay.ts';
import { holdNotFound, notConfirmable, paymentRequired } from '../../domain/stay/refusals.ts';

export type ConfirmHoldDeps = Pick<
  ReservationsDeps,
  'reservations' | 'payments' | 'guestTokens' | 'inventory' | 'refundObligations' | 'logFailure'
>;

export interface ConfirmHold {
  readonly reservationId: string;
  readonly guestVerificationToken: string;
}

/** Confirms a hold for its guest. The payment's state is refreshed from the provider before it counts as missing. */
export async function confirmHold(
  deps: ConfirmHoldDeps,
  ctx: RequestContext,
  { reservationId, guestVerificationToken }: ConfirmHold,
): Promise<Result<Reservation>> {
  const snapshot = await deps.reservations.find(ctx.tenantId, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return holdNotFound();

  const grant = await deps.guestTokens.read(guestVerificationToken, snapshot.at);
  const granted = checkGrant(grant, snapshot.reservation);
  if (!granted.ok) return granted;

  const reservation = asOf(snapshot.reservation, snapshot.at);
  if (reservation.state === 'confirmed') return ok(reservation);
  if (reservation.state !== 'held' && reservation.state !== 'expired') return notConfirmable();
  if (reservation.state === 'expired' && reservation.refundDecided) return notConfirmable();

  // Also for an expired hold: a notification of the provider that came late must not cost the guest the stay.
  const needsNoPayment = reservation.state === 'held' && isFree(reservation);
  const payment = needsNoPayment ? 'succeeded' : await deps.payments.checkPayment(ctx, reservation.id);
  if (payment !== 'succeeded') return reservation.state === 'held' ? paymentRequired() : notConfirmable();

  const confirmed = await confirmPaidStay(deps, ctx, { reservation, author: guestOf(ctx) });
  if (!confirmed.ok || confirmed.value.state === 'confirmed') return confirmed;
  return notConfirmable();
}
