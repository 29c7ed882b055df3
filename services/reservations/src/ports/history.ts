import type { Page } from '@lodging/kernel';
import type { HistoryEntry, ToldEvent } from '../domain/history.ts';
import type { InboxMark } from './reservations.ts';

export interface HistoryRepository {
  /** Oldest first. */
  list(tenantId: string, reservationId: string, page: Page<string>): Promise<HistoryEntry[]>;
  /** Once for each event. With a mark, nothing but this was left to do for the event. */
  tell(tenantId: string, event: ToldEvent, mark?: InboxMark): Promise<void>;
}
