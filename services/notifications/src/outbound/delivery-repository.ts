import type { Database } from '@lodging/kit-postgres';
import type { ListPosition } from '@lodging/kernel';
import { createAdmission } from './admit-request.ts';
import type { Delivery, DeliveryRepository, LoggedAttempt } from '../ports.ts';

interface Row {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly status: Delivery['status'];
  readonly attempts: LoggedAttempt[];
  readonly next_attempt_at: Temporal.Instant | null;
  readonly created_at: Temporal.Instant;
}

const COLUMNS = 'id, event_id, event_type, status, attempts, next_attempt_at, created_at';
/** Attempts quote the answers of receivers, so a page is limited by its size too; it has at least one delivery. */
const PAGE_BYTES = 1_024 * 1_024;
const LIST = `
  WITH page AS MATERIALIZED (
    SELECT ${COLUMNS} FROM deliveries
    WHERE tenant_id = $1 AND endpoint_id = $2 AND (created_at, id) < ($3::timestamptz, $4::uuid)
    ORDER BY created_at DESC, id DESC LIMIT $5::bigint + 1
  ), measured AS (
    SELECT *, row_number() OVER newest AS place, count(*) OVER () AS found,
      sum(octet_length(attempts::text)) OVER newest - octet_length(attempts::text) AS bytes_before
    FROM page WINDOW newest AS (ORDER BY created_at DESC, id DESC)
  )
  SELECT ${COLUMNS}, found FROM measured WHERE place <= $5 AND bytes_before < ${PAGE_BYTES} ORDER BY place`;
/** A delivery that is requested does not wait for the end of the endpoint's pause. */
const RESUME_ENDPOINT = `
  UPDATE webhook_endpoints SET paused_until = NULL WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING id`;
/** A delivery with a running attempt keeps its lease: that attempt counts as the requested one. */
const REDELIVER = `
  WITH endpoint AS (${RESUME_ENDPOINT})
  UPDATE deliveries SET status = 'pending', asked = true, tries = 0, next_attempt_at = $4, finished_at = NULL
  WHERE tenant_id = $1 AND endpoint_id = $2 AND id = $3
    AND EXISTS (SELECT FROM endpoint)
  RETURNING ${COLUMNS}`;
const MAX_REPLAYED = 10_000;
const REPLAY = `
  WITH endpoint AS (${RESUME_ENDPOINT}), replayed AS (
    UPDATE deliveries SET status = 'pending', asked = true, tries = 0, next_attempt_at = $5, finished_at = NULL
    WHERE tenant_id = $1 AND id IN (
      SELECT id FROM deliveries
      WHERE tenant_id = $1 AND endpoint_id = (SELECT id FROM endpoint) AND created_at >= $3 AND created_at < $4
      ORDER BY created_at, id LIMIT ${MAX_REPLAYED})
    RETURNING id)
  SELECT (SELECT count(*) FROM endpoint)::int4 AS endpoints, (SELECT count(*) FROM replayed)::int4 AS deliveries`;
const PING = `
  WITH endpoint AS (${RESUME_ENDPOINT})
  INSERT INTO deliveries
    (tenant_id, id, endpoint_id, event_id, event_type, body, asked, next_attempt_at, created_at)
  SELECT $1, $3, id, $4, $5, $6, true, $7::timestamptz, $7::timestamptz FROM endpoint
  RETURNING id`;

const NEWEST: ListPosition = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
const MICROSECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

export function createDeliveryRepository(db: Database): DeliveryRepository {
  return {
    admitRequest: createAdmission(db),
    async list(tenantId, endpointId, { limit, after }) {
      const position = after ?? NEWEST;
      if (after !== null && !isInstant(after.createdAt)) return { deliveries: [], hasMore: false };
      const values = [tenantId, endpointId, position.createdAt, position.id, limit];
      const statement = { name: 'delivery_list', text: LIST, values };
      const rows = await db.readInTenant<Row & { readonly found: bigint }>(tenantId, statement);
      return { deliveries: rows.map(deliveryFrom), hasMore: Number(rows[0]?.found ?? 0) > rows.length };
    },
    redeliver: (tenantId, endpointId, id, now) =>
      db.inTenant(tenantId, async (tx) => {
        const values = [tenantId, endpointId, id, now];
        const [row] = await tx.query<Row>({ name: 'delivery_redeliver', text: REDELIVER, values });
        return row && deliveryFrom(row);
      }),
    replay: (tenantId, endpointId, { from, to }, now) =>
      db.inTenant(tenantId, async (tx) => {
        const values = [tenantId, endpointId, from, to, now];
        const statement = { name: 'delivery_replay', text: REPLAY, values };
        const [row] = await tx.query<{ endpoints: number; deliveries: number }>(statement);
        return row === undefined || row.endpoints === 0 ? undefined : row.deliveries;
      }),
    addPing: (tenantId, endpointId, { deliveryId, eventId, type, body, now }) =>
      db.inTenant(tenantId, async (tx) => {
        const values = [tenantId, endpointId, deliveryId, eventId, type, body, now];
        return (await tx.query({ name: 'delivery_ping', text: PING, values })).length > 0;
      }),
  };
}

function isInstant(text: string): boolean {
  if (!MICROSECONDS.test(text)) return false;
  try {
    return Temporal.Instant.from(text).epochMilliseconds > 0;
  } catch {
    return false;
  }
}

function deliveryFrom(row: Row): Delivery {
  return {
    id: row.id,
    eventId: row.event_id,
    eventType: row.event_type,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
  };
}
