import type { Database } from '@lodging/kit-postgres';
import type { ApiKey } from '../domain/api-key.ts';

interface Row {
  readonly id: string;
  readonly tenant_id: string;
  readonly livemode: boolean;
  readonly kind: 'secret' | 'publishable';
  readonly permissions: string[];
  readonly allowed_origins: string[];
  readonly requests_per_minute: number | null;
  readonly expires_at: Temporal.Instant | null;
  readonly timezone: string;
}

const FIND = `
  SELECT k.id, k.tenant_id, k.livemode, k.kind, k.permissions, k.allowed_origins, k.requests_per_minute, s.expires_at,
         t.timezone
    FROM api_key_secrets s JOIN api_keys k ON k.tenant_id = s.tenant_id AND k.id = s.key_id JOIN tenants t ON t.id = k.owner_id
   WHERE s.digest = $1 AND k.revoked_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > now())`;

/** The tenant is what this finds out, so it reads as the job role. */
export async function findKeyByDigest(db: Database, digest: Uint8Array): Promise<ApiKey | undefined> {
  const [row] = await db.acrossTenants((tx) =>
    tx.query<Row>({ name: 'find-key', text: FIND, values: [digest] }),
  );
  if (row === undefined) return undefined;
  return {
    id: row.id,
    tenantId: row.tenant_id,
    livemode: row.livemode,
    kind: row.kind,
    permissions: row.permissions,
    allowedOrigins: row.allowed_origins,
    requestsPerMinute: row.requests_per_minute,
    expiresAt: row.expires_at,
    timezone: row.timezone,
  };
}
