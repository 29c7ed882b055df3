import type { InboxMark } from '@lodging/kit-runtime';
import type { Page } from '@lodging/kernel';
import type { HistoryEntry, HistoryEvent } from '../domain/history/history.ts';

export interface HistoryRepository {
  /** Oldest first. */
  list(tenantId: string, reservationId: string, page: Page<string>): Promise<HistoryEntry[]>;
  /** Writes one entry for each event. With a mark, the entry is the last effect of the event. */
  record(tenantId: string, event: HistoryEvent, mark?: InboxMark): Promise<void>;
  /** The same for a payment that changes no state: its balance, if there is one, becomes due for a check. */
  recordPayment(tenantId: string, event: HistoryEvent, mark: InboxMark): Promise<void>;
  /** The same for a declined card, which also counts for its hold while that is not paid. */
  recordDeclinedCard(tenantId: string, event: HistoryEvent, mark: InboxMark): Promise<void>;
}
