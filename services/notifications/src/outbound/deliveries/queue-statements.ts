import { namedStatement, selectList } from '@lodging/kit-postgres';
import type { DeliveryDecision, EndpointHealth } from '../../domain/deliveries/attempt.ts';
import type { EndpointKey } from '../../domain/endpoints/endpoint.ts';
import { deliveries } from '../schema.ts';
import { isPaced, mayBeTried, takeSlot } from './pacing.ts';

/** Twice the timeout of an attempt. */
export const LEASE_SECONDS = 30;
/** Attempts at one endpoint at once, over all processes. After so many consecutive failures, one at a time. */
const CONCURRENCY = 5;
const BREAKER_THRESHOLD = 10;
/** The newest attempts of a delivery are kept; one that is redelivered again and again would grow without a limit. */
const MAX_ATTEMPTS_KEPT = 32;

const IS_DUE = `waiting.tenant_id = $tenantId AND waiting.endpoint_id = $endpointId AND waiting.status = 'pending'
      AND waiting.next_attempt_at <= $now::timestamptz
      AND (waiting.leased_until IS NULL OR waiting.leased_until <= $now::timestamptz)`;

const NOW = '$now::timestamptz';

interface EndpointAt extends EndpointKey {
  readonly now: Temporal.Instant;
}

const LEASED = ['id', 'fencingNumber', 'tries', 'eventId', 'eventType', 'traceparent'] as const;

export type LeaseRow = Pick<typeof deliveries.$inferSelect, (typeof LEASED)[number]> & {
  readonly body: string;
  readonly occurredAt: Temporal.Instant | null;
  /** Null for a ping. */
  readonly reservationId: string | null;
  readonly url: string;
  readonly sealedSecret: string;
  readonly previousSecrets: readonly string[];
};

/**
 * Requested deliveries (redelivery, ping) come first. Uses the indexes of due deliveries of one endpoint, so the total of
 * deliveries does not matter; OFFSET 0 keeps the look into the log one by its key, so the length of the log does not either.
 * The leased rows are found by their place: a plan made on an empty table would read all deliveries for their ids. One that
 * another process changed meanwhile is left to the next lease.
 */
export const leaseDeliveries = namedStatement<
  EndpointAt & { owner: string; limit: number; isPaced: boolean }
>(
  'queue_claim',
  `
  WITH endpoint AS (
    SELECT id, url, enabled, failure_count, sealed_secret, host, ${isPaced('$isPaced')} AS is_paced,
      last_success_at IS NOT NULL OR paced_until IS NULL AS is_prompt,
      ARRAY(SELECT old ->> 'sealed' FROM jsonb_array_elements(old_secrets) AS old
            WHERE (old ->> 'until')::timestamptz > $now::timestamptz) AS old_secrets
    FROM webhook_endpoints
    WHERE tenant_id = $tenantId AND id = $endpointId AND deleted_at IS NULL AND (paused_until IS NULL OR paused_until <= $now::timestamptz)
      AND (NOT ${isPaced('$isPaced')} OR ${mayBeTried(NOW)})
  ), busy AS (
    SELECT count(*) AS deliveries FROM deliveries
    WHERE tenant_id = $tenantId AND endpoint_id = $endpointId AND leased_until IS NOT NULL AND leased_until > $now::timestamptz
  ), free AS (
    SELECT endpoint.*, greatest(0, least($limit::bigint,
      CASE WHEN failure_count >= ${BREAKER_THRESHOLD} THEN 1 ELSE ${CONCURRENCY} END - busy.deliveries)) AS places
    FROM endpoint, busy
  ), paced AS (
    SELECT host FROM free
    WHERE CASE WHEN is_paced AND places > 0 THEN
      EXISTS (SELECT FROM deliveries AS waiting WHERE ${IS_DUE} AND (waiting.asked OR free.enabled)) END
  ), ${takeSlot(NOW)}, room AS (
    SELECT CASE WHEN is_paced THEN (SELECT count(*) FROM slot) ELSE places END AS places FROM free
  ), requested AS (
    SELECT waiting.id, waiting.ctid AS place FROM deliveries AS waiting, endpoint
    WHERE ${IS_DUE} AND waiting.asked
    ORDER BY waiting.next_attempt_at
    LIMIT coalesce((SELECT places FROM room), 0)
    FOR UPDATE OF waiting SKIP LOCKED
  ), scheduled AS (
    SELECT waiting.id, waiting.ctid AS place FROM deliveries AS waiting, endpoint
    WHERE ${IS_DUE} AND NOT waiting.asked AND endpoint.enabled
    ORDER BY waiting.next_attempt_at
    LIMIT coalesce((SELECT places FROM room), 0) - (SELECT count(*) FROM requested)
    FOR UPDATE OF waiting SKIP LOCKED
  ), due AS (
    SELECT id, place FROM requested UNION ALL SELECT id, place FROM scheduled
  ), taken AS (
    UPDATE deliveries AS taken
    SET leased_by = $owner::uuid, leased_until = $now::timestamptz + interval '${LEASE_SECONDS} seconds', lease = lease + 1
    FROM due WHERE taken.tenant_id = $tenantId AND taken.ctid = due.place
    RETURNING taken.*
  )
  SELECT ${selectList(deliveries, { only: LEASED, alias: 'taken' })}, events.reservation_id AS "reservationId",
    coalesce(taken.body, events.body) AS body,
    -- What waited for the endpoint, or in the log for the budget of the tenant, must not count as our delay.
    CASE WHEN endpoint.failure_count < ${BREAKER_THRESHOLD} AND endpoint.is_prompt AND taken.created_at = events.logged_at
      THEN events.occurred_at END AS "occurredAt",
    endpoint.url, endpoint.sealed_secret AS "sealedSecret", endpoint.old_secrets AS "previousSecrets"
  FROM taken CROSS JOIN endpoint
  LEFT JOIN LATERAL (
    SELECT * FROM events WHERE events.tenant_id = $tenantId AND events.id = taken.event_id OFFSET 0) AS events ON true`,
);

