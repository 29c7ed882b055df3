import type { Database } from '@lodging/kit-postgres';
import type { LostPaymentFound, LostPaymentRepository } from '../ports.ts';

const LOST = `
  SELECT subject ->> 'intentId' AS "intentId", account_id AS "accountId", (subject -> 'livemode')::boolean AS livemode,
    subject -> 'references' ->> 'tenantId' AS "tenantId", subject -> 'references' ->> 'paymentId' AS "paymentId",
    subject ->> 'receivedMinorUnits' AS "amountMinorUnits", subject ->> 'currency' AS currency,
    notification ->> 'createdAt' AS "paidAt", received_at AS "foundAt"
  FROM provider_events, LATERAL (SELECT notification -> 'subject') AS one (subject)
  WHERE state = 'parked' AND reason = 'payment_lost' ORDER BY notification ->> 'createdAt' LIMIT 1000`;

export function createLostPaymentRepository(db: Database): LostPaymentRepository {
  return { list: () => db.acrossTenants((tx) => tx.query<LostPaymentFound>(LOST)) };
}
