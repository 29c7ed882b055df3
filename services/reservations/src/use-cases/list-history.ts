import { ok, pageOf } from '@lodging/kernel';
import type { Page, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { HistoryEntry } from '../domain/history.ts';
import type { HistoryRepository } from '../ports/history.ts';
import type { ReservationRepository } from '../ports/reservations.ts';
import { bookingNotFound } from './refusals.ts';

export interface ListHistoryDeps {
  readonly history: Pick<HistoryRepository, 'list'>;
  readonly reservations: Pick<ReservationRepository, 'find'>;
}

export interface ListHistory {
  readonly reservationId: string;
  readonly page: Page<string>;
}

export interface HistoryPage {
  readonly entries: readonly HistoryEntry[];
  readonly hasMore: boolean;
}

export async function listHistory(
  { history, reservations }: ListHistoryDeps,
  { tenantId }: RequestContext,
  { reservationId, page }: ListHistory,
): Promise<Result<HistoryPage>> {
  const found = await history.list(tenantId, reservationId, { ...page, limit: page.limit + 1 });
  const { rows: entries, hasMore } = pageOf(found, page.limit);
  if (entries.length > 0) return ok({ entries, hasMore });
  // A booking that was made before there was a history has none.
  const snapshot = await reservations.find(tenantId, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
  return ok({ entries, hasMore });
}
