import { conflictColumns as columns } from './conflict-row.ts';

export const INSERT = `
  INSERT INTO conflicts (tenant_id, id, connection_id, listing_id, reservation_id, resource_id,
    inbound_event, starts_at, ends_at, told_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  ON CONFLICT ON CONSTRAINT conflicts_once DO NOTHING RETURNING id`;

export const LOCK_KNOWN = `
  SELECT ${columns} FROM conflicts
  WHERE tenant_id = $1 AND connection_id = $2 AND inbound_event = $3 AND reservation_id = $4 AND resource_id = $5
  FOR UPDATE`;

export const MOVE = `
  UPDATE conflicts SET status = $3, starts_at = $4, ends_at = $5, listing_id = $6, told_at = $7
  WHERE tenant_id = $1 AND id = $2`;

export const ROLLS = `
  SELECT (event ->> 'rolls')::int AS rolls
  FROM believed_feeds CROSS JOIN jsonb_array_elements(events) AS event
  WHERE tenant_id = $1 AND connection_id = $2 AND event ->> 'shown' = $3 LIMIT 1`;

const IN_ORDER = 'ORDER BY created_at, id LIMIT $4';
const AFTER = 'tenant_id = $1 AND (created_at, id) > ($2::timestamptz, $3::uuid)';
export const PAGE = `SELECT ${columns} FROM conflicts WHERE ${AFTER} ${IN_ORDER}`;
export const PAGE_BY_STATUS = `SELECT ${columns} FROM conflicts WHERE ${AFTER} AND status = $5 ${IN_ORDER}`;

export const LOCK = `SELECT ${columns} FROM conflicts WHERE tenant_id = $1 AND id = $2 FOR UPDATE`;
export const SETTLE = `
  UPDATE conflicts SET status = $3 WHERE tenant_id = $1 AND id = $2`;
