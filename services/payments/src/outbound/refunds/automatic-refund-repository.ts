import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { AutomaticRefundBudget } from '../../ports/refunds.ts';

interface Refund {
  readonly tenantId: string;
  readonly refundId: string;
}

const HOUR = `date_trunc('hour', now(), 'UTC')`;
const OF_REFUND = 'tenant_id = $tenantId AND id = $refundId';

/** The row of the hour is locked by the count, so that copies of the service pass the bound together at most. */
const admit = namedStatement<Refund & { readonly stopAfter: number }>(
  'automatic_refund_admit',
  `WITH earlier AS (SELECT FROM refunds WHERE ${OF_REFUND} AND admitted_at IS NOT NULL),
   counted AS (
     INSERT INTO automatic_refund_hours AS counts (hour, tenant_id, sent, stopped)
     SELECT ${HOUR}, $tenantId, 1, 0 WHERE $stopAfter::int8 > 0 AND NOT EXISTS (SELECT FROM earlier)
     ON CONFLICT (hour, tenant_id) DO UPDATE SET sent = counts.sent + 1 WHERE counts.sent < $stopAfter::int8
     RETURNING sent),
   admitted AS (
     UPDATE refunds SET admitted_at = now(), stopped_until = NULL
     WHERE ${OF_REFUND} AND EXISTS (SELECT FROM counted))
   SELECT (SELECT sent FROM counted) AS sent, EXISTS (SELECT FROM earlier) AS "isEarlier"`,
);

const stop = namedStatement<Refund>(
  'automatic_refund_stop',
  `WITH stopped AS (
     INSERT INTO automatic_refund_hours AS counts (hour, tenant_id, sent, stopped)
     VALUES (${HOUR}, $tenantId, 0, 1)
     ON CONFLICT (hour, tenant_id) DO UPDATE SET stopped = counts.stopped + 1
     RETURNING hour, sent, stopped)
   UPDATE refunds SET stopped_until = stopped.hour + interval '1 hour' FROM stopped WHERE ${OF_REFUND}
   RETURNING stopped.sent, stopped.stopped`,
);

const PURGE = {
  name: 'automatic_refund_hours_purge',
  text: `DELETE FROM automatic_refund_hours WHERE hour < now() - interval '7 days'`,
};

interface AdmitRow {
  /** Null where it was not counted now. */
  readonly sent: number | null;
  readonly isEarlier: boolean;
}

interface StopRow {
  readonly sent: number;
  readonly stopped: number;
}

/** `stopAfter`: automatic refunds of one tenant in one hour. */
export function createAutomaticRefundBudget(db: Database, stopAfter: number): AutomaticRefundBudget {
  return {
    admit: (tenantId, refundId) =>
      db.inTenant(tenantId, async (tx) => {
        const [row] = await tx.query<AdmitRow>(admit({ tenantId, refundId, stopAfter }));
        if (row?.isEarlier === true) return { kind: 'counted-before' };
        if (row !== undefined && row.sent !== null) return { kind: 'counted', sent: row.sent };
        const [stopped] = await tx.query<StopRow>(stop({ tenantId, refundId }));
        if (stopped === undefined) throw new Error(`refund ${refundId} was not recorded before it was sent`);
        return { kind: 'stopped', sent: stopped.sent, isFirst: stopped.stopped === 1 };
      }),
    async purgeOld() {
      await db.acrossTenants((tx) => tx.query(PURGE));
    },
  };
}
