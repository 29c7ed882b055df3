import type { WebhookEventType } from '@lodging/contract-notifications';
import type { Database } from '@lodging/kit-postgres';
import type { Endpoint, EndpointRepository } from '../ports.ts';
import { PURGE_BATCH } from './purge.ts';

export interface EndpointRow {
  readonly id: string;
  readonly url: string;
  readonly event_types: WebhookEventType[];
  readonly enabled: boolean;
  readonly failure_count: bigint;
  readonly last_failure_at: Temporal.Instant | null;
  readonly last_success_at: Temporal.Instant | null;
  readonly created_at: Temporal.Instant;
}

export const endpointColumns =
  'id, url, event_types, enabled, failure_count, last_failure_at, last_success_at, created_at';

/** Each event is written once for each endpoint, and the list of endpoints has no pages. */
const MAX_ENDPOINTS = 200;
const CREATE = `
  INSERT INTO webhook_endpoints (tenant_id, id, url, event_types, sealed_secret, created_at)
  SELECT $1, $2, $3, $4, $5, $6
  WHERE (SELECT count(*) FROM webhook_endpoints WHERE tenant_id = $1 AND deleted_at IS NULL) < ${MAX_ENDPOINTS}
  ON CONFLICT (tenant_id, id) DO UPDATE SET url = excluded.url RETURNING ${endpointColumns}`;
const LIST = `
  SELECT ${endpointColumns} FROM webhook_endpoints WHERE tenant_id = $1 AND deleted_at IS NULL ORDER BY created_at, id`;
const FIND = `SELECT ${endpointColumns} FROM webhook_endpoints WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL`;
/** Takes effect at once; of very many deliveries the rest is deleted later. */
const DELETE = `
  WITH deleted AS (
    UPDATE webhook_endpoints SET deleted_at = $3, enabled = false
    WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING id
  ), deleted_deliveries AS (
    DELETE FROM deliveries WHERE tenant_id = $1 AND id IN (
      SELECT id FROM deliveries WHERE tenant_id = $1 AND endpoint_id = (SELECT id FROM deleted) LIMIT ${PURGE_BATCH})
  )
  SELECT id FROM deleted`;
/** Limits the signatures of a webhook whose secret is rotated in a loop. */
const MAX_PREVIOUS_SECRETS = 4;
const ROTATE = `
  UPDATE webhook_endpoints SET sealed_secret = $3, old_secrets =
    (SELECT coalesce(jsonb_agg(kept.old ORDER BY kept.place), '[]') FROM (
       SELECT old, place FROM jsonb_array_elements(old_secrets) WITH ORDINALITY AS previous (old, place)
       WHERE (old ->> 'until')::timestamptz > $4::timestamptz ORDER BY place DESC LIMIT ${MAX_PREVIOUS_SECRETS - 1}) AS kept)
    || jsonb_build_array(jsonb_build_object('sealed', sealed_secret, 'until', $5::text))
  WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING ${endpointColumns}`;

export function createEndpointRepository(db: Database): EndpointRepository {
  return {
    async create(tenantId, { id, url, eventTypes, sealedSecret, createdAt }) {
      const values = [tenantId, id, url, eventTypes, sealedSecret, createdAt];
      const statement = { name: 'endpoint_create', text: CREATE, values };
      const [row] = await db.writeInTenant<EndpointRow>(tenantId, statement);
      return row && endpointFrom(row);
    },
    async list(tenantId) {
      const statement = { name: 'endpoint_list', text: LIST, values: [tenantId] };
      return (await db.readInTenant<EndpointRow>(tenantId, statement)).map(endpointFrom);
    },
    async find(tenantId, id) {
      const statement = { name: 'endpoint_find', text: FIND, values: [tenantId, id] };
      const [row] = await db.readInTenant<EndpointRow>(tenantId, statement);
      return row && endpointFrom(row);
    },
    delete: (tenantId, id, now) =>
      db.inTenant(tenantId, async (tx) => {
        const statement = { name: 'endpoint_delete', text: DELETE, values: [tenantId, id, now] };
        return (await tx.query(statement)).length > 0;
      }),
    rotateSecret: (tenantId, id, { sealedSecret, now, previousUntil }) =>
      db.inTenant(tenantId, async (tx) => {
        const values = [tenantId, id, sealedSecret, now, previousUntil.toString()];
        const [row] = await tx.query<EndpointRow>({ name: 'endpoint_rotate', text: ROTATE, values });
        return row && endpointFrom(row);
      }),
  };
}

export function endpointFrom(row: EndpointRow): Endpoint {
  return {
    id: row.id,
    url: row.url,
    eventTypes: row.event_types,
    enabled: row.enabled,
    failureCount: Number(row.failure_count),
    lastFailureAt: row.last_failure_at,
    lastSuccessAt: row.last_success_at,
    createdAt: row.created_at,
  };
}
