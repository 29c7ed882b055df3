import type { ListPosition, Page } from '@lodging/kernel';
import type { BookingFilter, ListOrder } from '../domain/booking-filter.ts';
import type { ReservationSnapshot } from './reservations.ts';

export interface ListedReservation extends ReservationSnapshot {
  readonly position: ListPosition;
}

export interface BookingListRepository {
  /**
   * Oldest first unless asked otherwise, without pending reservations. For dates, which start at another instant in each
   * zone, and for a search, the result holds all that match and may hold others.
   */
  list(tenantId: string, filter: BookingFilter, page: Page, order?: ListOrder): Promise<ListedReservation[]>;
}
