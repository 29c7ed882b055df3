import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { divideMoney } from '../../domain/money/ended-money.ts';
import type { DividedMoney } from '../../domain/money/ended-money.ts';
import { duePurpose, obligationOf, scheduleOf } from '../../domain/money/obligation.ts';
import type { Obligation } from '../../domain/money/obligation.ts';
import { retainedOf } from '../../domain/stay/reservation-terms.ts';
import type { ScheduledPayment } from '../../domain/stay/reservation-terms.ts';
import { asOf } from '../../domain/stay/reservation.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import type { Money as MoneyOfLedger } from '@lodging/contract-payments';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { bookingNotFound } from '../../domain/stay/refusals.ts';

export type ReadObligationDeps = Pick<ReservationsDeps, 'reservations'>;

export type ReadBookingPaymentsDeps = Pick<ReservationsDeps, 'payments' | 'reservations'>;

export interface BookingObligation {
  readonly reservation: Reservation;
  readonly schedule: readonly ScheduledPayment[];
  readonly obligation: Obligation;
  /** The purpose of a payment that is made now. Null where the state allows none. */
  readonly purpose: ReturnType<typeof duePurpose>;
  /** The amount that its settlement keeps; null where there is none. */
  readonly penalty: bigint | null;
  /** What changes of the stay have retained. */
  readonly retained: bigint;
}

export interface BookingPayments extends Omit<BookingObligation, 'purpose'> {
  readonly money: MoneyOfLedger;
  readonly divided: DividedMoney;
}

/** The price and the schedule are kept here, the money in payments. Fails where payments gives no answer. */
export async function readBookingPayments(
  deps: ReadBookingPaymentsDeps,
  ctx: RequestContext,
  { reservationId }: { readonly reservationId: string },
): Promise<Result<BookingPayments>> {
  const booking = await readObligation(deps, ctx, reservationId);
  if (!booking.ok) return booking;
  const money = await deps.payments.readMoney(ctx, reservationId, booking.value.obligation);
  const { reservation, penalty, retained } = booking.value;
  return ok({ ...booking.value, money, divided: divideMoney(reservation, penalty, money, retained) });
}

export async function readObligation(
  { reservations }: ReadObligationDeps,
  { tenantId }: RequestContext,
  reservationId: string,
): Promise<Result<BookingObligation>> {
  const snapshot = await reservations.findWithTerms(tenantId, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
  const reservation = asOf(snapshot.reservation, snapshot.at);
  const schedule = scheduleOf(reservation, snapshot.terms?.schedule);
  const penalty = snapshot.cancellation?.keepMinorUnits ?? null;
  const retained = retainedOf(snapshot.terms);
  const obligation = obligationOf(reservation, schedule, snapshot.at, retained);
  const purpose = duePurpose(reservation, schedule, snapshot.at);
  return ok({ reservation, schedule, obligation, purpose, penalty, retained });
}
