// Owns what is told of the provider's notifications when somebody reads the metrics.
import type { Database } from '@lodging/kit-postgres';
import { observeSeldom } from '@lodging/kit-runtime';
import { notificationsLag, notificationsWaiting } from '../measures.ts';

const WAITING = `
  SELECT count(*)::integer AS waiting, coalesce(extract(epoch FROM now() - min(received_at)), 0)::float8 AS seconds
  FROM provider_events WHERE state = 'waiting'`;

/** Returns the way to end it. */
export function watchNotifications(db: Database): () => void {
  return observeSeldom(
    async () => {
      const statement = { name: 'notifications_waiting', text: WAITING };
      const [row] = await db.acrossTenants((tx) => tx.query<{ waiting: number; seconds: number }>(statement));
      return row;
    },
    (row, report) => {
      if (row === undefined) return;
      report(notificationsWaiting, row.waiting);
      report(notificationsLag, row.seconds);
    },
  );
}
