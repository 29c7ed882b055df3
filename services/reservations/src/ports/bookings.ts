import type { ListPosition, Page } from '@lodging/kernel';
import type { BookingFilter, ListOrder, ListSort } from '../domain/bookings/booking-filter.ts';
import type { ScheduledPaymentState } from '../domain/money/scheduled-payment.ts';
import type { ReservationSnapshot } from './stay.ts';

export interface ListedReservation extends ReservationSnapshot {
  /** Its `createdAt` is the moment by which the list is in order. */
  readonly position: ListPosition;
  /** Null: nothing of its price was to be paid later. */
  readonly balance: ScheduledPaymentState | null;
  readonly dueAtPropertyMinorUnits: string;
}

export interface ListOptions {
  readonly order?: ListOrder | undefined;
  readonly sort?: ListSort | undefined;
  /** Of stays that the list is known to have. */
  readonly zones?: Iterable<string>;
}

export interface BookingListRepository {
  /**
   * In order of creation and oldest first unless asked otherwise, without pending reservations. For dates, which start at another instant in each
   * zone, and for a search, the result holds all that match and may hold others. It holds fewer if zones of the tenant's
   * stays are known.
   */
  list(
    tenantId: string,
    filter: BookingFilter,
    page: Page,
    options?: ListOptions,
  ): Promise<ListedReservation[]>;
}

/** The page is not full, and there is no time to read on. */
export class ListTimeout extends Error {
  override readonly name = 'ListTimeout';
}
