import { ok, pageOf } from '@lodging/kernel';
import type { Page, Result, RowPage } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { HistoryEntry } from '../../domain/history/history.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { bookingNotFound } from '../../domain/stay/refusals.ts';

export type ListHistoryDeps = Pick<ReservationsDeps, 'history' | 'reservations'>;

export interface ListHistory {
  readonly reservationId: string;
  readonly page: Page<string>;
}

export async function listHistory(
  { history, reservations }: ListHistoryDeps,
  { tenantId }: RequestContext,
  { reservationId, page }: ListHistory,
): Promise<Result<RowPage<HistoryEntry>>> {
  const found = await history.list(tenantId, reservationId, { ...page, limit: page.limit + 1 });
  const entries = pageOf(found, page.limit);
  if (entries.rows.length > 0) return ok(entries);
  // No entry after the position, or no booking.
  const snapshot = await reservations.find(tenantId, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
  return ok(entries);
}
