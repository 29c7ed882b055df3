// Owns forgetting: what has been done with goes after 30 days, in bites that keep nobody waiting.
import type { Database } from '@lodging/kit-postgres';

const BITE = 2_000;

const DELIVERIES = `
  DELETE FROM deliveries WHERE (tenant_id, id) IN
    (SELECT tenant_id, id FROM deliveries
     WHERE status <> 'pending' AND finished_at < $1::timestamptz - interval '30 days' LIMIT ${BITE})
  RETURNING id`;

/** An event stays for as long as a delivery of it can be asked for. */
const EVENTS = `
  DELETE FROM events WHERE (tenant_id, id) IN
    (SELECT tenant_id, id FROM events AS old WHERE logged_at < $1::timestamptz - interval '30 days'
       AND NOT EXISTS (SELECT FROM deliveries WHERE tenant_id = old.tenant_id AND event_id = old.id)
     LIMIT ${BITE})
  RETURNING id`;

export async function forgetOld(db: Database, now: Temporal.Instant): Promise<void> {
  for (const [name, text] of [
    ['deliveries_forget', DELIVERIES],
    ['events_forget', EVENTS],
  ] as const) {
    for (let gone = BITE; gone === BITE;) {
      const rows = await db.acrossTenants((tx) => tx.query({ name, text, values: [now] }));
      gone = rows.length;
    }
  }
}