/** Of the leased deliveries, arrays in one order; and the health of the endpoint after their attempts. */
interface Outcomes extends EndpointHealth {
  readonly owner: string;
  readonly deliveryIds: readonly string[];
  readonly fencingNumbers: readonly bigint[];
  readonly statuses: readonly DeliveryDecision['status'][];
  readonly nextAttemptsAt: readonly (Temporal.Instant | null)[];
  /** Each is JSON text of an array with one attempt. */
  readonly attempts: readonly string[];
  /** Before this attempt. */
  readonly tries: readonly number[];
}

/** Redelivery was requested during an attempt of the old schedule, which failed: the new schedule begins all the same. */
const WAS_RESCHEDULED = `(tried.tries <> outcome.tries AND outcome.status <> 'succeeded')`;

/** `leased_until IS NOT NULL` is the condition of the index of leased rows, by which they are found. */
export const recordOutcomes = namedStatement<EndpointAt & Outcomes>(
  'queue_record',
  `
  WITH recorded AS (
    UPDATE deliveries AS tried
    SET status = CASE WHEN ${WAS_RESCHEDULED} THEN 'pending' ELSE outcome.status END,
      next_attempt_at = CASE WHEN ${WAS_RESCHEDULED} THEN tried.next_attempt_at ELSE outcome.next_attempt_at END,
      tries = CASE WHEN ${WAS_RESCHEDULED} THEN tried.tries ELSE tried.tries + 1 END,
      attempts = CASE WHEN jsonb_array_length(tried.attempts) < ${MAX_ATTEMPTS_KEPT} THEN tried.attempts
        ELSE tried.attempts - 0 END || outcome.attempt::jsonb,
      leased_by = NULL, leased_until = NULL,
      finished_at = CASE WHEN ${WAS_RESCHEDULED} OR outcome.status = 'pending' THEN NULL ELSE $now::timestamptz END
    FROM unnest($deliveryIds::uuid[], $fencingNumbers::bigint[], $statuses::text[], $nextAttemptsAt::timestamptz[], $attempts::text[], $tries::integer[])
      AS outcome (id, lease, status, next_attempt_at, attempt, tries)
    WHERE tried.tenant_id = $tenantId AND tried.endpoint_id = $endpointId AND tried.id = outcome.id
      AND tried.leased_until IS NOT NULL AND tried.leased_by = $owner::uuid AND tried.lease = outcome.lease
    RETURNING tried.id
  )
  UPDATE webhook_endpoints AS endpoint SET
    last_success_at = greatest(last_success_at, $lastSuccessAt::timestamptz),
    last_failure_at = greatest(last_failure_at, $lastFailureAt::timestamptz),
    failure_count = CASE WHEN $lastSuccessAt IS NULL THEN failure_count ELSE 0 END + $consecutiveFailures::bigint,
    failing_since = CASE WHEN $consecutiveFailures = 0 THEN NULL
      WHEN $lastSuccessAt IS NULL THEN coalesce(failing_since, $failingSince::timestamptz) ELSE $failingSince END,
    paused_until = CASE
      WHEN $consecutiveFailures > 0 AND CASE WHEN $lastSuccessAt IS NULL THEN failure_count ELSE 0 END + $consecutiveFailures >= ${BREAKER_THRESHOLD}
      THEN $now::timestamptz + least(300, 10 * 2 ^ least(10,
        CASE WHEN $lastSuccessAt IS NULL THEN failure_count ELSE 0 END + $consecutiveFailures - ${BREAKER_THRESHOLD})) * interval '1 second' END,
    enabled = enabled AND NOT $isGone::boolean
      AND NOT ($lastSuccessAt IS NULL AND $consecutiveFailures > 0 AND coalesce(failing_since <= $now::timestamptz - interval '5 days', false))
  WHERE tenant_id = $tenantId AND id = $endpointId AND EXISTS (SELECT FROM recorded)
  RETURNING enabled`,
);

