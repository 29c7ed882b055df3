import type { DueWorkRepository } from '../ports/due-work.ts';

/** Purges Idempotency-Keys after 30 days, earlier keys of guests after them, and guest codes after a day, in small batches. */
export async function purgeExpiredRecords(deps: {
  readonly dueWork: Pick<DueWorkRepository, 'purgeIdempotencyKeys' | 'purgeGuestCodes' | 'purgeCodeSends'>;
  readonly earlierGuestKeys: { purge(): Promise<void> };
}): Promise<void> {
  while ((await deps.dueWork.purgeIdempotencyKeys()) > 0);
  while ((await deps.dueWork.purgeGuestCodes()) > 0);
  while ((await deps.dueWork.purgeCodeSends()) > 0);
  await deps.earlierGuestKeys.purge();
}
