import type { ListPosition, Page } from '@lodging/kernel';
import type { BookingFilter, ListOrder } from '../domain/bookings/booking-filter.ts';
import type { ReservationSnapshot } from './stay.ts';

export interface ListedReservation extends ReservationSnapshot {
  readonly position: ListPosition;
}

export interface BookingListRepository {
  /**
   * Oldest first unless asked otherwise, without pending reservations. For dates, which start at another instant in each
   * zone, and for a search, the result holds all that match and may hold others. It holds fewer if zones of the tenant's
   * stays are known.
   */
  list(
    tenantId: string,
    filter: BookingFilter,
    page: Page,
    order?: ListOrder,
    zones?: Iterable<string>,
  ): Promise<ListedReservation[]>;
}

/** The page is not full, and there is no time to read on. */
export class ListTimeout extends Error {
  override readonly name = 'ListTimeout';
}
