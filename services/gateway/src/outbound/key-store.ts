import type { Database, Tx } from '@lodging/kit-postgres';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { KeyRecord } from '../domain/tenant.ts';
import type { KeyStore, NextKey } from '../use-cases/ports.ts';
import { findKeyByDigest } from './find-key.ts';
import { behind, inOrder } from './page-of.ts';
import { apiKeys, apiKeySecrets } from './schema.ts';

type KeyRow = typeof apiKeys.$inferSelect;

const NOTE_USE = `
  UPDATE api_keys k SET last_used_at = $3
    FROM unnest($1::uuid[], $2::uuid[]) AS used (tenant_id, id)
   WHERE k.tenant_id = used.tenant_id AND k.id = used.id`;

export function keyStore(db: Database): KeyStore {
  return {
    add: (tenantId, key, digest) => db.inTenant(tenantId, (tx) => insertKey(tx, tenantId, key, digest)),
    list: (ownerId, page) =>
      db.acrossTenants(async (tx) => {
        const rows = await tx.orm
          .select()
          .from(apiKeys)
          .where(and(eq(apiKeys.ownerId, ownerId), isNull(apiKeys.revokedAt), behind(apiKeys, page)))
          .orderBy(...inOrder(apiKeys))
          .limit(page.limit + 1);
        return rows.map(recordOf);
      }),
    find: (ownerId, keyId) =>
      db.acrossTenants(async (tx) => {
        const rows = await tx.orm.select().from(apiKeys).where(living(ownerId, keyId));
        return rows.map(recordOf)[0];
      }),
    rotate: (ownerId, keyId, next) => db.acrossTenants((tx) => rotateKey(tx, ownerId, keyId, next)),
    revoke: (ownerId, keyId) => db.acrossTenants((tx) => revokeKey(tx, ownerId, keyId)),
    findByDigest: (digest) => findKeyByDigest(db, digest),
    noteUse: (keys, at) =>
      db.acrossTenants(async (tx) => {
        await tx.query({
          name: 'note-key-use',
          text: NOTE_USE,
          values: [keys.map((key) => key.tenantId), keys.map((key) => key.id), at],
        });
      }),
  };
}

async function insertKey(tx: Tx, tenantId: string, key: KeyRecord, digest: Uint8Array): Promise<void> {
  const { mode, ...fields } = key;
  await tx.orm.insert(apiKeys).values({
    ...fields,
    tenantId,
    livemode: mode === 'live',
    permissions: [...key.permissions],
    allowedOrigins: [...key.allowedOrigins],
  });
  await tx.orm
    .insert(apiKeySecrets)
    .values({ tenantId, keyId: key.id, digest, expiresAt: null, createdAt: key.createdAt });
}

async function rotateKey(
  tx: Tx,
  ownerId: string,
  keyId: string,
  next: NextKey,
): Promise<KeyRecord | undefined> {
  const [row] = await tx.orm
    .update(apiKeys)
    .set({ prefix: next.prefix })
    .where(living(ownerId, keyId))
    .returning();
  if (row === undefined) return undefined;
  const graceEnds = sql`now() + make_interval(secs => ${next.graceSeconds})`;
  // A grace that is already running may be cut short by a rotation, and is never made longer.
  await tx.orm
    .update(apiKeySecrets)
    .set({ expiresAt: sql`least(${apiKeySecrets.expiresAt}, ${graceEnds})` })
    .where(secretsOf(row));
  await tx.orm.insert(apiKeySecrets).values({
    tenantId: row.tenantId,
    keyId,
    digest: next.digest,
    createdAt: sql`now()`,
  });
  return recordOf(row);
}

async function revokeKey(tx: Tx, ownerId: string, keyId: string): Promise<boolean> {
  const [row] = await tx.orm
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(living(ownerId, keyId))
    .returning();
  if (row === undefined) return false;
  await tx.orm.delete(apiKeySecrets).where(secretsOf(row));
  return true;
}

function living(ownerId: string, keyId: string) {
  return and(eq(apiKeys.ownerId, ownerId), eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt));
}

function secretsOf(row: KeyRow) {
  return and(eq(apiKeySecrets.tenantId, row.tenantId), eq(apiKeySecrets.keyId, row.id));
}

function recordOf({ livemode, revokedAt: _revokedAt, ...row }: KeyRow): KeyRecord {
  return { ...row, mode: livemode ? 'live' : 'test' };
}
