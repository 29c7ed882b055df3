import type { ReadStatement } from '@lodging/kit-postgres';
import { renderBody } from '../domain/event-body.ts';
import type { PublicEvent } from '../domain/public-event.ts';
import type { InboxMark } from '../ports.ts';

export interface EventToLog {
  readonly tenantId: string;
  readonly event: PublicEvent;
  readonly mark: InboxMark;
  readonly traceparent: string | null;
}

/**
 * In this order: the inbox marks (a duplicate ends here), the sequences of the reservations, the positions of the tenant.
 * The position row is locked until the commit, so no event is visible before one with a smaller position. Each step locks
 * its rows in one order, so that two processes do not deadlock. A reservation may appear once. An endpoint gets no event
 * that is older than itself; clocks of services may differ by half a second.
 */
const APPEND = `
  WITH incoming AS (
    SELECT * FROM unnest($3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::boolean[], $8::timestamptz[], $9::text[],
      $10::text[], $11::text[]) WITH ORDINALITY
      AS incoming (consumer, id, reservation_id, type, livemode, occurred_at, head, tail, traceparent, nth)
  ), mark AS (
    INSERT INTO inbox (tenant_id, consumer, event_id)
    SELECT $1::uuid, consumer, id FROM incoming ORDER BY id
    ON CONFLICT DO NOTHING RETURNING event_id
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
      AND endpoint.created_at <= logged.occurred_at + interval '500 milliseconds'
    FOR KEY SHARE OF endpoint
  )
  INSERT INTO deliveries
    (tenant_id, id, endpoint_id, event_id, event_type, traceparent, next_attempt_at, created_at)
  SELECT $1::uuid, gen_random_uuid(), endpoint_id, event_id, type, traceparent, $2::timestamptz, $2::timestamptz
  FROM wanted
  RETURNING endpoint_id`;

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
  ];
  return { name: 'events_append', text: APPEND, values: [tenantId, at, ...columns] };
}
