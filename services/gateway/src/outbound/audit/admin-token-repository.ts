import { eq, namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { AdminToken } from '../../domain/audit/admin-token.ts';
import type { AdminTokenRepository } from '../../ports/audit.ts';
import { insertAuditEntry } from './audit-rows.ts';
import { byCreation, isAfter } from '../page-query.ts';
import { adminTokens } from '../schema.ts';

interface FoundToken extends Pick<AdminToken, 'id' | 'name' | 'scopes'> {
  readonly isUseDue: boolean;
}

const findToken = namedStatement<{ readonly digest: Uint8Array }>(
  'find-admin-token',
  `SELECT id, name, scopes, last_used_at IS NULL OR last_used_at < now() - interval '1 minute' AS "isUseDue"
     FROM admin_tokens
    WHERE digest = $digest AND (expires_at IS NULL OR expires_at > now())`,
);

const recordUse = namedStatement<{ readonly id: string }>(
  'record-admin-token-use',
  'UPDATE admin_tokens SET last_used_at = now() WHERE id = $id',
);

const listDigests = {
  name: 'list-admin-token-digests',
  text: 'SELECT digest FROM admin_tokens',
};

/** Nothing is cached: a token that was revoked is unknown to every process at once. */
export function createAdminTokenRepository(db: Database): AdminTokenRepository {
  return {
    async add(token, digest, entry) {
      await db.acrossTenants(async (tx) => {
        await tx.orm.insert(adminTokens).values({ ...token, scopes: [...token.scopes], digest });
        await insertAuditEntry(tx, entry);
      });
    },
    list: (page) =>
      db.acrossTenants((tx) =>
        tx.orm
          .select()
          .from(adminTokens)
          .where(isAfter(adminTokens, page))
          .orderBy(...byCreation(adminTokens))
          .limit(page.limit + 1),
      ),
    revoke: (tokenId, entryOf) =>
      db.acrossTenants(async (tx) => {
        const [revoked] = await tx.orm.delete(adminTokens).where(eq(adminTokens.id, tokenId)).returning();
        if (revoked !== undefined) await insertAuditEntry(tx, entryOf(revoked));
        return revoked !== undefined;
      }),
    async listDigests() {
      const rows = await db.acrossTenants((tx) => tx.query<{ digest: Uint8Array }>(listDigests));
      return rows.map(({ digest }) => digest);
    },
    use: (digest) =>
      db.acrossTenants(async (tx) => {
        const [found] = await tx.query<FoundToken>(findToken({ digest }));
        if (found === undefined) return undefined;
        if (found.isUseDue) await tx.query(recordUse({ id: found.id }));
        const { id, name, scopes } = found;
        return { id, name, scopes };
      }),
  };
}
