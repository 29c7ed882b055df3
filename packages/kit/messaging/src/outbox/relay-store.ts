import type { Database } from '@lodging/kit-postgres';

export interface ClaimedEvent {
  readonly position: bigint;
  readonly attempt: number;
  readonly id: string;
  readonly tenant_id: string;
  readonly type: string;
  readonly aggregate_id: string;
  readonly envelope: string;
  readonly traceparent: string | null;
  /** The number of deliberate resends. */
  readonly resent: number;
  /** The earlier events of the aggregate as JSON, `[{ id, type }]`. */
  readonly predecessors: string;
}

export interface Acknowledged {
  readonly event: ClaimedEvent;
  readonly sequence: number;
  /** The stream had it already, under this sequence. */
  readonly duplicate?: boolean;
}

/** An event names so many predecessors of its aggregate. The outbox has the events of the last 7 days. */
const MAX_PREDECESSORS = 16;

/** Claims are serialized: two at once would not see each other's leases, and could reorder the events of an aggregate. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('outbox ' || current_schema(), 0))`;

/**
 * An event is skipped while another relay publishes an earlier event of its aggregate, so that they are published in order.
 * A published row has no lease. The conditions of a row are repeated, because a relay whose lease has ended may mark it
 * meanwhile. OFFSET 0 keeps the lookup of earlier events one by aggregate: joined, each event would be compared with all
 * that wait.
 */
const CLAIM = `
  WITH next AS (
    SELECT candidate.position FROM outbox AS candidate
    WHERE candidate.published_at IS NULL
      AND (candidate.locked_until IS NULL OR candidate.locked_until <= now())
      AND NOT EXISTS (
        SELECT FROM outbox AS earlier
        WHERE earlier.tenant_id = candidate.tenant_id AND earlier.aggregate_id = candidate.aggregate_id
          AND earlier.position < candidate.position AND earlier.locked_until > now()
        ORDER BY earlier.position OFFSET 0)
    ORDER BY candidate.position
    LIMIT $2)
  UPDATE outbox SET owner = $1, attempt = attempt + 1, locked_until = now() + interval '30 seconds'
  WHERE outbox.position = ANY (ARRAY(SELECT position FROM next))
    AND outbox.published_at IS NULL AND (outbox.locked_until IS NULL OR outbox.locked_until <= now())
  RETURNING outbox.position, attempt, id, tenant_id, type, aggregate_id, envelope, traceparent, resent, (
    SELECT coalesce(json_agg(json_build_object('id', earlier.id, 'type', earlier.type) ORDER BY earlier.position), '[]')::text
    FROM (
      SELECT id, type, position FROM outbox AS predecessor
      WHERE predecessor.tenant_id = outbox.tenant_id AND predecessor.aggregate_id = outbox.aggregate_id
        AND predecessor.position < outbox.position
      ORDER BY predecessor.position DESC LIMIT ${MAX_PREDECESSORS}) AS earlier) AS predecessors`;

/** A short transaction of its own: no transaction is open while events are published. */
export async function claimEvents(db: Database, owner: string, limit: number): Promise<ClaimedEvent[]> {
  const [, claimed = []] = await db.writeAcrossTenants<ClaimedEvent>([
    { name: 'outbox_turn', text: LOCK, values: [] },
    { name: 'outbox_claim', text: CLAIM, values: [owner, limit] },
  ]);
  return claimed.toSorted((one, other) => (one.position < other.position ? -1 : 1));
}

/**
 * A sequence that is assigned twice means that the broker lost the first event with it: that one is published again. The
 * two changes are of different rows. A row without a sequence is not published. The conditions leave the planner no choice but
 * to look rows up by their keys: it knows nothing of the rows of a new table, and would read an index from end to end. It does
 * not look into the arrays of a subquery, so that one plan is good for all of them.
 */
const MARK = `
  WITH acked AS MATERIALIZED (
    SELECT * FROM unnest((SELECT $3::bigint[]), (SELECT $4::integer[]), (SELECT $5::bigint[]))
      AS acked (position, attempt, sequence)
  ), displaced AS (
    UPDATE outbox SET published_at = NULL, stream_incarnation = NULL, stream_sequence = NULL, locked_until = NULL
    WHERE stream_sequence IS NOT NULL AND position = ANY (ARRAY(
      SELECT earlier.position FROM acked CROSS JOIN LATERAL (
        SELECT position FROM outbox
        WHERE published_at IS NOT NULL AND stream_incarnation = $2 AND stream_sequence = acked.sequence
        ORDER BY stream_sequence OFFSET 0) AS earlier
      WHERE earlier.position NOT IN (SELECT position FROM acked))))
  UPDATE outbox SET published_at = now(), stream_incarnation = $2, stream_sequence = acked.sequence, locked_until = NULL
  FROM acked
  WHERE outbox.position = ANY (ARRAY(SELECT position FROM acked)) AND outbox.position = acked.position
    AND outbox.owner = $1 AND outbox.attempt = acked.attempt AND outbox.stream_sequence IS NULL`;

export async function markPublished(
  db: Database,
  owner: string,
  incarnation: string,
  acknowledged: readonly Acknowledged[],
): Promise<void> {
  if (acknowledged.length === 0) return;
  const positions = acknowledged.map(({ event }) => String(event.position));
  const attempts = acknowledged.map(({ event }) => event.attempt);
  const sequences = acknowledged.map(({ sequence }) => String(sequence));
  await db.writeAcrossTenants([
    { name: 'outbox_mark', text: MARK, values: [owner, incarnation, positions, attempts, sequences] },
  ]);
}

/** Releases the rows for a next attempt, after a delay that doubles with each one, up to half a minute. */
const RELEASE = `
  UPDATE outbox SET locked_until = now() + power(2, least(outbox.attempt, 6) - 1) * interval '1 second'
  FROM unnest($2::bigint[], $3::integer[]) AS failed(position, attempt)
  WHERE outbox.position = ANY($2::bigint[]) AND outbox.position = failed.position AND outbox.owner = $1
    AND outbox.attempt = failed.attempt AND outbox.stream_sequence IS NULL`;

export async function releaseEvents(
  db: Database,
  owner: string,
  events: readonly ClaimedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const values = [
    owner,
    events.map(({ position }) => String(position)),
    events.map(({ attempt }) => attempt),
  ];
  await db.acrossTenants((tx) => tx.query({ name: 'outbox_release', text: RELEASE, values }));
}
