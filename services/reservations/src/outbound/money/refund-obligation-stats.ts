import type { Database } from '@lodging/kit-postgres';
import { observeCached } from '@lodging/kit-runtime';
import { oldestOwedRefund, refundsOwed } from '../../metrics.ts';

const OPEN = {
  name: 'open_refund_obligations',
  text: `SELECT count(*)::integer AS "refundsOwed",
           coalesce(extract(epoch FROM clock_timestamp() - min(decided_at)), 0)::float8 AS "oldestOwedRefundSeconds"
    FROM refund_obligations WHERE settled_at IS NULL`,
};

type OpenObligations = Record<'refundsOwed' | 'oldestOwedRefundSeconds', number>;

/** Also the facts of the health report. */
export async function readOwedRefunds(db: Database): Promise<OpenObligations> {
  const [row] = await db.acrossTenants((tx) => tx.query<OpenObligations>(OPEN));
  return row ?? { refundsOwed: 0, oldestOwedRefundSeconds: 0 };
}

/** Returns the function that ends the observation. */
export function observeRefundObligations(db: Database): () => void {
  return observeCached(
    () => readOwedRefunds(db),
    (open, result) => {
      result.observe(refundsOwed, open.refundsOwed);
      result.observe(oldestOwedRefund, open.oldestOwedRefundSeconds);
    },
  );
}
