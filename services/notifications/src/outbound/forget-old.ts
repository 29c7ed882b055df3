import type { Database, ReadStatement } from '@lodging/kit-postgres';

/** Rows that go in one statement. */
export const BITE = 2_000;

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

const OF_DELETED = `
  DELETE FROM deliveries WHERE (tenant_id, id) IN
    (SELECT waiting.tenant_id, waiting.id FROM webhook_endpoints AS endpoint
     JOIN deliveries AS waiting ON waiting.tenant_id = endpoint.tenant_id AND waiting.endpoint_id = endpoint.id
     WHERE endpoint.deleted_at IS NOT NULL LIMIT ${BITE})
  RETURNING id`;

const DELETED = `
  DELETE FROM webhook_endpoints WHERE (tenant_id, id) IN
    (SELECT tenant_id, id FROM webhook_endpoints AS endpoint WHERE deleted_at IS NOT NULL
       AND NOT EXISTS (SELECT FROM deliveries WHERE tenant_id = endpoint.tenant_id AND endpoint_id = endpoint.id)
     LIMIT ${BITE})
  RETURNING id`;

/** What is left of endpoints that were deleted, and then they themselves. */
export async function clearDeleted(db: Database): Promise<void> {
  await inBites(db, [
    { name: 'deleted_deliveries_clear', text: OF_DELETED, values: [] },
    { name: 'deleted_endpoints_clear', text: DELETED, values: [] },
  ]);
}

export async function forgetOld(db: Database, now: Temporal.Instant): Promise<void> {
  await inBites(db, [
    { name: 'deliveries_forget', text: DELIVERIES, values: [now] },
    { name: 'events_forget', text: EVENTS, values: [now] },
  ]);
}

async function inBites(db: Database, statements: readonly ReadStatement[]): Promise<void> {
  for (const statement of statements) {
    for (let gone = BITE; gone === BITE;) {
      gone = (await db.acrossTenants((tx) => tx.query(statement))).length;
    }
  }
}
