import { and, eq, insertLists, lte, namedStatement, selectList } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { Credential } from '../../domain/keys/credential.ts';
import { sessionCredential, SIGN_IN_WINDOW_MINUTES } from '../../domain/operators/operator-session.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { OperatorSession } from '../../domain/operators/operator-session.ts';
import type { SessionRepository } from '../../ports/operators.ts';
import { operatorSessions, signInTries } from '../schema.ts';

type SessionRow = Omit<typeof operatorSessions.$inferSelect, 'digest'> & { readonly digest: Buffer };

type SessionTenant = Pick<Credential, 'timezone' | 'tenantName' | 'isTenantSuspended' | 'name'> &
  Pick<Operator, 'role'>;

/** Changes with the e-mail address or the password of an operator and reveals neither. */
const OPERATOR_DIGEST = `sha256(convert_to(o.email || ' ' || o.password_hash, 'UTF8'))`;

const inserted = insertLists(operatorSessions, {
  ownerId: 'o.tenant_id',
  operatorId: 'o.id',
  operatorDigest: OPERATOR_DIGEST,
});

type NewSession = Omit<OperatorSession, 'mode'> &
  Pick<SessionRow, 'livemode'> & { readonly digest: Uint8Array };

/**
 * One statement, so that a password that changes after its check cannot start a session: the update waits for a change
 * of the operator that is under way and looks at the password again.
 */
const insertSession = namedStatement<NewSession & { readonly passwordHash: string }>(
  'add-session',
  `WITH o AS (
     UPDATE operators SET last_sign_in_at = $createdAt
      WHERE tenant_id = $ownerId AND id = $operatorId AND password_hash = $passwordHash
     RETURNING *)
   INSERT INTO operator_sessions (${inserted.columns})
   SELECT ${inserted.values} FROM o
   RETURNING id`,
);

const findSessions = namedStatement<{ readonly digests: readonly Uint8Array[] }>(
  'find-sessions',
  `SELECT ${selectList(operatorSessions, { alias: 's', except: ['operatorDigest'] })}, t.timezone,
          t.name AS "tenantName",
          t.suspended_at IS NOT NULL AS "isTenantSuspended", o.email AS name, o.role
     FROM operator_sessions s
     JOIN operators o ON o.tenant_id = s.owner_id AND o.id = s.operator_id
     JOIN tenants t ON t.id = s.owner_id
    WHERE s.digest = ANY ($digests::bytea[]) AND s.expires_at > now() AND s.operator_digest = ${OPERATOR_DIGEST}`,
);

/** Runs as the job role: before a sign-in the tenant is unknown, and a token determines it. */
export function createSessionRepository(db: Database): SessionRepository {
  return {
    async add({ mode, ...session }, digest, passwordHash) {
      const values = { ...session, livemode: mode === 'live', digest, passwordHash };
      const rows = await db.acrossTenants((tx) => tx.query(insertSession(values)));
      return rows.length > 0;
    },
    async findByDigests(digests) {
      const rows = await db.acrossTenants((tx) =>
        tx.query<SessionRow & SessionTenant>(findSessions({ digests })),
      );
      const credentialOf = (row: SessionRow & SessionTenant) =>
        sessionCredential({ ...row, mode: row.livemode ? 'live' : 'test' }, row);
      return new Map(rows.map((row) => [row.digest.toString('latin1'), credentialOf(row)]));
    },
    async end(tenantId, sessionId) {
      const isSession = and(eq(operatorSessions.tenantId, tenantId), eq(operatorSessions.id, sessionId));
      await db.inTenant(tenantId, (tx) => tx.orm.delete(operatorSessions).where(isSession));
    },
    async purgeExpired(now) {
      const windowStart = now.subtract({ minutes: SIGN_IN_WINDOW_MINUTES });
      await db.acrossTenants(async (tx) => {
        await tx.orm.delete(operatorSessions).where(lte(operatorSessions.expiresAt, now));
        await tx.orm.delete(signInTries).where(lte(signInTries.lastAt, windowStart));
      });
    },
  };
}
