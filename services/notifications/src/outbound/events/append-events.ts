import type { InboxMark } from '@lodging/kit-runtime';
import { namedStatement } from '@lodging/kit-postgres';
import type { ReadStatement } from '@lodging/kit-postgres';
import { renderBody } from '../../domain/events/event-body.ts';
import type { PublicEvent } from '../../domain/events/public-event.ts';
import type { EventOrder } from '../../ports/events.ts';
import { DELIVERIES_PER_MINUTE, madeBy, minuteOf } from '../deliveries/delivery-budget.ts';
import { isSubscribed } from '../deliveries/subscribed.ts';
import { MAILS_OF_EVENTS, mailColumns } from '../mails/mails-of-events.ts';

export interface EventToLog {
  readonly tenantId: string;
  readonly event: PublicEvent;
  readonly mark: InboxMark;
  readonly order?: EventOrder | undefined;
  readonly traceparent: string | null;
}

/** The columns of the events, each an array, with the types of their elements. */
const TYPES = {
  consumer: 'text',
  id: 'uuid',
  reservation_id: 'uuid',
  type: 'text',
  livemode: 'boolean',
  occurred_at: 'timestamptz',
  head: 'text',
  tail: 'text',
  traceparent: 'text',
  predecessors: 'text',
  follows_any: 'boolean',
  overtakes: 'boolean',
  is_ordered: 'boolean',
  mail_id: 'uuid',
  mail_kind: 'text',
  mail_fact: 'text',
  mail_version: 'bigint',
  has_no_series: 'boolean',
};
/** In subqueries, which the planner does not look into: one plan is good for arrays of any length. */
const ARRAYS = Object.entries(TYPES)
  .map(([column, type]) => `(SELECT $${column}::${type}[])`)
  .join(', ');

type Values = { readonly [Column in keyof typeof TYPES]: readonly unknown[] } & {
  readonly tenantId: string;
  readonly now: Temporal.Instant;
};

/** Not a duplicate. */
const isNew = (event: string) => `NOT EXISTS (
        SELECT FROM inbox
        WHERE inbox.tenant_id = $tenantId::uuid AND inbox.consumer = ${event}.consumer AND event_id = ${event}.id
        OFFSET 0)`;

const MADE = madeBy('current', '$now::timestamptz');
/** Deliveries are inserted in the order of the log: while earlier ones are deferred, so are these. */
const IS_DEFERRED = `(current.deferred_from IS NOT NULL OR ${MADE} + excluded.deliveries_made > ${DELIVERIES_PER_MINUTE})`;

/**
 * In this order: what waits for an earlier event (it ends here, unless it is a duplicate), and the later events of its
 * reservation with it; the inbox marks of predecessors that are left out and of the events (a duplicate ends here); the
 * sequences of the reservations; the positions of the tenant with its deliveries of this minute. The position row is locked
 * until the commit, so no event is visible before one with a smaller position. Each step locks its rows in one order, so that
 * two processes do not deadlock. An event may appear once. OFFSET 0 keeps each look into a table one by its key: as a join, it
 * would read the whole inbox of the tenant.
 */
