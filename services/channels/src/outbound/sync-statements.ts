import { leaseColumns } from './sync-lease-row.ts';

/** A process that ends without a word loses its connections to the others after this. */
const LEASE = `interval '30 seconds'`;
/** All that a run waits for has a limit; one that goes on for longer than their sum is stuck. */
const LONGEST_RUN = `interval '3 minutes'`;

const TAKE = `leased_by = $1, leased_at = now(), leased_until = now() + ${LEASE}, lease = taken.lease + 1`;

export const CLAIM = `
  UPDATE connections AS taken SET ${TAKE}
  FROM (SELECT tenant_id, id FROM connections
        WHERE next_sync_at <= now() AND (leased_until IS NULL OR leased_until <= now())
        ORDER BY next_sync_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS due
  WHERE taken.tenant_id = due.tenant_id AND taken.id = due.id
  RETURNING ${leaseColumns}`;

export const CLAIM_DELETED = `
  UPDATE connections AS taken SET ${TAKE}
  WHERE tenant_id = $2 AND id = $3 AND deleted_at IS NOT NULL
  RETURNING ${leaseColumns}`;

export const KEEP = `
  UPDATE connections SET leased_until = now() + ${LEASE}
  WHERE leased_by = $1 AND leased_until > now() AND leased_at > now() - ${LONGEST_RUN} RETURNING id`;

const FREED = 'leased_by = NULL, leased_at = NULL, leased_until = NULL';

export const GIVE_UP = `UPDATE connections SET ${FREED} WHERE leased_by = $1 RETURNING id`;

/** Parameters 1 to 4 of every statement below: whoever lost the lease changes nothing. */
const FENCE = 'tenant_id = $1 AND id = $2 AND leased_by = $3 AND lease = $4';

/** Held until the commit, so that nobody takes over in between. */
export const HOLD = `SELECT id FROM connections WHERE ${FENCE} AND deleted_at IS NULL FOR UPDATE`;

/** From here on nobody knows what inventory has, until the run ends well. */
export const NEXT_SEQUENCE = `
  UPDATE connections SET sequence = sequence + 1, applied_as = NULL
  WHERE ${FENCE} AND (deleted_at IS NOT NULL) = $5 AND (status <> 'paused' OR $6) RETURNING sequence`;

export const FINISH = `
  UPDATE connections SET ${FREED},
    last_sync_at = now(),
    last_success_at = CASE WHEN $5::text IS NULL AND $15::float8 IS NULL THEN now() ELSE last_success_at END,
    last_error = $5,
    status = CASE WHEN status = 'paused' THEN status WHEN $5 IS NULL THEN 'active' ELSE 'error' END,
    failures = $6, event_count = $7, etag = $8, last_modified = $9, read_on = $10, applied_as = $11,
    doubted = $12::text,
    doubted_at = CASE WHEN $12 IS NULL THEN NULL WHEN doubted = $12 THEN doubted_at ELSE now() END,
    outages = CASE WHEN $15 IS NULL THEN 0 ELSE outages + 1 END,
    read_at = CASE WHEN asked <> $13 THEN now() ELSE now() + make_interval(secs => $14) END,
    next_sync_at = CASE WHEN asked <> $13 THEN now() WHEN status = 'paused' AND $15 IS NULL THEN NULL
      ELSE now() + make_interval(secs => coalesce($15, $14)) END
  WHERE ${FENCE} AND deleted_at IS NULL RETURNING id`;

/** What was asked for meanwhile is done next; what is not paused is read when it is time. */
export const REST = `
  UPDATE connections SET ${FREED}, applied_as = $5, outages = 0,
    last_sync_at = CASE WHEN status = 'paused' THEN last_sync_at ELSE now() END,
    last_success_at = CASE WHEN status = 'paused' OR last_error IS NOT NULL THEN last_success_at ELSE now() END,
    status = CASE WHEN status = 'paused' THEN status WHEN last_error IS NULL THEN 'active' ELSE 'error' END,
    next_sync_at = CASE WHEN asked <> $6 THEN now() WHEN status <> 'paused' THEN coalesce(read_at, now()) END
  WHERE ${FENCE} RETURNING id`;

export const PUT_BACK = `
  UPDATE connections SET ${FREED}, outages = outages + 1, next_sync_at = now() + make_interval(secs => $5),
    last_sync_at = CASE WHEN status = 'paused' THEN last_sync_at ELSE now() END
  WHERE ${FENCE} RETURNING id`;

export const REMOVE = `DELETE FROM connections WHERE ${FENCE} AND deleted_at IS NOT NULL RETURNING id`;

export const BELIEVED = `SELECT events FROM believed_feeds WHERE tenant_id = $1 AND connection_id = $2`;

export const BELIEVE = `
  INSERT INTO believed_feeds (tenant_id, connection_id, events, believed_on) VALUES ($1, $2, $3::jsonb, $4)
  ON CONFLICT (tenant_id, connection_id)
  DO UPDATE SET events = excluded.events, believed_on = excluded.believed_on`;
