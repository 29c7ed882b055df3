import type { RequestContext } from '@lodging/kit-runtime';
import type { BookingFilter } from '../domain/booking-filter.ts';
import type { Period } from '../domain/period.ts';
import type { Money } from '../domain/reservation.ts';
import type { Capacity, PeriodFacts } from '../domain/summarize-period.ts';
import type { Seen, Sighting } from './ports.ts';

/** Where a page of a list ended; exact to the microsecond. */
export interface ListPosition {
  readonly createdAt: string;
  readonly id: string;
}

export interface BookingLists {
  /**
   * Oldest first, never what is pending. Of a window whose ends are dates, which begin at another moment in each zone,
   * it finds the stays that may overlap it: all that do, and some beside it.
   */
  read(
    tenantId: string,
    filter: BookingFilter,
    page: { readonly after: ListPosition | null; readonly limit: number },
  ): Promise<Sighting[]>;
}

export interface PeriodStore {
  /** At least all stays that touch the period, and what went back between two moments. */
  read(
    tenantId: string,
    period: Period,
    refundsMade: { readonly from: Temporal.Instant; readonly to: Temporal.Instant },
  ): Promise<Omit<PeriodFacts, 'capacity'>>;
}

/** Throws when inventory gives no usable answer: a period without what there was to sell is no answer. */
export type ReadCapacity = (ctx: RequestContext, period: Period) => Promise<readonly Capacity[]>;

/** A refund as payments told of it. */
export interface RefundNews {
  readonly id: string;
  readonly reservationId: string;
  readonly amount: Money;
  readonly state: 'pending' | 'succeeded' | 'failed';
  /** Grows with every change that payments makes to it. */
  readonly version: number;
  readonly at: Temporal.Instant;
}

export interface RefundStore {
  record(tenantId: string, news: RefundNews, seen: Seen): Promise<void>;
}
