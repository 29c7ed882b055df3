import type { openDueIntent, openDueSession, PaymentEntry } from '@lodging/contract-payments';
import type { ResponseOf } from '@lodging/contract-wire';
import { refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { duePurpose, wasConfirmed } from '../domain/obligation.ts';
import type { DuePayment, OfflinePayment, PaymentsClient, Replayable } from '../ports/payments.ts';
import type { ScheduledPaymentRepository, SettlementRepository } from '../ports/settlements.ts';
import { readObligation } from './read-booking-payments.ts';
import type { ReadObligationDeps } from './read-booking-payments.ts';
import { askAgain } from './settle-booking.ts';
import type { SettleBookingDeps } from './settle-booking.ts';

export interface PayBookingDeps extends ReadObligationDeps, SettleBookingDeps {
  readonly payments: Pick<
    PaymentsClient,
    'openDueIntent' | 'openDueSession' | 'recordOffline' | 'settleStay'
  >;
  readonly settlements: Pick<SettlementRepository, 'recordOutcome' | 'lease'>;
  readonly scheduledPayments: Pick<ScheduledPaymentRepository, 'lookAgain'>;
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
  return recordMoney(deps, ctx, {
    ...input,
    reservationId,
    purpose: duePurpose(reservation) ?? 'balance',
    currency: reservation.total.currency,
    note: note ?? null,
    returned,
    obligation,
  });
}

/** For payments, which may wait for its provider: the client has its answer in time, and the timer asks again. */
const WAIT_MS = 2_500;

/**
 * A booking that has ended shows what its settlement kept and what is due, so that payments is asked for it again. It is
 * leased first: the timer asks where this process ends after payments has recorded the money. And leased again: of several
 * such requests at once, the one whose answer is kept has asked after all of them had recorded theirs.
 */
async function recordMoney(
  deps: PayBookingDeps,
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
  // A balance is looked at again by itself, too, only later.
  if (owed === undefined) await deps.scheduledPayments.lookAgain(ctx.tenantId, reservationId);
  else await askAgain(deps, owed, WAIT_MS);
  return recorded;
}

function amountMissing() {
  const errors = [{ pointer: '/amountMinorUnits', message: 'must be above 0' }];
  return refuse('validation_failed', 'The amount is zero.', { errors });
}
