import type { Database } from '@lodging/kit-postgres';
import type { Recovery, StayKnowledge } from '@lodging/kit-messaging';

const MONEY = `
  SELECT stay.id::text, (
      SELECT coalesce(sum(amount_minor_units), 0)::text FROM payments AS payment
      WHERE payment.tenant_id = stay.tenant_id AND payment.reservation_id = stay.id
        AND payment.state IN ('succeeded', 'refunded')) AS "paidMinorUnits", (
      SELECT coalesce(sum(amount_minor_units), 0)::text FROM refunds AS refund
      WHERE refund.tenant_id = stay.tenant_id AND refund.reservation_id = stay.id
        AND refund.state <> 'failed') AS "refundedMinorUnits"
  FROM unnest($1::uuid[], $2::uuid[]) AS stay (tenant_id, id)
  WHERE EXISTS (
    SELECT FROM ledgers AS ledger WHERE ledger.tenant_id = stay.tenant_id AND ledger.reservation_id = stay.id)`;

interface Money {
  readonly id: string;
  readonly paidMinorUnits: string;
  readonly refundedMinorUnits: string;
}

export function createRecovery(db: Database): Recovery {
  return {
    async lookUp(stays) {
      const values = [stays.map(({ tenantId }) => tenantId), stays.map(({ id }) => id)];
      const rows = await db.acrossTenants((tx) => tx.query<Money>(MONEY, values));
      return rows.map(({ id, ...knows }): StayKnowledge => ({ id, knows }));
    },
  };
}
