import type { Database, ReadStatement } from '@lodging/kit-postgres';

/** Rows that one statement deletes. */
export const PURGE_BATCH = 2_000;

const DELIVERIES = `
  DELETE FROM deliveries WHERE (tenant_id, id) IN
    (SELECT tenant_id, id FROM deliveries
     WHERE status <> 'pending' AND finished_at < $1::timestamptz - interval '30 days' LIMIT ${PURGE_BATCH})
  RETURNING id`;

/** An event is kept for as long as a delivery of it exists. */
const EVENTS = `
  DELETE FROM events WHERE (tenant_id, id) IN
    (SELECT tenant_id, id FROM events AS old WHERE logged_at < $1::timestamptz - interval '30 days'
       AND NOT EXISTS (SELECT FROM deliveries WHERE tenant_id = old.tenant_id AND event_id = old.id)
     LIMIT ${PURGE_BATCH})
  RETURNING id`;

const DELETED_DELIVERIES = `
  DELETE FROM deliveries WHERE (tenant_id, id) IN
    (SELECT waiting.tenant_id, waiting.id FROM webhook_endpoints AS endpoint
     JOIN deliveries AS waiting ON waiting.tenant_id = endpoint.tenant_id AND waiting.endpoint_id = endpoint.id
     WHERE endpoint.deleted_at IS NOT NULL LIMIT ${PURGE_BATCH})
  RETURNING id`;

const DELETED_ENDPOINTS = `
  DELETE FROM webhook_endpoints WHERE (tenant_id, id) IN
    (SELECT tenant_id, id FROM webhook_endpoints AS endpoint WHERE deleted_at IS NOT NULL
       AND NOT EXISTS (SELECT FROM deliveries WHERE tenant_id = endpoint.tenant_id AND endpoint_id = endpoint.id)
     LIMIT ${PURGE_BATCH})
  RETURNING id`;

/** Deletes the remaining deliveries of deleted endpoints, and then the endpoints. */
export async function purgeDeletedEndpoints(db: Database): Promise<void> {
  await deleteInBatches(db, [
    { name: 'deleted_deliveries_clear', text: DELETED_DELIVERIES, values: [] },
    { name: 'deleted_endpoints_clear', text: DELETED_ENDPOINTS, values: [] },
  ]);
}

/** Deletes what ended more than 30 days ago. */
export async function purgeExpired(db: Database, now: Temporal.Instant): Promise<void> {
  await deleteInBatches(db, [
    { name: 'deliveries_purge', text: DELIVERIES, values: [now] },
    { name: 'events_purge', text: EVENTS, values: [now] },
  ]);
}

async function deleteInBatches(db: Database, statements: readonly ReadStatement[]): Promise<void> {
  for (const statement of statements) {
    for (let deleted = PURGE_BATCH; deleted === PURGE_BATCH;) {
      deleted = (await db.acrossTenants((tx) => tx.query(statement))).length;
    }
  }
}
