// Owns the event log in Postgres: numbering and keeping an event, its deliveries and its inbox mark are one commit.
import { noteSeen } from '@lodging/kit-outbox';
import type { Database } from '@lodging/kit-postgres';
import { currentTraceparent } from '@lodging/kit-runtime';
import type { Clock } from '@lodging/kernel';
import { renderBody } from '../domain/event-body.ts';
import type { EventLog } from '../use-cases/ports.ts';
import type { EndpointKey, LoggedEvents } from '../use-cases/webhook-ports.ts';

/**
 * One statement, in this order: the mark (a duplicate ends here), the reservation's number, the tenant's place. The last
 * is locked until the commit, so no event shows before one with a smaller place. Clocks of neighbours may differ by half
 * a second; an endpoint hears of nothing that is older than itself.
 */
const APPEND = `
  WITH mark AS (
    INSERT INTO inbox (tenant_id, consumer, event_id) VALUES ($1::uuid, $2::text, $3::uuid)
    ON CONFLICT DO NOTHING RETURNING event_id
  ), series AS (
    INSERT INTO event_sequences AS had (tenant_id, reservation_id, last_sequence, touched_at)
    SELECT $1::uuid, $4::uuid, 1, $5::timestamptz FROM mark
    ON CONFLICT (tenant_id, reservation_id)
    DO UPDATE SET last_sequence = had.last_sequence + 1, touched_at = excluded.touched_at
    RETURNING last_sequence
  ), place AS (
    INSERT INTO event_positions AS had (tenant_id, last_position) SELECT $1::uuid, 1 FROM series
    ON CONFLICT (tenant_id) DO UPDATE SET last_position = had.last_position + 1
    RETURNING last_position
  ), logged AS (
    INSERT INTO events
      (tenant_id, id, type, livemode, occurred_at, reservation_id, sequence, position, body, traceparent, logged_at)
    SELECT $1::uuid, $3::uuid, $6::text, $7::boolean, $8::timestamptz, $4::uuid, last_sequence, last_position,
      $9::text || last_sequence || $10::text, $11::text, $5::timestamptz
    FROM series, place RETURNING id
  ), wanted AS (
    SELECT endpoint.id FROM webhook_endpoints AS endpoint, logged
    WHERE endpoint.tenant_id = $1::uuid AND endpoint.enabled AND endpoint.deleted_at IS NULL AND $6::text = ANY (endpoint.event_types)
      AND endpoint.created_at <= $8::timestamptz + interval '500 milliseconds'
    FOR KEY SHARE OF endpoint
  )
  INSERT INTO deliveries
    (tenant_id, id, endpoint_id, event_id, event_type, traceparent, next_attempt_at, created_at)
  SELECT $1::uuid, gen_random_uuid(), wanted.id, $3::uuid, $6::text, $11::text, $5::timestamptz, $5::timestamptz
  FROM wanted
  RETURNING endpoint_id`;

export interface EventLogOptions {
  readonly clock: Clock;
  /** Told after the commit, once for each endpoint that has something to hear. */
  readonly onQueued: (endpoint: EndpointKey) => void;
}

export function createEventLog(db: Database, { clock, onQueued }: EventLogOptions): EventLog {
  return {
    async append(tenantId, event, seen) {
      const { id, type, livemode, reservationId, occurredAt } = event;
      const { head, tail } = renderBody(event);
      const traceparent = currentTraceparent() ?? null;
      const known = [tenantId, seen.consumer, id, reservationId, clock.now(), type, livemode, occurredAt];
      const values = [...known, head, tail, traceparent];
      const statement = { name: 'event_append', text: APPEND, values };
      const rows = await db.writeInTenant<{ endpoint_id: string }>(tenantId, statement);
      noteSeen(seen);
      for (const row of rows) onQueued({ tenantId, endpointId: row.endpoint_id });
    },
  };
}

const LIST = `
  SELECT position, body FROM events
  WHERE tenant_id = $1 AND position > $2 AND logged_at > $3
    AND ($4::text IS NULL OR type = $4) AND ($5::uuid IS NULL OR reservation_id = $5)
  ORDER BY position LIMIT $6`;
/** What fits a bigint for sure. */
const POSITION = /^\d{1,18}$/;

export function loggedEvents(db: Database): LoggedEvents {
  return {
    async list(tenantId, { limit, after, since, type = null, reservationId = null }) {
      if (after !== null && !POSITION.test(after)) return [];
      const values = [tenantId, after ?? '0', since, type, reservationId, limit + 1];
      const statement = { name: 'events_list', text: LIST, values };
      const rows = await db.readInTenant<{ position: bigint; body: string }>(tenantId, statement);
      return rows.map(({ position, body }) => ({ position: String(position), body }));
    },
  };
}
