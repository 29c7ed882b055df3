import type { ReservationsDeps } from '../ports/deps.ts';

export type PurgeExpiredRecordsDeps = Pick<
  ReservationsDeps,
  'dueWork' | 'refusedRequests' | 'earlierGuestKeys' | 'guests' | 'changes'
>;

/**
 * Purges the Idempotency-Keys of changes and refused requests after 30 days, earlier keys of guests after them, and guest
 * codes and exports of guests after a day, in small batches. The key of a reservation is freed when it is used again.
 */
export async function purgeExpiredRecords(deps: PurgeExpiredRecordsDeps): Promise<void> {
  while ((await deps.dueWork.purgeGuestCodes()) > 0);
  while ((await deps.dueWork.purgeCodeSends()) > 0);
  while ((await deps.refusedRequests.purge()) > 0);
  while ((await deps.guests.purgeExports()) > 0);
  await deps.changes.purgeKeys();
  await deps.earlierGuestKeys.purge();
}
