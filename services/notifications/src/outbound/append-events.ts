import type { ReadStatement } from '@lodging/kit-postgres';
import { renderBody } from '../domain/event-body.ts';
import type { PublicEvent } from '../domain/public-event.ts';
import type { EventOrder, InboxMark } from '../ports.ts';

export interface EventToLog {
  readonly tenantId: string;
  readonly event: PublicEvent;
  readonly mark: InboxMark;
  readonly order?: EventOrder | undefined;
  readonly traceparent: string | null;
}

const COLUMN_TYPES = 'text uuid uuid text boolean timestamptz text text text text boolean boolean'.split(' ');
/** In subqueries, which the planner does not look into: one plan is good for arrays of any length. */
const ARRAYS = COLUMN_TYPES.map((type, index) => `(SELECT $${index + 3}::${type}[])`).join(', ');

/**
 * In this order: what waits for an earlier event (it ends here, unless it is a duplicate), the inbox marks of predecessors
 * that are left out and of the events (a duplicate ends here), the sequences of the reservations, the positions of the tenant.
 * The position row is locked until the commit, so no event is visible before one with a smaller position. Each step locks
 * its rows in one order, so that two processes do not deadlock. A reservation may appear once. An endpoint gets what is
 * logged while it exists, but nothing that is clearly older than itself: the times of an event and of an endpoint come from
 * clocks that may differ by minutes. OFFSET 0 keeps each look into a table one by its key: as a join, it would read the whole
 * inbox of the tenant.
 */
const APPEND = `
  WITH incoming AS (
    SELECT * FROM unnest(${ARRAYS}) WITH ORDINALITY
      AS incoming (consumer, id, reservation_id, type, livemode, occurred_at, head, tail, traceparent, predecessors,
        follows_any, overtakes, nth)
  ), missing AS (
    SELECT consumer, incoming.id, overtakes, predecessor.id AS predecessor_id
    FROM incoming CROSS JOIN LATERAL unnest(predecessors::uuid[]) AS predecessor (id)
    WHERE NOT EXISTS (
      SELECT FROM inbox
      WHERE inbox.tenant_id = $1::uuid AND inbox.consumer = incoming.consumer AND event_id = predecessor.id
      OFFSET 0)
  ), waiting AS (
    SELECT id FROM incoming
    WHERE NOT overtakes AND (
        id IN (SELECT id FROM missing)
        OR follows_any AND NOT EXISTS (
          SELECT FROM event_sequences AS known
          WHERE known.tenant_id = $1::uuid AND known.reservation_id = incoming.reservation_id
          OFFSET 0))
      AND NOT EXISTS (
        SELECT FROM inbox
        WHERE inbox.tenant_id = $1::uuid AND inbox.consumer = incoming.consumer AND event_id = incoming.id
        OFFSET 0)
  ), marked AS (
    INSERT INTO inbox (tenant_id, consumer, event_id)
    SELECT $1::uuid, consumer, id FROM (
      SELECT consumer, id FROM incoming WHERE id NOT IN (SELECT id FROM waiting)
      UNION SELECT consumer, predecessor_id FROM missing WHERE overtakes) AS processed (consumer, id)
    ORDER BY id
    ON CONFLICT DO NOTHING RETURNING event_id
  ), mark AS (
    SELECT event_id FROM marked WHERE event_id IN (SELECT id FROM incoming)
  ), series AS (
    INSERT INTO event_sequences AS current (tenant_id, reservation_id, last_sequence, touched_at)
    SELECT $1::uuid, reservation_id, 1, $2::timestamptz FROM incoming JOIN mark ON mark.event_id = incoming.id
    ORDER BY reservation_id
    ON CONFLICT (tenant_id, reservation_id)
    DO UPDATE SET last_sequence = current.last_sequence + 1, touched_at = excluded.touched_at
    RETURNING reservation_id, last_sequence
  ), place AS (
    INSERT INTO event_positions AS current (tenant_id, last_position)
    SELECT $1::uuid, count(*) FROM series HAVING count(*) > 0
    ON CONFLICT (tenant_id) DO UPDATE SET last_position = current.last_position + excluded.last_position
    RETURNING last_position
  ), logged AS (
    INSERT INTO events
      (tenant_id, id, type, livemode, occurred_at, reservation_id, sequence, position, body, traceparent, logged_at)
    SELECT $1::uuid, id, type, livemode, occurred_at, reservation_id, last_sequence,
      last_position + 1 - row_number() OVER (ORDER BY nth DESC), head || last_sequence || tail, traceparent,
      $2::timestamptz
    FROM incoming JOIN series USING (reservation_id), place
    RETURNING id, type, occurred_at, traceparent
  ), wanted AS (
    SELECT endpoint.id AS endpoint_id, logged.id AS event_id, logged.type, logged.traceparent
    FROM webhook_endpoints AS endpoint, logged
    WHERE endpoint.tenant_id = $1::uuid AND endpoint.enabled AND endpoint.deleted_at IS NULL
      AND logged.type = ANY (endpoint.event_types)
      AND endpoint.created_at <= logged.occurred_at + interval '15 minutes'
    FOR KEY SHARE OF endpoint
  ), queued AS (
    INSERT INTO deliveries
      (tenant_id, id, endpoint_id, event_id, event_type, traceparent, next_attempt_at, created_at)
    SELECT $1::uuid, gen_random_uuid(), endpoint_id, event_id, type, traceparent, $2::timestamptz, $2::timestamptz
    FROM wanted
    RETURNING endpoint_id
  )
  SELECT endpoint_id, NULL::uuid AS waiting_id FROM queued UNION ALL SELECT NULL, id FROM waiting`;

export interface AppendedRow {
  /** Of a new delivery. */
  readonly endpoint_id: string | null;
  readonly waiting_id: string | null;
}

export function appendEvents(
  tenantId: string,
  events: readonly EventToLog[],
  at: Temporal.Instant,
): ReadStatement {
  const bodies = events.map(({ event }) => renderBody(event));
  const columns = [
    events.map(({ mark }) => mark.consumer),
    events.map(({ event }) => event.id),
    events.map(({ event }) => event.reservationId),
    events.map(({ event }) => event.type),
    events.map(({ event }) => event.livemode),
    events.map(({ event }) => event.occurredAt),
    bodies.map(({ head }) => head),
    bodies.map(({ tail }) => tail),
    events.map(({ traceparent }) => traceparent),
    events.map(({ order }) => `{${order?.predecessors.join() ?? ''}}`),
    events.map(({ order }) => order?.followsAny ?? false),
    events.map(({ order }) => order?.overtakes ?? false),
  ];
  return { name: 'events_append', text: APPEND, values: [tenantId, at, ...columns] };
}
