import { and, eq, inArray, isNull, namedStatement, selectList, sql } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import type { ApiKey } from '../../domain/keys/api-key.ts';
import { clientLimitsOf } from '../../domain/limits/client-limits.ts';
import type { TenantLimits } from '../../domain/limits/client-limits.ts';
import type { Credential } from '../../domain/keys/credential.ts';
import type { Audited } from '../../ports/audit.ts';
import type { ApiKeyRepository, NextKeySecret } from '../../ports/keys.ts';
import { insertAuditEntry } from '../audit/audit-rows.ts';
import { byCreation, isAfter } from '../page-query.ts';
import { apiKeys, apiKeySecrets } from '../schema.ts';

type ApiKeyRow = typeof apiKeys.$inferSelect;

const credentialColumns = selectList(apiKeys, {
  alias: 'k',
  except: ['prefix', 'createdAt', 'expiresAt', 'revokedAt', 'lastUsedAt'],
});

/** Every process runs it every few seconds for the keys in use. */
const findCredentials = namedStatement<{ readonly digests: readonly Uint8Array[] }>(
  'find-api-keys',
  `SELECT s.digest, ${credentialColumns}, k.id AS "actorId", least(s.expires_at, k.expires_at) AS "expiresAt", t.timezone,
          t.name AS "tenantName",
          t.suspended_at IS NOT NULL AS "isTenantSuspended",
          CASE WHEN k.kind = 'publishable' THEN jsonb_build_object(
            'maxOpenHolds', t.max_open_holds, 'maxHeldUnitNights', t.max_held_unit_nights,
            'codesPerAddressHour', t.codes_per_address_hour, 'codesPerClientHour', t.codes_per_client_hour,
            'keyLimitFactor', t.key_limit_factor, 'heldUnitNightsAreSet', t.held_unit_nights_are_set)
          END AS "tenantLimits"
     FROM api_key_secrets s
     JOIN api_keys k ON k.tenant_id = s.tenant_id AND k.id = s.key_id
     JOIN tenants t ON t.id = k.owner_id
    WHERE s.digest = ANY ($digests::bytea[]) AND k.revoked_at IS NULL
      AND (s.expires_at IS NULL OR s.expires_at > now()) AND (k.expires_at IS NULL OR k.expires_at > now())`,
);

interface CredentialRow extends Omit<Credential, 'clientLimits'> {
  readonly digest: Buffer;
  readonly tenantLimits: TenantLimits | null;
}

function toCredential({ digest: _digest, tenantLimits, ...credential }: CredentialRow): Credential {
  return { ...credential, clientLimits: tenantLimits && clientLimitsOf(tenantLimits) };
}

interface KeyUses {
  readonly tenantIds: readonly string[];
  readonly ids: readonly string[];
  readonly at: Temporal.Instant;
}

const recordUse = namedStatement<KeyUses>(
  'record-api-key-use',
  `UPDATE api_keys k SET last_used_at = $at
     FROM unnest($tenantIds::uuid[], $ids::uuid[]) AS used (tenant_id, id)
    WHERE k.tenant_id = used.tenant_id AND k.id = used.id`,
);

export function createApiKeyRepository(db: Database): ApiKeyRepository {
  return {
    // Across tenants: the key may be of the sandbox, and its audit entry is of the live tenant.
    add: (apiKey, digest, entry) =>
      db.acrossTenants(async (tx) => {
        await insertKey(tx, apiKey, digest);
        await insertAuditEntry(tx, entry);
      }),
    list: (ownerId, page) =>
      db.acrossTenants(async (tx) => {
        const rows = await tx.orm
          .select()
          .from(apiKeys)
          .where(and(eq(apiKeys.ownerId, ownerId), isNull(apiKeys.revokedAt), isAfter(apiKeys, page)))
          .orderBy(...byCreation(apiKeys))
          .limit(page.limit + 1);
        return rows.map(toApiKey);
      }),
    find: (ownerId, keyId) =>
      db.acrossTenants(async (tx) => {
        const [row] = await tx.orm.select().from(apiKeys).where(isUnrevoked(ownerId, keyId));
        return row === undefined ? undefined : toApiKey(row);
      }),
    namesOf: (ownerId, keyIds) => db.acrossTenants((tx) => readNames(tx, ownerId, keyIds)),
    change: (ownerId, keyId, decide) =>
      db.acrossTenants((tx) => changeKey(tx, isUnrevoked(ownerId, keyId), decide)),
    rotate: (ownerId, keyId, next, entry) =>
      db.acrossTenants(async (tx) => {
        const rotated = await rotateKey(tx, ownerId, keyId, next);
        if (rotated !== undefined) await insertAuditEntry(tx, entry);
        return rotated;
      }),
    revoke: (ownerId, keyId, entryOf) =>
      db.acrossTenants(async (tx) => {
        const revoked = await revokeKey(tx, ownerId, keyId);
        if (revoked !== undefined) await insertAuditEntry(tx, entryOf(revoked));
        return revoked !== undefined;
      }),
    async findByDigests(digests) {
      const rows = await db.acrossTenants((tx) => tx.query<CredentialRow>(findCredentials({ digests })));
      return new Map(rows.map((row) => [row.digest.toString('latin1'), toCredential(row)]));
    },
    async recordUse(keys, at) {
      const uses = { tenantIds: keys.map(({ tenantId }) => tenantId), ids: keys.map(({ id }) => id), at };
      await db.acrossTenants((tx) => tx.query(recordUse(uses)));
    },
  };
}

