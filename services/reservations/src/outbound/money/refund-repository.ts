import { markProcessed } from '@lodging/kit-messaging';
import type { Database } from '@lodging/kit-postgres';
import { sql } from '@lodging/kit-postgres';
import type { RefundRepository } from '../../ports/money.ts';
import { refunds } from './refund-schema.ts';
import { recheckSettlement } from '../cancellation/settlement-repository.ts';

/** Events may arrive out of order: the newest version has the state, the oldest event the time of the refund. */
const NEWEST = {
  state: sql`CASE WHEN excluded.version > ${refunds.version} THEN excluded.state ELSE ${refunds.state} END`,
  version: sql`greatest(excluded.version, ${refunds.version})`,
  madeAt: sql`least(excluded.made_at, ${refunds.madeAt})`,
};

export function createRefundRepository(db: Database): RefundRepository {
  return {
    record: (tenantId, { amount, at: madeAt, ...refund }, mark) =>
      db.inTenant(tenantId, async (tx) => {
        if (!(await markProcessed(tx, tenantId, mark))) return;
        const row = {
          ...refund,
          tenantId,
          amountMinorUnits: amount.minorUnits,
          currency: amount.currency,
          madeAt,
        };
        await tx.orm
          .insert(refunds)
          .values(row)
          .onConflictDoUpdate({ target: [refunds.tenantId, refunds.id], set: NEWEST });
        await tx.query(recheckSettlement({ tenantId, reservationId: refund.reservationId }));
      }),
  };
}
