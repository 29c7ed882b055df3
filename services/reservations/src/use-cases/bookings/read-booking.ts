import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { entityTag } from '../../domain/stay/precondition.ts';
import type { ReservationTerms } from '../../domain/stay/reservation-terms.ts';
import { asOf } from '../../domain/stay/reservation.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import type { BalanceState } from '../../domain/money/scheduled-payment.ts';
import type { CancellationRecord } from '../../domain/cancellation/settle.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { bookingNotFound } from '../../domain/stay/refusals.ts';

export type ReadBookingDeps = Pick<ReservationsDeps, 'reservations'>;

export interface ReadBooking {
  readonly reservationId: string;
  /** The entity tags that the client has; `*` is any. */
  readonly knownTags?: readonly string[] | undefined;
}

export interface BookingWithTerms {
  readonly reservation: Reservation;
  readonly terms: ReservationTerms | null;
  readonly cancellation: CancellationRecord | null;
  readonly balanceState: BalanceState;
}

export interface ReadableBooking {
  readonly etag: string;
  /** Null where the client has it already. */
  readonly booking: BookingWithTerms | null;
}

export async function readBooking(
  deps: ReadBookingDeps,
  ctx: RequestContext,
  { reservationId, knownTags = [] }: ReadBooking,
): Promise<Result<ReadableBooking>> {
  const snapshot = await deps.reservations.findWithTerms(ctx.tenantId, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
  const { terms, cancellation, balanceState } = snapshot;
  const reservation = asOf(snapshot.reservation, snapshot.at);
  const etag = entityTag(reservation);
  // A hold past its end is shown as expired before its version says so.
  const isOverdue = reservation !== snapshot.reservation;
  const isKnown = !isOverdue && (knownTags.includes('*') || knownTags.includes(etag));
  return ok({ etag, booking: isKnown ? null : { reservation, terms, cancellation, balanceState } });
}
