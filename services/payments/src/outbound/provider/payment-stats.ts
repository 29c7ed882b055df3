import { instantText } from '@lodging/kernel';
import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { observeCached } from '@lodging/kit-runtime';
import {
  notificationsLag,
  notificationsParked,
  notificationsWaiting,
  oldestPendingRefund,
  refundsUnpaid,
  stoppedRefunds,
  tenantsWithManyRefunds,
} from '../../metrics.ts';
import { IS_UNPAID } from './due-work-repository.ts';

const FACTS = {
  name: 'payments_facts',
  // The time of settlement stands for that of arrival: it is indexed, and seconds later.
  text: `
    SELECT greatest(
        (SELECT max(received_at) FROM provider_events WHERE state = 'waiting'),
        (SELECT max(settled_at) FROM provider_events WHERE settled_at IS NOT NULL)) AS "lastNotificationAt",
      (SELECT count(*) FROM provider_events WHERE state = 'waiting')::int4 AS "notificationsWaiting",
      (SELECT count(*) FROM provider_events
       WHERE state = 'parked' AND dismissed_at IS NULL)::int4 AS "notificationsParked",
      (SELECT count(*) FROM refunds WHERE state = 'pending' AND stopped_until > now())::int4 AS "refundsStopped"`,
};

interface FactsRow {
  readonly lastNotificationAt: Temporal.Instant | null;
  readonly notificationsWaiting: number;
  readonly notificationsParked: number;
  readonly refundsStopped: number;
}

/**
 * For the health report: when the provider last sent a notification (null: not within 30 days), how many notifications
 * are not settled, and how many are parked and not dismissed; and how many automatic refunds wait for the next hour.
 */
export async function collectPaymentFacts(db: Database) {
  const [row] = await db.acrossTenants((tx) => tx.query<FactsRow>(FACTS));
  if (row === undefined) throw new Error('the facts about notifications have no row');
  const { lastNotificationAt, ...counts } = row;
  return { ...counts, lastNotificationAt: lastNotificationAt && instantText(lastNotificationAt) };
}

const GAUGES = namedStatement<{ readonly alertAfter: number }>(
  'payments_gauges',
  `
    SELECT count(*)::integer AS waiting, coalesce(extract(epoch FROM now() - min(received_at)), 0)::float8 AS "lagSeconds",
      (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8
       FROM refunds WHERE state = 'pending') AS "oldestRefundSeconds",
      (SELECT count(*) FROM refunds WHERE state = 'pending' AND stopped_until > now())::integer AS "stoppedRefunds",
      (SELECT count(*) FROM refunds AS waiting WHERE ${IS_UNPAID})::integer AS "unpaidRefunds",
      (SELECT count(*) FROM provider_events
       WHERE state = 'parked' AND dismissed_at IS NULL)::integer AS parked,
      (SELECT count(*) FROM automatic_refund_hours
       WHERE hour = date_trunc('hour', now(), 'UTC') AND sent > $alertAfter)::integer AS "tenantsWithMany"
    FROM provider_events WHERE state = 'waiting'`,
);

interface GaugesRow {
  readonly waiting: number;
  readonly lagSeconds: number;
  readonly oldestRefundSeconds: number;
  readonly stoppedRefunds: number;
  readonly unpaidRefunds: number;
  readonly parked: number;
  readonly tenantsWithMany: number;
}

/** Reports the gauges of this context. Returns the function that stops it. `alertAfter`: automatic refunds of a tenant in an hour. */
export function observePayments(db: Database, { alertAfter }: { readonly alertAfter: number }): () => void {
  return observeCached(
    async () => {
      const [row] = await db.acrossTenants((tx) => tx.query<GaugesRow>(GAUGES({ alertAfter })));
      return row;
    },
    (row, result) => {
      if (row === undefined) return;
      result.observe(notificationsWaiting, row.waiting);
      result.observe(notificationsLag, row.lagSeconds);
      result.observe(oldestPendingRefund, row.oldestRefundSeconds);
      result.observe(stoppedRefunds, row.stoppedRefunds);
      result.observe(refundsUnpaid, row.unpaidRefunds);
      result.observe(notificationsParked, row.parked);
      result.observe(tenantsWithManyRefunds, row.tenantsWithMany);
    },
  );
}
