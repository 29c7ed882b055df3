/** Twice the timeout of an attempt. */
export const LEASE_SECONDS = 30;
/** Attempts at one endpoint at once, over all processes. After so many consecutive failures, one at a time. */
const CONCURRENCY = 5;
const BREAKER_THRESHOLD = 10;
/** The newest attempts of a delivery are kept; one that is redelivered again and again would grow without a limit. */
const MAX_ATTEMPTS_KEPT = 32;

const IS_DUE = `waiting.tenant_id = $1 AND waiting.endpoint_id = $2 AND waiting.status = 'pending'
      AND waiting.next_attempt_at <= $5::timestamptz
      AND (waiting.leased_until IS NULL OR waiting.leased_until <= $5::timestamptz)`;

/**
 * $1 tenant, $2 endpoint, $3 owner, $4 limit, $5 now. Requested deliveries (redelivery, ping) come first. Uses the indexes of
 * due deliveries of one endpoint, so the total of deliveries does not matter.
 */
export const CLAIM = `
  WITH endpoint AS (
    SELECT id, url, enabled, failure_count, sealed_secret,
      ARRAY(SELECT old ->> 'sealed' FROM jsonb_array_elements(old_secrets) AS old
            WHERE (old ->> 'until')::timestamptz > $5::timestamptz) AS old_secrets
    FROM webhook_endpoints
    WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL AND (paused_until IS NULL OR paused_until <= $5::timestamptz)
  ), busy AS (
    SELECT count(*) AS deliveries FROM deliveries
    WHERE tenant_id = $1 AND endpoint_id = $2 AND leased_until IS NOT NULL AND leased_until > $5::timestamptz
  ), room AS (
    SELECT greatest(0, least($4::bigint,
      CASE WHEN failure_count >= ${BREAKER_THRESHOLD} THEN 1 ELSE ${CONCURRENCY} END - busy.deliveries)) AS places
    FROM endpoint, busy
  ), requested AS (
    SELECT waiting.id FROM deliveries AS waiting, endpoint
    WHERE ${IS_DUE} AND waiting.asked
    ORDER BY waiting.next_attempt_at
    LIMIT coalesce((SELECT places FROM room), 0)
    FOR UPDATE OF waiting SKIP LOCKED
  ), scheduled AS (
    SELECT waiting.id FROM deliveries AS waiting, endpoint
    WHERE ${IS_DUE} AND NOT waiting.asked AND endpoint.enabled
    ORDER BY waiting.next_attempt_at
    LIMIT coalesce((SELECT places FROM room), 0) - (SELECT count(*) FROM requested)
    FOR UPDATE OF waiting SKIP LOCKED
  ), due AS (
    SELECT id FROM requested UNION ALL SELECT id FROM scheduled
  ), taken AS (
    UPDATE deliveries AS taken
    SET leased_by = $3::uuid, leased_until = $5::timestamptz + interval '${LEASE_SECONDS} seconds', lease = lease + 1
    FROM due WHERE taken.tenant_id = $1 AND taken.id = due.id
    RETURNING taken.*
  )
  SELECT taken.id, taken.lease, taken.tries, taken.event_id, taken.event_type, taken.traceparent, events.reservation_id,
    coalesce(taken.body, events.body) AS body,
    -- The pauses of an endpoint that only fails grow, so its delay must not count as ours.
    CASE WHEN endpoint.failure_count < ${BREAKER_THRESHOLD} THEN events.occurred_at END AS occurred_at, endpoint.url, endpoint.sealed_secret, endpoint.old_secrets
  FROM taken CROSS JOIN endpoint
  LEFT JOIN events ON events.tenant_id = $1 AND events.id = taken.event_id`;

/** Redelivery was requested during an attempt of the old schedule, which failed: the new schedule begins all the same. */
const WAS_RESCHEDULED = `(tried.tries <> outcome.tries AND outcome.status <> 'succeeded')`;

/**
 * $1 tenant, $2 endpoint, $3 owner, $4–$8 the deliveries, $9–$13 the health of the endpoint, $14 now, $15 the attempts of
 * each delivery before.
 */
