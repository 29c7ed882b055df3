import { instantText } from '@lodging/kernel';
import type { Database } from '@lodging/kit-postgres';
import { observeCached } from '@lodging/kit-runtime';
import { notificationsLag, notificationsWaiting, oldestPendingRefund } from '../metrics.ts';

const FACTS = {
  name: 'payments_facts',
  // The time of settlement stands for that of arrival: it is indexed, and seconds later.
  text: `
    SELECT greatest(
        (SELECT max(received_at) FROM provider_events WHERE state = 'waiting'),
        (SELECT max(settled_at) FROM provider_events WHERE settled_at IS NOT NULL)) AS "lastNotificationAt",
      (SELECT count(*) FROM provider_events WHERE state = 'waiting')::int4 AS "notificationsWaiting",
      (SELECT count(*) FROM provider_events
       WHERE state = 'parked' AND settled_at > now() - interval '7 days')::int4 AS "notificationsParked"`,
};

interface FactsRow {
  readonly lastNotificationAt: Temporal.Instant | null;
  readonly notificationsWaiting: number;
  readonly notificationsParked: number;
}

/**
 * For the health report: when the provider last sent a notification (null: not within 30 days), how many notifications
 * are not settled, and how many were parked in the last 7 days.
 */
export async function collectPaymentFacts(db: Database) {
  const [row] = await db.acrossTenants((tx) => tx.query<FactsRow>(FACTS));
  if (row === undefined) throw new Error('the facts about notifications have no row');
  const { lastNotificationAt, ...counts } = row;
  return { ...counts, lastNotificationAt: lastNotificationAt && instantText(lastNotificationAt) };
}

const GAUGES = {
  name: 'payments_gauges',
  text: `
    SELECT count(*)::integer AS waiting, coalesce(extract(epoch FROM now() - min(received_at)), 0)::float8 AS "lagSeconds",
      (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8
       FROM refunds WHERE state = 'pending') AS "oldestRefundSeconds"
    FROM provider_events WHERE state = 'waiting'`,
};

interface GaugesRow {
  readonly waiting: number;
  readonly lagSeconds: number;
  readonly oldestRefundSeconds: number;
}

/** Reports the gauges of this context. Returns the function that stops it. */
export function observePayments(db: Database): () => void {
  return observeCached(
    async () => {
      const [row] = await db.acrossTenants((tx) => tx.query<GaugesRow>(GAUGES));
      return row;
    },
    (row, result) => {
      if (row === undefined) return;
      result.observe(notificationsWaiting, row.waiting);
      result.observe(notificationsLag, row.lagSeconds);
      result.observe(oldestPendingRefund, row.oldestRefundSeconds);
    },
  );
}
