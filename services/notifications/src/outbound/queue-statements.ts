/** Twice what a try may take. */
export const LEASE_SECONDS = 30;
/** At one endpoint, over all processes; one that has failed this often in a row is tried one at a time. */
const UNDER_WAY = 5;
const BREAKS_AFTER = 10;
/** The newest of a delivery; without a bound, one that is asked for again and again would grow for ever. */
const ATTEMPTS_KEPT = 32;

const IS_DUE = `waiting.tenant_id = $1 AND waiting.endpoint_id = $2 AND waiting.status = 'pending'
      AND waiting.next_attempt_at <= $5::timestamptz
      AND (waiting.leased_until IS NULL OR waiting.leased_until <= $5::timestamptz)`;

/**
 * $1 tenant, $2 endpoint, $3 owner, $4 most, $5 now. What somebody asked for goes first. Served by the indexes of what is
 * due at the endpoint, so a million others make no difference.
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
      CASE WHEN failure_count >= ${BREAKS_AFTER} THEN 1 ELSE ${UNDER_WAY} END - busy.deliveries)) AS places
    FROM endpoint, busy
  ), wished AS (
    SELECT waiting.id FROM deliveries AS waiting, endpoint
    WHERE ${IS_DUE} AND waiting.asked
    ORDER BY waiting.next_attempt_at
    LIMIT coalesce((SELECT places FROM room), 0)
    FOR UPDATE OF waiting SKIP LOCKED
  ), others AS (
    SELECT waiting.id FROM deliveries AS waiting, endpoint
    WHERE ${IS_DUE} AND NOT waiting.asked AND endpoint.enabled
    ORDER BY waiting.next_attempt_at
    LIMIT coalesce((SELECT places FROM room), 0) - (SELECT count(*) FROM wished)
    FOR UPDATE OF waiting SKIP LOCKED
  ), due AS (
    SELECT id FROM wished UNION ALL SELECT id FROM others
  ), taken AS (
    UPDATE deliveries AS taken
    SET leased_by = $3::uuid, leased_until = $5::timestamptz + interval '${LEASE_SECONDS} seconds', lease = lease + 1
    FROM due WHERE taken.tenant_id = $1 AND taken.id = due.id
    RETURNING taken.*
  )
  SELECT taken.id, taken.lease, taken.tries, taken.event_id, taken.event_type, taken.traceparent,
    coalesce(taken.body, events.body) AS body,
    -- A receiver that only fails is tried ever more seldom, so that its lateness says nothing about us.
    CASE WHEN endpoint.failure_count < ${BREAKS_AFTER} THEN events.occurred_at END AS occurred_at, endpoint.url, endpoint.sealed_secret, endpoint.old_secrets
  FROM taken CROSS JOIN endpoint
  LEFT JOIN events ON events.tenant_id = $1 AND events.id = taken.event_id`;

/** It was asked for anew while a try of the old schedule was under way and failed: the new one begins all the same. */
const IS_ANEW = `(tried.tries <> outcome.tries AND outcome.status <> 'succeeded')`;

/**
 * $1 tenant, $2 endpoint, $3 owner, $4–$8 the deliveries, $9–$13 what their ends say of the endpoint, $14 now, $15 the
 * tries of each before.
 */
export const RECORD = `
  WITH noted AS (
    UPDATE deliveries AS tried
    SET status = CASE WHEN ${IS_ANEW} THEN 'pending' ELSE outcome.status END,
      next_attempt_at = CASE WHEN ${IS_ANEW} THEN tried.next_attempt_at ELSE outcome.next_attempt_at END,
      tries = CASE WHEN ${IS_ANEW} THEN tried.tries ELSE tried.tries + 1 END,
      attempts = CASE WHEN jsonb_array_length(tried.attempts) < ${ATTEMPTS_KEPT} THEN tried.attempts
        ELSE tried.attempts - 0 END || outcome.attempt::jsonb,
      leased_by = NULL, leased_until = NULL,
      finished_at = CASE WHEN ${IS_ANEW} OR outcome.status = 'pending' THEN NULL ELSE $14::timestamptz END
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
      WHEN $11 > 0 AND CASE WHEN $9 IS NULL THEN failure_count ELSE 0 END + $11 >= ${BREAKS_AFTER}
      THEN $14::timestamptz + least(300, 10 * 2 ^ least(10,
        CASE WHEN $9 IS NULL THEN failure_count ELSE 0 END + $11 - ${BREAKS_AFTER})) * interval '1 second' END,
    enabled = enabled AND NOT $13::boolean
      AND NOT ($9 IS NULL AND $11 > 0 AND coalesce(failing_since <= $14::timestamptz - interval '5 days', false))
  WHERE tenant_id = $1 AND id = $2 AND EXISTS (SELECT FROM noted)
  RETURNING enabled`;

/** From one endpoint to the next over the index of what is pending, without reading what lies between. */
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
    AND (endpoint.enabled OR EXISTS (SELECT FROM deliveries AS wished
      WHERE wished.tenant_id = waiting.tenant_id AND wished.endpoint_id = waiting.endpoint_id
        AND wished.status = 'pending' AND wished.asked))
    AND EXISTS (SELECT FROM deliveries AS due
      WHERE due.tenant_id = waiting.tenant_id AND due.endpoint_id = waiting.endpoint_id AND due.status = 'pending'
        AND due.next_attempt_at <= $1::timestamptz
        AND (due.leased_until IS NULL OR due.leased_until <= $1::timestamptz))`;

export const GIVE_UP = `
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
