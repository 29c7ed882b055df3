import type { Page } from '@lodging/kernel';
import type { Author, Deed, HistoryEntry } from '../domain/history.ts';
import type { InboxMark } from './reservations.ts';

/** An event of payments as the history tells it. */
export interface ToldEvent {
  readonly reservationId: string;
  readonly eventId: string;
  readonly at: Temporal.Instant;
  readonly deed: Omit<Deed, 'version'>;
  readonly author: Author;
}

export interface HistoryRepository {
  /** Oldest first. */
  list(tenantId: string, reservationId: string, page: Page<string>): Promise<HistoryEntry[]>;
  /** Once for each event. With a mark, nothing but this was left to do for the event. */
  tell(tenantId: string, event: ToldEvent, mark?: InboxMark): Promise<void>;
}
