import type { Database } from '@lodging/kit-postgres';
import type { TraceEntry, Tracing } from '@lodging/kit-messaging';

const CALLS = `
  SELECT created_at AS at, 'provider_call' AS kind,
    CASE kind WHEN 'intent' THEN 'payment intent' ELSE 'checkout session' END AS what, state AS outcome,
    NULL AS "requestId", traceparent,
    concat_ws(' ', provider_intent_id, provider_session_id, amount_minor_units, currency, account_id, last_failure) AS detail
  FROM payments WHERE tenant_id = $1 AND reservation_id = $2
  UNION ALL
  SELECT created_at, 'provider_call', 'refund', state, NULL, NULL,
    concat_ws(' ', provider_refund_id, amount_minor_units, currency, reason)
  FROM refunds WHERE tenant_id = $1 AND reservation_id = $2
  UNION ALL
  SELECT created_at, 'change', CASE WHEN returned THEN 'handed back at the desk' ELSE 'paid at the desk' END, NULL, NULL, NULL,
    concat_ws(' ', amount_minor_units, currency, method)
  FROM offline_payments WHERE tenant_id = $1 AND reservation_id = $2`;

/** What the provider said names our payment, or the intent or session of one. */
const NOTIFICATIONS = `
  SELECT received_at AS at, 'notification' AS kind, type AS what, state AS outcome, NULL AS "requestId", traceparent,
    concat_ws(' ', provider_event_id, reason) AS detail
  FROM provider_events
  WHERE account_id = ANY ($1) AND received_at >= $2::timestamptz AND (
    notification -> 'subject' -> 'references' ->> 'paymentId' = ANY ($3)
    OR notification -> 'subject' ->> 'intentId' = ANY ($4) OR notification -> 'subject' ->> 'sessionId' = ANY ($4))
  ORDER BY received_at LIMIT 500`;

interface OwnPayment {
  readonly id: string;
  readonly accountId: string;
  readonly intentId: string | null;
  readonly sessionId: string | null;
  readonly createdAt: Temporal.Instant;
}

const PAYMENTS = `
  SELECT id, account_id AS "accountId", provider_intent_id AS "intentId", provider_session_id AS "sessionId",
    created_at AS "createdAt"
  FROM payments WHERE tenant_id = $1 AND reservation_id = $2 ORDER BY created_at`;

export function createTracing(db: Database): Tracing {
  return {
    entries: (tenantId, bookingId) =>
      db.acrossTenants(async (tx) => {
        const calls = await tx.query<TraceEntry>(CALLS, [tenantId, bookingId]);
        const own = await tx.query<OwnPayment>(PAYMENTS, [tenantId, bookingId]);
        const [first] = own;
        if (first === undefined) return calls;
        const heard = await tx.query<TraceEntry>(NOTIFICATIONS, [
          [...new Set(own.map(({ accountId }) => accountId))],
          first.createdAt,
          own.map(({ id }) => id),
          own.flatMap(({ intentId, sessionId }) => [intentId, sessionId]).filter((id) => id !== null),
        ]);
        return [...calls, ...heard];
      }),
  };
}
