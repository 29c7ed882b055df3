import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { MoneySummaryRepository } from '../../ports/ledger.ts';

interface Period {
  readonly tenantId: string;
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
}

const summarize = namedStatement<Period>(
  'money_summarize',
  `SELECT currency, sum(collected)::text AS collected, sum(returned)::text AS returned
     FROM (
       SELECT currency, amount_minor_units AS collected, 0 AS returned FROM payments
        WHERE tenant_id = $tenantId AND state IN ('succeeded', 'refunded')
          AND coalesce(paid_at, provider_as_of) >= $from AND coalesce(paid_at, provider_as_of) < $to
       UNION ALL
       SELECT currency, 0, amount_minor_units FROM refunds
        WHERE tenant_id = $tenantId AND state <> 'failed' AND created_at >= $from AND created_at < $to
       UNION ALL
       SELECT currency, CASE WHEN returned THEN 0 ELSE amount_minor_units END,
              CASE WHEN returned THEN amount_minor_units ELSE 0 END
         FROM offline_payments WHERE tenant_id = $tenantId AND created_at >= $from AND created_at < $to
     ) AS moved
    GROUP BY currency ORDER BY currency`,
);

interface SummaryRow {
  readonly currency: string;
  readonly collected: string;
  readonly returned: string;
}

export function createMoneySummaryRepository(db: Database): MoneySummaryRepository {
  return {
    async summarize(tenantId, period) {
      const rows = await db.readInTenant<SummaryRow>(tenantId, summarize({ tenantId, ...period }));
      return rows.map(({ currency, ...sums }) => ({
        currency,
        collectedMinorUnits: BigInt(sums.collected),
        returnedMinorUnits: BigInt(sums.returned),
      }));
    },
  };
}
