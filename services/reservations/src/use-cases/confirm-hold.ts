import type { RequestContext } from '@lodging/kit-runtime';
// confirm-hold: the guest's own way to a confirmed stay. It asks for the money before it says that money is missing.
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { checkGrant } from '../domain/guest-grant.ts';
import { asSeenAt, costsNothing } from '../domain/reservation.ts';
import type { Reservation } from '../domain/reservation.ts';
import { confirmPaidStay } from './confirm-paid-stay.ts';
import type { ConfirmPaidStayDeps } from './confirm-paid-stay.ts';
import { holdNotFound, notConfirmable, paymentRequired } from './hold-refusals.ts';
import type { GuestTokens, Payments, ReservationStore } from './ports.ts';

export interface ConfirmHoldDeps extends ConfirmPaidStayDeps {
  readonly reservations: Pick<ReservationStore, 'find' | 'change'>;
  readonly payments: Pick<Payments, 'settle' | 'giveBack'>;
  readonly guestTokens: GuestTokens;
}

export async function confirmHold(
  deps: ConfirmHoldDeps,
  ctx: RequestContext,
  command: { readonly reservationId: string; readonly guestVerificationToken: string },
): Promise<Result<Reservation>> {
  const sighting = await deps.reservations.find(ctx.tenantId, command.reservationId);
  if (sighting === undefined || sighting.reservation.state === 'pending') return holdNotFound();

  const grant = await deps.guestTokens.read(command.guestVerificationToken, sighting.at);
  const granted = checkGrant(grant, sighting.reservation);
  if (!granted.ok) return granted;

  const reservation = asSeenAt(sighting.reservation, sighting.at);
  if (reservation.state === 'confirmed') return ok(reservation);
  if (reservation.state !== 'held' && reservation.state !== 'expired') return notConfirmable();

  // A late notification must never cost a guest the stay, so an expired hold is asked about too.
  const isFree = reservation.state === 'held' && costsNothing(reservation);
  const payment = isFree ? 'succeeded' : await deps.payments.settle(ctx, reservation.id);
  if (payment !== 'succeeded') return reservation.state === 'held' ? paymentRequired() : notConfirmable();

  const settled = await confirmPaidStay(deps, ctx, reservation);
  if (!settled.ok || settled.value.state === 'confirmed') return settled;
  return notConfirmable();
}
