// create-payment-intent: lets a held reservation be paid. Payments keeps the one attempt; here only the state is judged.
import type { OpenIntentResponse } from '@lodging/contract-payments';
import type { Result } from '@lodging/kernel';
import { asSeenAt } from '../domain/reservation.ts';
import { alreadyPaid, holdNotFound, notHoldable } from './hold-refusals.ts';
import type { Call, Payments, ReservationStore } from './ports.ts';

export interface CreatePaymentIntentNeeds {
  readonly reservations: Pick<ReservationStore, 'find'>;
  readonly payments: Pick<Payments, 'openIntent' | 'settle'>;
}

export async function createPaymentIntent(
  needs: CreatePaymentIntentNeeds,
  call: Call,
  command: { readonly reservationId: string; readonly idempotencyKey: string },
): Promise<Result<OpenIntentResponse>> {
  const { reservationId, idempotencyKey } = command;
  const sighting = await needs.reservations.find(call.tenantId, reservationId);
  if (sighting === undefined || sighting.reservation.state === 'pending') return holdNotFound();

  const reservation = asSeenAt(sighting.reservation, sighting.at);
  if (reservation.state === 'held')
    return needs.payments.openIntent(call, {
      reservationId,
      idempotencyKey,
      amount: reservation.total,
      until: reservation.holdExpiresAt,
    });
  if (reservation.state === 'expired' || reservation.state === 'cancelled') return notHoldable();
  // A stay that was entered as paid offline has no payment of its own.
  const paid = await needs.payments.settle(call, reservationId);
  return paid === 'succeeded' || paid === 'refunded' ? alreadyPaid() : notHoldable();
}
