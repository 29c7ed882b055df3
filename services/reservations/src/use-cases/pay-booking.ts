import type { openDueIntent, openDueSession, PaymentEntry } from '@lodging/contract-payments';
import type { ResponseOf } from '@lodging/contract-wire';
import { refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { duePurpose, wasConfirmed } from '../domain/obligation.ts';
import type { DuePayment, OfflinePayment, PaymentsClient, Replayable } from '../ports.ts';
import { readObligation } from './read-booking-payments.ts';
import type { ReadObligationDeps } from './read-booking-payments.ts';

export interface PayBookingDeps extends ReadObligationDeps {
  readonly payments: Pick<PaymentsClient, 'openDueIntent' | 'openDueSession' | 'recordOffline'>;
}

export interface PayBooking {
  readonly reservationId: string;
  readonly idempotencyKey: string;
  /** Undefined: all that is due. */
  readonly amountMinorUnits?: string | undefined;
}

export interface PayBookingOnPage extends PayBooking {
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** Opens an intent for what is due of a confirmed stay, or of the penalty of one that ended. */
export async function openBookingIntent(
  deps: PayBookingDeps,
  ctx: RequestContext,
  input: PayBooking,
): Promise<Result<Replayable<ResponseOf<typeof openDueIntent>>>> {
  const due = await duePaymentOf(deps, ctx, input);
  return due.ok ? deps.payments.openDueIntent(ctx, due.value) : due;
}

export async function openBookingSession(
  deps: PayBookingDeps,
  ctx: RequestContext,
  { successUrl, cancelUrl, ...input }: PayBookingOnPage,
): Promise<Result<Replayable<ResponseOf<typeof openDueSession>>>> {
  const due = await duePaymentOf(deps, ctx, input);
  return due.ok ? deps.payments.openDueSession(ctx, { ...due.value, successUrl, cancelUrl }) : due;
}

/** In a state that allows no payment nothing is due; payments still answers a repeated request with its first answer. */
async function duePaymentOf(
  deps: PayBookingDeps,
  ctx: RequestContext,
  { reservationId, idempotencyKey, amountMinorUnits }: PayBooking,
): Promise<Result<DuePayment>> {
  if (amountMinorUnits !== undefined && BigInt(amountMinorUnits) === 0n) return amountMissing();
  const booking = await readObligation(deps, ctx, reservationId);
  if (!booking.ok) return booking;
  const { reservation, obligation } = booking.value;
  const purpose = duePurpose(reservation);
  const isPayable = purpose !== null;
  const value = {
    reservationId,
    idempotencyKey,
    purpose: purpose ?? ('balance' as const),
    obligation: isPayable ? obligation : { ...obligation, dueByNow: 0n },
    amountMinorUnits,
    currency: reservation.total.currency,
  };
  return { ok: true, value };
}

export interface RecordPayment {
  readonly reservationId: string;
  readonly idempotencyKey: string;
  readonly amountMinorUnits: string;
  readonly method: OfflinePayment['method'];
  readonly note?: string | undefined;
  readonly returned?: boolean | undefined;
}

/** Records money that the operator took at the desk, or handed back, for a booking that is or was confirmed. */
export async function recordBookingPayment(
  deps: PayBookingDeps,
  ctx: RequestContext,
  { reservationId, note, returned = false, ...input }: RecordPayment,
): Promise<Result<Replayable<PaymentEntry>>> {
  if (BigInt(input.amountMinorUnits) === 0n) return amountMissing();
  const booking = await readObligation(deps, ctx, reservationId);
  if (!booking.ok) return booking;
  const { reservation, obligation } = booking.value;
  if (!wasConfirmed(reservation)) return refuse('nothing_due', 'The booking is not confirmed.');
  return deps.payments.recordOffline(ctx, {
    ...input,
    reservationId,
    purpose: duePurpose(reservation) ?? 'balance',
    currency: reservation.total.currency,
    note: note ?? null,
    returned,
    obligation,
  });
}

function amountMissing() {
  const errors = [{ pointer: '/amountMinorUnits', message: 'must be above 0' }];
  return refuse('validation_failed', 'The amount is zero.', { errors });
}