export const RECORD = `
  WITH recorded AS (
    UPDATE deliveries AS tried
    SET status = CASE WHEN ${WAS_RESCHEDULED} THEN 'pending' ELSE outcome.status END,
      next_attempt_at = CASE WHEN ${WAS_RESCHEDULED} THEN tried.next_attempt_at ELSE outcome.next_attempt_at END,
      tries = CASE WHEN ${WAS_RESCHEDULED} THEN tried.tries ELSE tried.tries + 1 END,
      attempts = CASE WHEN jsonb_array_length(tried.attempts) < ${MAX_ATTEMPTS_KEPT} THEN tried.attempts
        ELSE tried.attempts - 0 END || outcome.attempt::jsonb,
      leased_by = NULL, leased_until = NULL,
      finished_at = CASE WHEN ${WAS_RESCHEDULED} OR outcome.status = 'pending' THEN NULL ELSE $14::timestamptz END
    FROM unnest($4::uuid[], $5::bigint[], $6::text[], $7::timestamptz[], $8::text[], $15::integer[])
      AS outcome (id, lease, status, next_attempt_at, attempt, tries)
    WHERE tried.tenant_id = $1 AND tried.endpoint_id = $2 AND tried.id = outcome.id
      AND tried.leased_by = $3::uuid AND tried.lease = outcome.lease
    RETURNING tried.id
  )
  UPDATE webhook_endpoints AS endpoint SET
    last_success_at = greatest(last_success_at, $9::timestamptz),
    last_failure_at = greatest(last_failure_at, $10::timestamptz),
    failure_count = CASE WHEN $9 IS NULL THEN failure_count ELSE 0 END + $11::bigint,
    failing_since = CASE WHEN $11 = 0 THEN NULL
      WHEN $9 IS NULL THEN coalesce(failing_since, $12::timestamptz) ELSE $12 END,
    paused_until = CASE
      WHEN $11 > 0 AND CASE WHEN $9 IS NULL THEN failure_count ELSE 0 END + $11 >= ${BREAKER_THRESHOLD}
      THEN $14::timestamptz + least(300, 10 * 2 ^ least(10,
        CASE WHEN $9 IS NULL THEN failure_count ELSE 0 END + $11 - ${BREAKER_THRESHOLD})) * interval '1 second' END,
    enabled = enabled AND NOT $13::boolean
      AND NOT ($9 IS NULL AND $11 > 0 AND coalesce(failing_since <= $14::timestamptz - interval '5 days', false))
  WHERE tenant_id = $1 AND id = $2 AND EXISTS (SELECT FROM recorded)
  RETURNING enabled`;

/** A loose index scan: from one endpoint to the next, without reading the deliveries between. */
export const DUE = `
  WITH RECURSIVE waiting AS (
    (SELECT tenant_id, endpoint_id FROM deliveries WHERE status = 'pending'
     ORDER BY tenant_id, endpoint_id LIMIT 1)
    UNION ALL
    SELECT next.tenant_id, next.endpoint_id FROM waiting, LATERAL (
      SELECT tenant_id, endpoint_id FROM deliveries
      WHERE status = 'pending' AND (tenant_id, endpoint_id) > (waiting.tenant_id, waiting.endpoint_id)
      ORDER BY tenant_id, endpoint_id LIMIT 1) AS next
  )
  SELECT waiting.tenant_id, waiting.endpoint_id FROM waiting
  JOIN webhook_endpoints AS endpoint ON endpoint.tenant_id = waiting.tenant_id AND endpoint.id = waiting.endpoint_id
  WHERE endpoint.deleted_at IS NULL AND (endpoint.paused_until IS NULL OR endpoint.paused_until <= $1::timestamptz)
    AND (endpoint.enabled OR EXISTS (SELECT FROM deliveries AS requested
      WHERE requested.tenant_id = waiting.tenant_id AND requested.endpoint_id = waiting.endpoint_id
        AND requested.status = 'pending' AND requested.asked))
    AND EXISTS (SELECT FROM deliveries AS due
      WHERE due.tenant_id = waiting.tenant_id AND due.endpoint_id = waiting.endpoint_id AND due.status = 'pending'
        AND due.next_attempt_at <= $1::timestamptz
        AND (due.leased_until IS NULL OR due.leased_until <= $1::timestamptz))`;

export const RELEASE = `
  UPDATE deliveries SET leased_by = NULL, leased_until = NULL
  WHERE leased_by = $1::uuid AND leased_until IS NOT NULL RETURNING id`;

export const RETIRE = `
  UPDATE deliveries SET status = 'dead', next_attempt_at = NULL, finished_at = $1::timestamptz
  WHERE (tenant_id, id) IN (
    SELECT waiting.tenant_id, waiting.id FROM webhook_endpoints AS endpoint
    JOIN deliveries AS waiting ON waiting.tenant_id = endpoint.tenant_id AND waiting.endpoint_id = endpoint.id
    WHERE NOT endpoint.enabled AND endpoint.deleted_at IS NULL AND waiting.status = 'pending' AND NOT waiting.asked
      AND (waiting.leased_until IS NULL OR waiting.leased_until <= $1::timestamptz)
    LIMIT 1000 FOR UPDATE OF waiting SKIP LOCKED)
  RETURNING id`;
