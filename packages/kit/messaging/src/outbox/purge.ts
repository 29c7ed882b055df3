import type { Database } from '@lodging/kit-postgres';

const BATCH = 1000;

/** The oldest are the first in the order of the stream and its predecessors, which are named after their time. */
const OLD_EVENTS = `
  DELETE FROM outbox WHERE position = ANY (ARRAY(
    SELECT position FROM (
      SELECT position, published_at FROM outbox WHERE published_at IS NOT NULL
      ORDER BY stream_incarnation, stream_sequence LIMIT ${BATCH}) AS first
    WHERE published_at < now() - interval '7 days'))
  RETURNING position`;

const OLD_MARKS = `
  DELETE FROM inbox WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM inbox WHERE received_at < now() - interval '30 days' LIMIT ${BATCH}))
  RETURNING event_id`;

const OLD_REPLAYS = `
  DELETE FROM dead_letters WHERE replayed_at < now() - interval '30 days' RETURNING id`;

/** Deletes events published more than 7 days ago, and inbox marks and replayed dead letters older than 30 days. */
export async function purgeOutbox(db: Database): Promise<void> {
  for (const text of [OLD_EVENTS, OLD_MARKS, OLD_REPLAYS]) {
    for (;;) {
      const rows = await db.acrossTenants((tx) => tx.query(text));
      if (rows.length < BATCH) break;
    }
  }
}

/** The age of the oldest unpublished event in seconds; 0 where there is none. */
export async function outboxLagSeconds(db: Database): Promise<number> {
  const [row] = await db.acrossTenants((tx) =>
    tx.query<{ seconds: number }>(
      `SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds
       FROM outbox WHERE published_at IS NULL`,
    ),
  );
  return row?.seconds ?? 0;
}
