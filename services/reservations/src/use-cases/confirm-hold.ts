import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkGrant } from '../domain/guest-grant.ts';
import { asOf, isFree } from '../domain/reservation.ts';
import type { Reservation } from '../domain/reservation.ts';
import type { PaymentsClient } from '../ports/payments.ts';
import type { ReservationRepository } from '../ports/reservations.ts';
import type { GuestTokens } from '../ports/tokens.ts';
import { guestOf } from './author.ts';
import { confirmPaidStay } from './confirm-paid-stay.ts';
import type { ConfirmPaidStayDeps } from './confirm-paid-stay.ts';
import { holdNotFound, notConfirmable, paymentRequired } from './refusals.ts';

export interface ConfirmHoldDeps extends ConfirmPaidStayDeps {
  readonly reservations: Pick<ReservationRepository, 'find' | 'update'>;
  readonly payments: Pick<PaymentsClient, 'settle' | 'end' | 'returnPayment'>;
  readonly guestTokens: GuestTokens;
}

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
  const payment = needsNoPayment ? 'succeeded' : await deps.payments.settle(ctx, reservation.id);
  if (payment !== 'succeeded') return reservation.state === 'held' ? paymentRequired() : notConfirmable();

  const settled = await confirmPaidStay(deps, ctx, { reservation, author: guestOf(ctx) });
  if (!settled.ok || settled.value.state === 'confirmed') return settled;
  return notConfirmable();
}
