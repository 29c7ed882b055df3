import type { PaymentsDeps } from '../ports/deps.ts';

export type PurgeExpiredRecordsDeps = Pick<PaymentsDeps, 'notifications' | 'ledgers' | 'automaticRefunds'>;

/** Purges notifications and Idempotency-Keys after 30 days, and counts of automatic refunds after 7. */
export async function purgeExpiredRecords({
  notifications,
  ledgers,
  automaticRefunds,
}: PurgeExpiredRecordsDeps): Promise<void> {
  await notifications.purgeOld();
  await ledgers.purgeIdempotencyKeys();
  await automaticRefunds.purgeOld();
}
