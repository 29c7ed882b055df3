import type { Database } from '@lodging/kit-postgres';
import { observeCached } from '@lodging/kit-runtime';
import { notificationsLag, notificationsWaiting, oldestPendingRefund } from '../metrics.ts';

const WAITING = `
  SELECT count(*)::integer AS waiting, coalesce(extract(epoch FROM now() - min(received_at)), 0)::float8 AS seconds,
    (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8
     FROM refunds WHERE state = 'pending') AS refund_seconds
  FROM provider_events WHERE state = 'waiting'`;

interface Waiting {
  readonly waiting: number;
  readonly seconds: number;
  readonly refund_seconds: number;
}

/** Returns the way to end it. */
export function watchMoney(db: Database): () => void {
  return observeCached(
    async () => {
      const statement = { name: 'money_waiting', text: WAITING };
      const [row] = await db.acrossTenants((tx) => tx.query<Waiting>(statement));
      return row;
    },
    (row, result) => {
      if (row === undefined) return;
      result.observe(notificationsWaiting, row.waiting);
      result.observe(notificationsLag, row.seconds);
      result.observe(oldestPendingRefund, row.refund_seconds);
    },
  );
}
