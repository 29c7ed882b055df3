import type { InboxMark } from '@lodging/kit-runtime';
import type { Page } from '@lodging/kernel';
import type { PublicEvent } from '../domain/events/public-event.ts';

// The database

/** The predecessor that must be in the log before an event. */
export interface EventOrder {
  /** Earlier events of the same aggregate. */
  readonly predecessors: readonly string[];
  /** Some event of the reservation: for an event that another context publishes about it. */
  readonly followsAny: boolean;
  /** The event no longer waits: it is logged, and missing predecessors are left out for ever. */
  readonly overtakes: boolean;
}

export interface EventPage extends Page<string> {
  readonly type?: string | undefined;
  readonly reservationId?: string | undefined;
  /** By the time of the event; `to` is exclusive. */
  readonly from?: Temporal.Instant | undefined;
  readonly to?: Temporal.Instant | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly since: Temporal.Instant;
}

export interface EventLog {
  /**
   * Logs the event with the next sequence of its reservation and queues its deliveries, or defers them; once for each mark.
   * `waits`: what must be logged before it is missing, and nothing is written.
   */
  append(
    tenantId: string,
    event: PublicEvent,
    mark: InboxMark,
    order?: EventOrder,
  ): Promise<'logged' | 'waits'>;
  /** Oldest first unless asked otherwise; one row more than the limit where there are more. */
  list(tenantId: string, page: EventPage): Promise<{ readonly position: string; readonly body: string }[]>;
}
