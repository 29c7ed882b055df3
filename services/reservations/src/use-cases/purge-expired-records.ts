import type { DueWorkRepository } from '../ports/due-work.ts';
import type { RefusedRequestRepository } from '../ports/refused-requests.ts';

/**
 * Purges Idempotency-Keys and refused requests after 30 days, earlier keys of guests after them, and guest codes after a
 * day, in small batches.
 */
export async function purgeExpiredRecords(deps: {
  readonly dueWork: Pick<DueWorkRepository, 'purgeIdempotencyKeys' | 'purgeGuestCodes' | 'purgeCodeSends'>;
  readonly refusedRequests: Pick<RefusedRequestRepository, 'purge'>;
  readonly earlierGuestKeys: { purge(): Promise<void> };
}): Promise<void> {
  while ((await deps.dueWork.purgeIdempotencyKeys()) > 0);
  while ((await deps.dueWork.purgeGuestCodes()) > 0);
  while ((await deps.dueWork.purgeCodeSends()) > 0);
  while ((await deps.refusedRequests.purge()) > 0);
  await deps.earlierGuestKeys.purge();
}
