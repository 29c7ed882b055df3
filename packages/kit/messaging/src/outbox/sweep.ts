import type { Database } from '@lodging/kit-postgres';

const AT_ONCE = 1000;

const OLD_EVENTS = `
  DELETE FROM outbox WHERE position IN (
    SELECT position FROM outbox WHERE published_at < now() - interval '7 days' LIMIT ${AT_ONCE})
  RETURNING position`;

const OLD_MARKS = `
  DELETE FROM inbox WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM inbox WHERE received_at < now() - interval '30 days' LIMIT ${AT_ONCE}))
  RETURNING event_id`;

const OLD_REPLAYS = `
  DELETE FROM dead_letters WHERE replayed_at < now() - interval '30 days' RETURNING id`;

/** Removes events acknowledged more than 7 days ago, and marks of what was done more than 30 days ago. */
export async function sweepOld(db: Database): Promise<void> {
  for (const text of [OLD_EVENTS, OLD_MARKS, OLD_REPLAYS]) {
    for (;;) {
      const rows = await db.acrossTenants((tx) => tx.query(text));
      if (rows.length < AT_ONCE) break;
    }
  }
}

/** How long the oldest event has waited to be published, in seconds; 0 when none waits. */
export async function outboxLagSeconds(db: Database): Promise<number> {
  const [row] = await db.acrossTenants((tx) =>
    tx.query<{ seconds: number }>(
      `SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds
       FROM outbox WHERE published_at IS NULL`,
    ),
  );
  return row?.seconds ?? 0;
}
