import { ok } from '@lodging/kernel';
import { createLimitedRows, lockLimitedRows, namedStatement } from '@lodging/kit-postgres';
import type { Database, LimitedRows, Tx } from '@lodging/kit-postgres';
import { reachedLimit } from '../../domain/endpoints/endpoint-limits.ts';
import type { EndpointCounts, EndpointLimit } from '../../domain/endpoints/endpoint-limits.ts';
import type { ReceiverHost } from '../../ports/deliveries.ts';
import type { EndpointChanges, EndpointRepository } from '../../ports/endpoints.ts';
import { endpointColumns } from '../schema.ts';
import type { EndpointRow } from '../schema.ts';
import { PURGE_BATCH } from '../deliveries/purge.ts';
import type { Endpoint, EndpointKey } from '../../domain/endpoints/endpoint.ts';

interface EndpointAt extends EndpointKey {
  readonly now: Temporal.Instant;
}
interface NewEndpoint {
  readonly tenantId: string;
  readonly id: string;
  readonly url: string;
  readonly host: string;
  readonly eventTypes: readonly string[];
  readonly sealedSecret: string;
  readonly createdAt: Temporal.Instant;
}

const countEndpoints = namedStatement<{
  tenantId: string;
  host: string;
  isCounted: boolean;
  exceptId: string | null;
}>(
  'endpoint_count',
  `SELECT count(*)::int4 AS "ofTenant",
     CASE WHEN $isCounted::boolean THEN count(*) FILTER (WHERE host = $host) END::int4 AS "ofHost"
   FROM webhook_endpoints
   WHERE tenant_id = $tenantId AND deleted_at IS NULL AND id IS DISTINCT FROM $exceptId::uuid`,
);
const insert = namedStatement<NewEndpoint>(
  'endpoint_insert',
  `INSERT INTO webhook_endpoints (tenant_id, id, url, event_types, sealed_secret, created_at, host, after_position)
   VALUES ($tenantId, $id, $url, $eventTypes, $sealedSecret, $createdAt, $host,
     coalesce((SELECT last_position FROM event_positions WHERE tenant_id = $tenantId), 0))
   RETURNING ${endpointColumns}`,
);
const list = namedStatement<{ tenantId: string }>(
  'endpoint_list',
  `SELECT ${endpointColumns} FROM webhook_endpoints
   WHERE tenant_id = $tenantId AND deleted_at IS NULL ORDER BY created_at, id`,
);
const RESETS_HEALTH = '($url::text IS NOT NULL OR $enabled::boolean AND NOT enabled)';
const IS_ENDPOINT = 'tenant_id = $tenantId AND id = $endpointId AND deleted_at IS NULL';
const find = namedStatement<EndpointKey>(
  'endpoint_find',
  `SELECT ${endpointColumns} FROM webhook_endpoints WHERE ${IS_ENDPOINT}`,
);
/**
 * Takes effect at once; of very many deliveries the rest is deleted later. Their ids are an array, which is read once: as
 * a joined subquery Postgres may read it again for every delivery of the tenant.
 */
const deleteEndpoint = namedStatement<EndpointAt>(
  'endpoint_delete',
  `WITH deleted AS (
     UPDATE webhook_endpoints SET deleted_at = $now, enabled = false WHERE ${IS_ENDPOINT} RETURNING id
   ), deleted_deliveries AS (
     DELETE FROM deliveries WHERE tenant_id = $tenantId AND id = ANY (ARRAY(
       SELECT id FROM deliveries
       WHERE tenant_id = $tenantId AND endpoint_id = (SELECT id FROM deleted) LIMIT ${PURGE_BATCH}))
   )
   SELECT id FROM deleted`,
);
/** An address that has never answered is paced, so a new one is not taken for the old one that has. */
const change = namedStatement<
  EndpointKey & {
    enabled: boolean | null;
    eventTypes: readonly string[] | null;
    url: string | null;
    host: string | null;
  }
