import { namedStatement } from '@lodging/kit-postgres';
import type { Database, ReadStatement } from '@lodging/kit-postgres';
import type { EndedRows } from '../../ports/deliveries.ts';
import { purgeHosts } from './pacing.ts';

/** Rows that one statement deletes. */
export const PURGE_BATCH = 2_000;

const purgeDeliveries = namedStatement<{ now: Temporal.Instant }>(
  'deliveries_purge',
  `
  DELETE FROM deliveries WHERE (tenant_id, id) IN
    (SELECT tenant_id, id FROM deliveries
     WHERE status <> 'pending' AND finished_at < $now::timestamptz - interval '30 days' LIMIT ${PURGE_BATCH})
  RETURNING id`,
);

/** An event is kept for as long as a delivery of it exists. */
const purgeEvents = namedStatement<{ now: Temporal.Instant }>(
  'events_purge',
  `
  DELETE FROM events WHERE (tenant_id, id) IN
    (SELECT tenant_id, id FROM events AS old WHERE logged_at < $now::timestamptz - interval '30 days'
       AND NOT EXISTS (SELECT FROM deliveries WHERE tenant_id = old.tenant_id AND event_id = old.id)
     LIMIT ${PURGE_BATCH})
  RETURNING id`,
);

const clearDeletedDeliveries = namedStatement<object>(
  'deleted_deliveries_clear',
  `
  DELETE FROM deliveries WHERE (tenant_id, id) IN
    (SELECT waiting.tenant_id, waiting.id FROM webhook_endpoints AS endpoint
     JOIN deliveries AS waiting ON waiting.tenant_id = endpoint.tenant_id AND waiting.endpoint_id = endpoint.id
     WHERE endpoint.deleted_at IS NOT NULL LIMIT ${PURGE_BATCH})
  RETURNING id`,
);

const clearDeletedEndpoints = namedStatement<object>(
  'deleted_endpoints_clear',
  `
  DELETE FROM webhook_endpoints WHERE (tenant_id, id) IN
    (SELECT tenant_id, id FROM webhook_endpoints AS endpoint WHERE deleted_at IS NOT NULL
       AND NOT EXISTS (SELECT FROM deliveries WHERE tenant_id = endpoint.tenant_id AND endpoint_id = endpoint.id)
     LIMIT ${PURGE_BATCH})
  RETURNING id`,
);

export function createEndedRows(db: Database): EndedRows {
  return {
    purgeExpired: (now) =>
      deleteInBatches(db, [purgeDeliveries({ now }), purgeEvents({ now }), purgeHosts({ now })]),
    purgeDeletedEndpoints: () => deleteInBatches(db, [clearDeletedDeliveries({}), clearDeletedEndpoints({})]),
  };
}

async function deleteInBatches(db: Database, statements: readonly ReadStatement[]): Promise<void> {
  for (const statement of statements) {
    for (let deleted = PURGE_BATCH; deleted === PURGE_BATCH;) {
      deleted = (await db.acrossTenants((tx) => tx.query(statement))).length;
    }
  }
}
