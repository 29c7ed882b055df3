import type { Database } from '@lodging/kit-postgres';
import type { AccountRefund, PaymentPlace, TenantPurse, Worklist } from '../use-cases/ports.ts';

const TAKE_ACCOUNTS = `
  UPDATE refund_sweeps AS taken SET swept_at = now()
  FROM (SELECT tenant_id, account_id, livemode FROM refund_sweeps
        WHERE swept_at <= now() - make_interval(secs => $1)
        ORDER BY swept_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS due
  WHERE taken.tenant_id = due.tenant_id AND taken.account_id = due.account_id AND taken.livemode = due.livemode
  RETURNING taken.tenant_id, taken.account_id, taken.livemode`;

/** Most refunds of an account are known as they stand, or are of the tenant's own trade; both are left out here. */
const NEWS = `
  SELECT said.position::int, p.reservation_id, p.id AS payment_id
  FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS said (intent_id, refund_id, state, position)
  JOIN payments AS p ON p.provider_intent_id = said.intent_id AND p.tenant_id = $1
  LEFT JOIN refunds AS r ON r.tenant_id = p.tenant_id AND r.provider_refund_id = said.refund_id
  WHERE r.id IS NULL OR r.state NOT IN (said.state, 'failed')
  ORDER BY said.position`;

interface PurseRow {
  readonly tenant_id: string;
  readonly account_id: string;
  readonly livemode: boolean;
}

interface NewsRow {
  readonly position: number;
  readonly reservation_id: string;
  readonly payment_id: string;
}

export function refundSweeps(db: Database): Pick<Worklist, 'takeAccountsToSweep' | 'newsOf'> {
  return {
    takeAccountsToSweep: (sweepSeconds, limit) =>
      db.acrossTenants(async (tx): Promise<TenantPurse[]> => {
        const values = [sweepSeconds, limit];
        const rows = await tx.query<PurseRow>({
          name: 'accounts_take_to_sweep',
          text: TAKE_ACCOUNTS,
          values,
        });
        return rows.map((row) => ({
          tenantId: row.tenant_id,
          accountId: row.account_id,
          livemode: row.livemode,
        }));
      }),
    async newsOf(tenantId, refunds) {
      if (refunds.length === 0) return [];
      const rows = await db.readInTenant<NewsRow>(tenantId, {
        name: 'refunds_news',
        text: NEWS,
        values: [
          tenantId,
          refunds.map(({ intentId }) => intentId),
          refunds.map(({ report }) => report.providerRefundId),
          refunds.map(({ report }) => report.status),
        ],
      });
      return rows.flatMap((row) => placed(tenantId, row, refunds[row.position - 1]));
    },
  };
}

function placed(
  tenantId: string,
  { reservation_id: reservationId, payment_id: paymentId }: NewsRow,
  refund: AccountRefund | undefined,
): (AccountRefund & PaymentPlace)[] {
  return refund === undefined ? [] : [{ ...refund, tenantId, reservationId, paymentId }];
}