>(
  'endpoint_change',
  `UPDATE webhook_endpoints SET
     enabled = coalesce($enabled::boolean, enabled),
     event_types = coalesce($eventTypes::text[], event_types),
     url = coalesce($url::text, url), host = coalesce($host::text, host),
     after_position = CASE WHEN $enabled::boolean AND NOT enabled THEN
       coalesce((SELECT last_position FROM event_positions WHERE tenant_id = $tenantId), 0) ELSE after_position END,
     failure_count = CASE WHEN ${RESETS_HEALTH} THEN 0 ELSE failure_count END,
     failing_since = CASE WHEN ${RESETS_HEALTH} THEN NULL ELSE failing_since END,
     paused_until = CASE WHEN ${RESETS_HEALTH} THEN NULL ELSE paused_until END,
     last_success_at = CASE WHEN $url::text IS NULL THEN last_success_at END
   WHERE ${IS_ENDPOINT} RETURNING id`,
);
/** Limits the signatures of a webhook whose secret is rotated in a loop. */
const MAX_PREVIOUS_SECRETS = 4;
const rotateSecret = namedStatement<EndpointAt & { sealedSecret: string; previousUntil: string }>(
  'endpoint_rotate',
  `UPDATE webhook_endpoints SET sealed_secret = $sealedSecret, old_secrets =
     (SELECT coalesce(jsonb_agg(kept.old ORDER BY kept.place), '[]') FROM (
        SELECT old, place FROM jsonb_array_elements(old_secrets) WITH ORDINALITY AS previous (old, place)
        WHERE (old ->> 'until')::timestamptz > $now::timestamptz
        ORDER BY place DESC LIMIT ${MAX_PREVIOUS_SECRETS - 1}) AS kept)
     || jsonb_build_array(jsonb_build_object('sealed', sealed_secret, 'until', $previousUntil::text))
   WHERE ${IS_ENDPOINT} RETURNING ${endpointColumns}`,
);

export function createEndpointRepository(db: Database): EndpointRepository {
  const creations = createLimitedRows(db);
  return {
    create(tenantId, { host, ...endpoint }) {
      // Under the lock alone, as a tenant may have few endpoints, and fewer with one host.
      const key = `webhook endpoints ${tenantId}`;
      return creations.inTurn(key, () =>
        db.inTenant(tenantId, async (tx) => {
          await lockLimitedRows(tx, key);
          const reached = await findReachedLimit(tx, tenantId, host, null);
          if (reached !== undefined) return { ok: false, refusal: reached };
          const [row] = await tx.query<EndpointRow>(insert({ ...endpoint, tenantId, host: host.name }));
          if (row === undefined) throw new Error('the new endpoint has no row');
          return ok(endpointFrom(row));
        }),
      );
    },
    list: async (tenantId) =>
      (await db.readInTenant<EndpointRow>(tenantId, list({ tenantId }))).map(endpointFrom),
    async find(tenantId, id) {
      const [row] = await db.readInTenant<EndpointRow>(tenantId, find({ tenantId, endpointId: id }));
      return row && endpointFrom(row);
    },
    change: (tenantId, id, changes) => changeEndpoint(db, creations, { tenantId, endpointId: id }, changes),
    delete: (tenantId, id, now) =>
      db.inTenant(tenantId, async (tx) => {
        return (await tx.query(deleteEndpoint({ tenantId, endpointId: id, now }))).length > 0;
      }),
    rotateSecret: (tenantId, id, { sealedSecret, now, previousUntil }) =>
      db.inTenant(tenantId, async (tx) => {
        const key = { tenantId, endpointId: id };
        const secrets = { sealedSecret, previousUntil: previousUntil.toString() };
        const [row] = await tx.query<EndpointRow>(rotateSecret({ ...key, ...secrets, now }));
        return row && endpointFrom(row);
      }),
  };
}

async function findReachedLimit(
  tx: Tx,
  tenantId: string,
  { name: host, isCounted }: ReceiverHost,
  exceptId: string | null,
): Promise<EndpointLimit | undefined> {
  const counted = countEndpoints({ tenantId, host, isCounted, exceptId });
  const [counts] = await tx.query<EndpointCounts>(counted);
  return counts && reachedLimit(counts);
}

/** A new address counts among those of its host, under the lock of creations. */
async function changeEndpoint(
  db: Database,
  creations: LimitedRows,
  { tenantId, endpointId }: EndpointKey,
  changes: EndpointChanges,
): ReturnType<EndpointRepository['change']> {
  const { enabled = null, eventTypes = null, address } = changes;
  const { url = null, host } = address ?? {};
  const values = { tenantId, endpointId, enabled, eventTypes, url, host: host?.name ?? null };
  const write = async (tx: Tx) => ((await tx.query(change(values))).length === 0 ? undefined : ok(null));
  if (host === undefined) return db.inTenant(tenantId, write);
  const key = `webhook endpoints ${tenantId}`;
  return creations.inTurn(key, () =>
    db.inTenant(tenantId, async (tx) => {
      await lockLimitedRows(tx, key);
      const reached = await findReachedLimit(tx, tenantId, host, endpointId);
      return reached === undefined ? write(tx) : { ok: false as const, refusal: reached };
    }),
  );
}

export function endpointFrom(row: EndpointRow): Endpoint {
  const { id, url, eventTypes, enabled, failureCount, lastFailureAt, lastSuccessAt, createdAt } = row;
  const health = { failureCount: Number(failureCount), lastFailureAt, lastSuccessAt };
  return { id, url, eventTypes, enabled, ...health, createdAt };
}
