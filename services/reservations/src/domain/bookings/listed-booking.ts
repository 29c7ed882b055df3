import { balanceStateOf } from '../money/scheduled-payment.ts';
import type { BalanceState, ScheduledPaymentState } from '../money/scheduled-payment.ts';
import { asOf } from '../stay/reservation.ts';
import type { Reservation } from '../stay/reservation.ts';

/** A row of a list. */
export interface ListedBookingFacts {
  readonly booking: Reservation;
  readonly balanceState: BalanceState;
  readonly dueAtPropertyMinorUnits: string;
}

export interface RowOfList {
  readonly reservation: Reservation;
  readonly at: Temporal.Instant;
  readonly balance: ScheduledPaymentState | null;
  readonly dueAtPropertyMinorUnits: string;
}

/** As it is at the moment of the read. */
export function asListed({
  reservation,
  at,
  balance,
  dueAtPropertyMinorUnits,
}: RowOfList): ListedBookingFacts {
  const booking = asOf(reservation, at);
  return { booking, balanceState: balanceStateOf(balance, booking.state), dueAtPropertyMinorUnits };
}
