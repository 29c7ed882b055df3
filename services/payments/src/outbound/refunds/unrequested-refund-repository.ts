import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { ChangedAfter, UnrequestedRefund, UnrequestedRefundRepository } from '../../ports/refunds.ts';

/** Longer than a transaction of this service can be under way: what it writes has the time of its beginning. */
const FINAL_AFTER = `interval '1 minute'`;

const list = namedStatement<ChangedAfter & { readonly limit: number }>(
  'refunds_unrequested',
  `SELECT tenant_id AS "tenantId", id, reservation_id AS "reservationId", amount_minor_units AS "amountMinorUnits",
     currency, state, reason, created_at AS "createdAt", updated_at::text AS "changedAt",
     updated_at < now() - ${FINAL_AFTER} AS "isFinal"
   FROM refunds
   WHERE reason <> 'requested' AND provider_refund_id IS NOT NULL
     AND (updated_at, id) > ($changedAt::timestamptz, $id::uuid)
   ORDER BY updated_at, id LIMIT $limit`,
);

const FROM_THE_FIRST: ChangedAfter = {
  changedAt: '-infinity',
  id: '00000000-0000-0000-0000-000000000000',
};

export function createUnrequestedRefundRepository(db: Database): UnrequestedRefundRepository {
  return {
    list: (after, limit) =>
      db.acrossTenants((tx) => tx.query<UnrequestedRefund>(list({ ...(after ?? FROM_THE_FIRST), limit }))),
  };
}
