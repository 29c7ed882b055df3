import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { Recovery, StayKnowledge } from '@lodging/operations';

const sumMoney = namedStatement<{ tenantIds: readonly string[]; ids: readonly string[] }>(
  'recovery_sum_money',
  `
  SELECT stay.id::text, (
      SELECT coalesce(sum(amount_minor_units), 0)::text FROM payments AS payment
      WHERE payment.tenant_id = stay.tenant_id AND payment.reservation_id = stay.id
        AND payment.state IN ('succeeded', 'refunded')) AS "paidMinorUnits", (
      SELECT coalesce(sum(amount_minor_units), 0)::text FROM refunds AS refund
      WHERE refund.tenant_id = stay.tenant_id AND refund.reservation_id = stay.id
        AND refund.state <> 'failed') AS "refundedMinorUnits"
  FROM unnest($tenantIds::uuid[], $ids::uuid[]) AS stay (tenant_id, id)
  WHERE EXISTS (
    SELECT FROM ledgers AS ledger WHERE ledger.tenant_id = stay.tenant_id AND ledger.reservation_id = stay.id)`,
);

interface Money {
  readonly id: string;
  readonly paidMinorUnits: string;
  readonly refundedMinorUnits: string;
}

export function createRecovery(db: Database): Recovery {
  return {
    async lookUp(stays) {
      const statement = sumMoney({
        tenantIds: stays.map(({ tenantId }) => tenantId),
        ids: stays.map(({ id }) => id),
      });
      const rows = await db.acrossTenants((tx) => tx.query<Money>(statement));
      return rows.map(({ id, ...knows }): StayKnowledge => ({ id, knows }));
    },
  };
}