/**
 * A loose index scan: from one endpoint to the next, without
 * reading the deliveries between. Of the paced endpoints of a host, the one whose last attempt is the longest ago.
 */
export const findDue = namedStatement<{ now: Temporal.Instant; isPaced: boolean }>(
  'queue_due',
  `
  WITH RECURSIVE waiting AS (
    (SELECT tenant_id, endpoint_id FROM deliveries WHERE status = 'pending'
     ORDER BY tenant_id, endpoint_id LIMIT 1)
    UNION ALL
    SELECT next.tenant_id, next.endpoint_id FROM waiting, LATERAL (
      SELECT tenant_id, endpoint_id FROM deliveries
      WHERE status = 'pending' AND (tenant_id, endpoint_id) > (waiting.tenant_id, waiting.endpoint_id)
      ORDER BY tenant_id, endpoint_id LIMIT 1) AS next
  )
  SELECT tenant_id AS "tenantId", endpoint_id AS "endpointId" FROM (
  SELECT waiting.tenant_id, waiting.endpoint_id, row_number() OVER (
    PARTITION BY CASE WHEN ${isPaced('$isPaced')} THEN host ELSE waiting.endpoint_id::text END
    ORDER BY paced_until NULLS FIRST) AS place
  FROM waiting
  JOIN webhook_endpoints AS endpoint ON endpoint.tenant_id = waiting.tenant_id AND endpoint.id = waiting.endpoint_id
  WHERE endpoint.deleted_at IS NULL AND (endpoint.paused_until IS NULL OR endpoint.paused_until <= $now::timestamptz)
    AND (endpoint.enabled OR EXISTS (SELECT FROM deliveries AS requested
      WHERE requested.tenant_id = waiting.tenant_id AND requested.endpoint_id = waiting.endpoint_id
        AND requested.status = 'pending' AND requested.asked))
    AND EXISTS (SELECT FROM deliveries AS due
      WHERE due.tenant_id = waiting.tenant_id AND due.endpoint_id = waiting.endpoint_id AND due.status = 'pending'
        AND due.next_attempt_at <= $now::timestamptz
        AND (due.leased_until IS NULL OR due.leased_until <= $now::timestamptz))
    AND (NOT ${isPaced('$isPaced')} OR ${mayBeTried(NOW)})) AS due
  WHERE place = 1`,
);

export const releaseLeases = namedStatement<{ owner: string }>(
  'queue_release',
  `
  UPDATE deliveries SET leased_by = NULL, leased_until = NULL
  WHERE leased_by = $owner::uuid AND leased_until IS NOT NULL RETURNING id`,
);

export const retireDeliveries = namedStatement<{ now: Temporal.Instant }>(
  'queue_retire',
  `
  UPDATE deliveries SET status = 'dead', next_attempt_at = NULL, finished_at = $now::timestamptz
  WHERE (tenant_id, id) IN (
    SELECT waiting.tenant_id, waiting.id FROM webhook_endpoints AS endpoint
    JOIN deliveries AS waiting ON waiting.tenant_id = endpoint.tenant_id AND waiting.endpoint_id = endpoint.id
    WHERE NOT endpoint.enabled AND endpoint.deleted_at IS NULL AND waiting.status = 'pending' AND NOT waiting.asked
      AND (waiting.leased_until IS NULL OR waiting.leased_until <= $now::timestamptz)
    LIMIT 1000 FOR UPDATE OF waiting SKIP LOCKED)
  RETURNING id`,
);
