import type { PaymentEntry } from '@lodging/contract-payments';
import { refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { wasConfirmed } from '../../domain/money/obligation.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { OfflinePayment, Replayable } from '../../ports/neighbours.ts';
import { requestOwedSettlement } from '../cancellation/request-settlement.ts';
import { amountMissing } from './find-due-payment.ts';
import { readObligation } from './read-booking-payments.ts';

export type RecordBookingPaymentDeps = Pick<
  ReservationsDeps,
  'payments' | 'settlements' | 'scheduledPayments' | 'reservations' | 'logFailure'
>;

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
  deps: RecordBookingPaymentDeps,
  ctx: RequestContext,
  { reservationId, note, returned = false, ...input }: RecordPayment,
): Promise<Result<Replayable<PaymentEntry>>> {
  if (BigInt(input.amountMinorUnits) === 0n) return amountMissing();
  const booking = await readObligation(deps, ctx, reservationId);
  if (!booking.ok) return booking;
  const { reservation, purpose, obligation } = booking.value;
  if (!wasConfirmed(reservation)) return refuse('nothing_due', 'The booking is not confirmed.');
  return recordMoney(deps, ctx, {
    ...input,
    reservationId,
    purpose: purpose ?? 'balance',
    currency: reservation.total.currency,
    note: note ?? null,
    returned,
    obligation,
  });
}

/** Limits the wait for payments and its provider, so that the client is answered in time; the timer repeats the request. */
const WAIT_MS = 2_500;

/**
 * A booking that has ended shows what its settlement kept and what is due, so its settlement is requested again. It is leased
 * before the payment, so that the timer requests it if this process ends after payments has recorded the money. It is leased
 * a second time, so that of several concurrent requests the last outcome is requested after all payments were recorded.
 */
async function recordMoney(
  deps: RecordBookingPaymentDeps,
  ctx: RequestContext,
  payment: OfflinePayment,
): Promise<Result<Replayable<PaymentEntry>>> {
  const { reservationId, purpose } = payment;
  const lease = () => deps.settlements.lease(ctx.tenantId, reservationId);
  if (purpose === 'penalty') await lease();
  const recorded = await deps.payments.recordOffline(ctx, payment);
  if (!recorded.ok) return recorded;
  // Also of a booking that was cancelled meanwhile.
  const owed = await lease();
  // The timer would recheck a balance too, but later.
  if (owed === undefined) await deps.scheduledPayments.recheck(ctx.tenantId, reservationId);
  else await requestOwedSettlement(deps, owed, WAIT_MS);
  return recorded;
}