async function insertKey(tx: Tx, { mode, ...fields }: ApiKey, digest: Uint8Array): Promise<void> {
  await tx.orm.insert(apiKeys).values({
    ...fields,
    livemode: mode === 'live',
    permissions: [...fields.permissions],
    allowedOrigins: [...fields.allowedOrigins],
  });
  const { tenantId, id: keyId, createdAt } = fields;
  await tx.orm.insert(apiKeySecrets).values({ tenantId, keyId, digest, expiresAt: null, createdAt });
}

/** Under a row lock, so that of two changes at a time each sees the other. */
async function changeKey(
  tx: Tx,
  isKey: ReturnType<typeof isUnrevoked>,
  decide: (current: ApiKey) => Audited<ApiKey>,
): Promise<ApiKey | undefined> {
  const [row] = await tx.orm.select().from(apiKeys).where(isKey).for('update');
  if (row === undefined) return undefined;
  const { next, entry } = decide(toApiKey(row));
  if (entry === undefined) return next;
  const { name, permissions, allowedOrigins, requestsPerMinute } = next;
  await tx.orm
    .update(apiKeys)
    .set({
      name,
      requestsPerMinute,
      permissions: [...permissions],
      allowedOrigins: [...allowedOrigins],
    })
    .where(isKey);
  await insertAuditEntry(tx, entry);
  return next;
}

async function rotateKey(
  tx: Tx,
  ownerId: string,
  keyId: string,
  { prefix, digest, graceSeconds }: NextKeySecret,
): Promise<ApiKey | undefined> {
  const [row] = await tx.orm.update(apiKeys).set({ prefix }).where(isUnrevoked(ownerId, keyId)).returning();
  if (row === undefined) return undefined;
  const graceEnd = sql`now() + make_interval(secs => ${graceSeconds})`;
  // least(): a rotation may shorten a grace period that is running, and never extends it.
  await tx.orm
    .update(apiKeySecrets)
    .set({ expiresAt: sql`least(${apiKeySecrets.expiresAt}, ${graceEnd})` })
    .where(secretsOf(row));
  const { tenantId } = row;
  await tx.orm.insert(apiKeySecrets).values({ tenantId, keyId, digest, createdAt: sql`now()` });
  return toApiKey(row);
}

async function revokeKey(tx: Tx, ownerId: string, keyId: string): Promise<ApiKey | undefined> {
  const [row] = await tx.orm
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(isUnrevoked(ownerId, keyId))
    .returning();
  if (row === undefined) return undefined;
  await tx.orm.delete(apiKeySecrets).where(secretsOf(row));
  return toApiKey(row);
}

function isUnrevoked(ownerId: string, keyId: string) {
  return and(eq(apiKeys.ownerId, ownerId), eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt));
}

function secretsOf({ tenantId, id }: ApiKeyRow) {
  return and(eq(apiKeySecrets.tenantId, tenantId), eq(apiKeySecrets.keyId, id));
}

function toApiKey({ livemode, revokedAt: _revokedAt, ...row }: ApiKeyRow): ApiKey {
  return { ...row, mode: livemode ? 'live' : 'test' };
}

async function readNames(
  tx: Tx,
  ownerId: string,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.orm
    .select({ id: apiKeys.id, name: apiKeys.name })
    .from(apiKeys)
    .where(and(eq(apiKeys.ownerId, ownerId), inArray(apiKeys.id, [...keyIds]), isNull(apiKeys.revokedAt)));
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}
