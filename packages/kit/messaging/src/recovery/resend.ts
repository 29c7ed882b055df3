import type { Database } from '@lodging/kit-postgres';
import { wakeRelays } from '../outbox/relay-wakes.ts';

const BATCH = 1_000;

const UNPUBLISH = `
  UPDATE outbox SET published_at = NULL, stream_incarnation = NULL, stream_sequence = NULL, locked_until = NULL,
    resent = resent + 1
  WHERE position IN (
    SELECT position FROM outbox WHERE published_at >= $1::timestamptz AND published_at <= $2::timestamptz
    ORDER BY position LIMIT ${BATCH})
  RETURNING position`;

/**
 * Sends once more what was published since: a consumer whose database was set back has acknowledged it and lost its effect.
 * Others know it by their inbox marks. What the publisher itself has lost is not sent: nobody stands for it any more.
 */
export async function resendSince(db: Database, since: Temporal.Instant): Promise<number> {
  const [row] = await db.acrossTenants((tx) => tx.query<{ now: string }>('SELECT now()::text AS now'));
  let resent = 0;
  for (;;) {
    const values = [since.toString(), row?.now];
    const rows = await db.acrossTenants((tx) => tx.query({ name: 'outbox_resend', text: UNPUBLISH, values }));
    resent += rows.length;
    if (rows.length < BATCH) break;
  }
  if (resent > 0) wakeRelays();
  return resent;
}
