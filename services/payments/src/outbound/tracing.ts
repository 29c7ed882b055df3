import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { TraceEntry, Tracing } from '@lodging/operations';

interface ReservationKey {
  readonly tenantId: string;
  readonly reservationId: string;
}

const listCalls = namedStatement<ReservationKey>(
  'trace_provider_calls',
  `
  SELECT created_at AS at, 'provider_call' AS kind,
    CASE kind WHEN 'intent' THEN 'payment intent' ELSE 'checkout session' END AS what, state AS outcome,
    NULL AS "requestId", traceparent,
    concat_ws(' ', provider_intent_id, provider_session_id, amount_minor_units, currency, account_id, last_failure) AS detail
  FROM payments WHERE tenant_id = $tenantId AND reservation_id = $reservationId
  UNION ALL
  SELECT created_at, 'provider_call', 'refund', state, NULL, NULL,
    concat_ws(' ', provider_refund_id, amount_minor_units, currency, reason)
  FROM refunds WHERE tenant_id = $tenantId AND reservation_id = $reservationId
  UNION ALL
  SELECT created_at, 'change', CASE WHEN returned THEN 'handed back at the desk' ELSE 'paid at the desk' END, NULL, NULL, NULL,
    concat_ws(' ', amount_minor_units, currency, method)
  FROM offline_payments WHERE tenant_id = $tenantId AND reservation_id = $reservationId`,
);

interface Received {
  readonly accountIds: readonly string[];
  readonly since: Temporal.Instant;
  readonly paymentIds: readonly string[];
  /** Of intents and sessions. */
  readonly providerIds: readonly string[];
}

/** Finds our payment by the payment, intent or session that the provider's message names. */
const listNotifications = namedStatement<Received>(
  'trace_notifications',
  `
  SELECT received_at AS at, 'notification' AS kind, type AS what, state AS outcome, NULL AS "requestId", traceparent,
    concat_ws(' ', provider_event_id, reason) AS detail
  FROM provider_events
  WHERE account_id = ANY ($accountIds) AND received_at >= $since::timestamptz AND (
    notification -> 'subject' -> 'references' ->> 'paymentId' = ANY ($paymentIds)
    OR notification -> 'subject' ->> 'intentId' = ANY ($providerIds) OR notification -> 'subject' ->> 'sessionId' = ANY ($providerIds))
  ORDER BY received_at LIMIT 500`,
);

interface OwnPayment {
  readonly id: string;
  readonly accountId: string;
  readonly intentId: string | null;
  readonly sessionId: string | null;
  readonly createdAt: Temporal.Instant;
}

const listPayments = namedStatement<ReservationKey>(
  'trace_payments',
  `
  SELECT id, account_id AS "accountId", provider_intent_id AS "intentId", provider_session_id AS "sessionId",
    created_at AS "createdAt"
  FROM payments WHERE tenant_id = $tenantId AND reservation_id = $reservationId ORDER BY created_at`,
);

export function createTracing(db: Database): Tracing {
  return {
    entries: (tenantId, reservationId) =>
      db.acrossTenants(async (tx) => {
        const calls = await tx.query<TraceEntry>(listCalls({ tenantId, reservationId }));
        const own = await tx.query<OwnPayment>(listPayments({ tenantId, reservationId }));
        const [first] = own;
        if (first === undefined) return calls;
        const statement = listNotifications({
          accountIds: [...new Set(own.map(({ accountId }) => accountId))],
          since: first.createdAt,
          paymentIds: own.map(({ id }) => id),
          providerIds: own
            .flatMap(({ intentId, sessionId }) => [intentId, sessionId])
            .filter((id) => id !== null),
        });
        return [...calls, ...(await tx.query<TraceEntry>(statement))];
      }),
  };
}
