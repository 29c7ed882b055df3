import type { Database } from '@lodging/kit-postgres';
import type { LostPaymentFound, LostPaymentRepository } from '../../ports/provider.ts';

/**
 * Found by the sweep, whose ids begin so: also one that a process stored and did not park before it died, which is parked later,
 * for another reason.
 */
const LOST = `
  SELECT subject ->> 'intentId' AS "intentId", account_id AS "accountId", (subject -> 'livemode')::boolean AS livemode,
    subject -> 'references' ->> 'tenantId' AS "tenantId", subject -> 'references' ->> 'paymentId' AS "paymentId",
    subject -> 'references' ->> 'reservationId' AS "reservationId",
    subject ->> 'receivedMinorUnits' AS "amountMinorUnits", subject ->> 'currency' AS currency,
    notification ->> 'createdAt' AS "paidAt", received_at AS "foundAt"
  FROM provider_events, LATERAL (SELECT notification -> 'subject') AS one (subject)
  WHERE state IN ('waiting', 'parked') AND dismissed_at IS NULL AND provider_event_id LIKE 'swept\\_%' ORDER BY notification ->> 'createdAt' LIMIT 1000`;

export function createLostPaymentRepository(db: Database): LostPaymentRepository {
  return { list: () => db.acrossTenants((tx) => tx.query<LostPaymentFound>(LOST)) };
}