const append = namedStatement<Values>(
  'events_append',
  `
  WITH incoming AS (
    SELECT * FROM unnest(${ARRAYS}) WITH ORDINALITY
      AS incoming (${Object.keys(TYPES).join(', ')}, nth)
  ), missing AS (
    SELECT consumer, incoming.id, overtakes, predecessor.id AS predecessor_id
    FROM incoming CROSS JOIN LATERAL unnest(predecessors::uuid[]) AS predecessor (id)
    WHERE NOT EXISTS (
      SELECT FROM inbox
      WHERE inbox.tenant_id = $tenantId::uuid AND inbox.consumer = incoming.consumer AND event_id = predecessor.id
      OFFSET 0)
  ), blocked AS (
    SELECT reservation_id, nth FROM incoming
    WHERE NOT overtakes AND (
        id IN (SELECT id FROM missing)
        OR follows_any AND NOT EXISTS (
          SELECT FROM event_sequences AS known
          WHERE known.tenant_id = $tenantId::uuid AND known.reservation_id = incoming.reservation_id
          OFFSET 0))
      AND ${isNew('incoming')}
  ), waiting AS (
    SELECT incoming.id FROM incoming
    JOIN (SELECT reservation_id, min(nth) AS first FROM blocked GROUP BY reservation_id) AS held USING (reservation_id)
    WHERE incoming.nth >= held.first AND is_ordered AND NOT overtakes AND ${isNew('incoming')}
  ), marked AS (
    INSERT INTO inbox (tenant_id, consumer, event_id)
    SELECT $tenantId::uuid, consumer, id FROM (
      SELECT consumer, id FROM incoming WHERE id NOT IN (SELECT id FROM waiting)
      UNION SELECT consumer, predecessor_id FROM missing WHERE overtakes) AS processed (consumer, id)
    ORDER BY id
    ON CONFLICT DO NOTHING RETURNING event_id
  ), mark AS (
    SELECT event_id FROM marked
    WHERE event_id IN (SELECT id FROM incoming) AND event_id NOT IN (SELECT predecessor_id FROM missing WHERE overtakes)
  ), series AS (
    INSERT INTO event_sequences AS current (tenant_id, reservation_id, last_sequence, touched_at)
    SELECT $tenantId::uuid, reservation_id, count(*), $now::timestamptz FROM incoming JOIN mark ON mark.event_id = incoming.id
    GROUP BY reservation_id ORDER BY reservation_id
    ON CONFLICT (tenant_id, reservation_id)
    DO UPDATE SET last_sequence = current.last_sequence + excluded.last_sequence, touched_at = excluded.touched_at
    RETURNING reservation_id, last_sequence
  ), wanted AS (
    SELECT endpoint.id AS endpoint_id, incoming.id AS event_id, incoming.type, incoming.traceparent
    FROM webhook_endpoints AS endpoint, incoming
    WHERE endpoint.tenant_id = $tenantId::uuid AND incoming.id IN (SELECT event_id FROM mark)
      AND ${isSubscribed('endpoint', 'incoming')}
    FOR KEY SHARE OF endpoint
  ), place AS (
    INSERT INTO event_positions AS current (tenant_id, last_position, deliveries_since, deliveries_made)
    SELECT $tenantId::uuid, (SELECT count(*) FROM mark), $now::timestamptz, (SELECT count(*) FROM wanted)
    FROM series HAVING count(*) > 0
    ON CONFLICT (tenant_id) DO UPDATE SET
      last_position = current.last_position + excluded.last_position,
      deliveries_since = ${minuteOf('current', '$now::timestamptz')},
      deliveries_made = ${MADE} + CASE WHEN ${IS_DEFERRED} THEN 0 ELSE excluded.deliveries_made END,
      deferred_from = CASE WHEN ${IS_DEFERRED} THEN coalesce(current.deferred_from, current.last_position + 1) END,
      deferred_events = CASE WHEN ${IS_DEFERRED} THEN current.deferred_events + excluded.last_position ELSE 0 END
    RETURNING last_position, deferred_from
  ), numbered AS (
    SELECT incoming.*, row_number() OVER (ORDER BY nth DESC) AS behind,
      CASE WHEN has_no_series THEN 0
           ELSE last_sequence + 1 - row_number() OVER (PARTITION BY reservation_id ORDER BY nth DESC) END AS sequence
    FROM incoming JOIN mark ON mark.event_id = incoming.id JOIN series USING (reservation_id)
  ), logged AS (
    INSERT INTO events
      (tenant_id, id, type, livemode, occurred_at, reservation_id, sequence, position, body, traceparent, logged_at)
    SELECT $tenantId::uuid, id, type, livemode, occurred_at, reservation_id, sequence, last_position + 1 - behind,
      head || sequence || tail, traceparent, $now::timestamptz
    FROM numbered, place
  ), mailed AS (${MAILS_OF_EVENTS}
  ), queued AS (
    INSERT INTO deliveries
      (tenant_id, id, endpoint_id, event_id, event_type, traceparent, next_attempt_at, created_at)
    SELECT $tenantId::uuid, gen_random_uuid(), endpoint_id, event_id, type, traceparent, $now::timestamptz, $now::timestamptz
    FROM wanted, place WHERE place.deferred_from IS NULL
    RETURNING endpoint_id
  )
  SELECT endpoint_id AS "endpointId", NULL::uuid AS "waitingId" FROM queued UNION ALL SELECT NULL, id FROM waiting`,
);

export interface AppendedRow {
  /** Of a new delivery. */
  readonly endpointId: string | null;
  readonly waitingId: string | null;
}

export function appendEvents(
  tenantId: string,
  events: readonly EventToLog[],
  now: Temporal.Instant,
): ReadStatement {
  const bodies = events.map(({ event }) => renderBody(event));
  const orders = ordersOf(events);
  return append({
    tenantId,
    now,
    consumer: events.map(({ mark }) => mark.consumer),
    id: events.map(({ event }) => event.id),
    reservation_id: events.map(({ event }) => event.reservationId),
    type: events.map(({ event }) => event.type),
    livemode: events.map(({ event }) => event.livemode),
    occurred_at: events.map(({ event }) => event.occurredAt),
    head: bodies.map(({ head }) => head),
    tail: bodies.map(({ tail }) => tail),
    traceparent: events.map(({ traceparent }) => traceparent),
    predecessors: orders.map(({ predecessors }) => `{${predecessors.join()}}`),
    follows_any: orders.map(({ followsAny }) => followsAny),
    overtakes: events.map(({ order }) => order?.overtakes ?? false),
    is_ordered: events.map(({ order }) => order !== undefined),
    ...mailColumns(tenantId, events),
    has_no_series: events.map(({ event }) => event.hasNoSeries === true),
  });
}

/** Without what stands earlier among the events: it is logged in the same statement, or all later ones wait with it. */
function ordersOf(events: readonly EventToLog[]): Pick<EventOrder, 'predecessors' | 'followsAny'>[] {
  const ids = new Set<string>();
  const reservationIds = new Set<string>();
  return events.map(({ event: { id, reservationId }, order }) => {
    const predecessors = order?.predecessors.filter((predecessor) => !ids.has(predecessor)) ?? [];
    const followsAny = order?.followsAny === true && !reservationIds.has(reservationId);
    ids.add(id);
    reservationIds.add(reservationId);
    return { predecessors, followsAny };
  });
}
