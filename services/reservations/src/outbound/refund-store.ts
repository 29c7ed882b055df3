import { markProcessed } from '@lodging/kit-messaging';
import type { Database } from '@lodging/kit-postgres';
import type { RefundStore } from '../use-cases/report-ports.ts';

/** News may overtake each other; the moment it was made is that of the oldest. */
const RECORD = `
  INSERT INTO refunds AS known (tenant_id, id, reservation_id, amount_minor_units, currency, state, version, made_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (tenant_id, id) DO UPDATE
     SET state = CASE WHEN excluded.version > known.version THEN excluded.state ELSE known.state END,
         version = greatest(excluded.version, known.version),
         made_at = least(excluded.made_at, known.made_at)`;

export function refundStore(db: Database): RefundStore {
  return {
    record: (tenantId, news, seen) =>
      db.inTenant(tenantId, async (tx) => {
        if (!(await markProcessed(tx, tenantId, seen))) return;
        const { id, reservationId, amount, state, version, at } = news;
        const values = [tenantId, id, reservationId, amount.minorUnits, amount.currency, state, version, at];
        await tx.query({ name: 'record_refund', text: RECORD, values });
      }),
  };
}
