import type { ScheduledPaymentState } from '../../domain/money/scheduled-payment.ts';
import type { ListedReservation } from '../../ports/bookings.ts';
import { balanceOf } from '../cancellation/settlement-schema.ts';
import type { GuestSealer } from '../guests/guest-sealer.ts';
import { toReservation } from './reservation-rows.ts';
import type { ReservationRowAt } from './reservation-rows.ts';

/** What a list shows beside the columns of the row. */
export const listedColumns = `${balanceOf}, (
  SELECT t.bill->>'dueAtPropertyMinorUnits' FROM reservation_terms AS t
   WHERE t.tenant_id = reservations.tenant_id AND t.reservation_id = reservations.id
   ORDER BY t.version DESC LIMIT 1) AS "dueAtProperty"`;

export interface ListedRow extends ReservationRowAt {
  readonly balance: ScheduledPaymentState | null;
  readonly dueAtProperty: string | null;
}

export function toListed(
  row: ListedRow,
  guests: Pick<GuestSealer, 'open'>,
): Omit<ListedReservation, 'position'> {
  const { at, balance, dueAtProperty } = row;
  return {
    reservation: toReservation(row, guests),
    at,
    balance,
    dueAtPropertyMinorUnits: dueAtProperty ?? '0',
  };
}
