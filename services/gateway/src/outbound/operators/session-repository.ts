import { and, desc, eq, insertLists, lte, namedStatement, or, selectList } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import type { Credential } from '../../domain/keys/credential.ts';
import {
  IDLE_MINUTES,
  SEEN_SECONDS,
  sessionCredential,
  SIGN_IN_WINDOW_MINUTES,
} from '../../domain/operators/operator-session.ts';
import type { OperatorSession } from '../../domain/operators/operator-session.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { SessionRepository } from '../../ports/operators.ts';
import { operators, operatorSessions, signInTries, tenants } from '../schema.ts';
import { isOpenSession, openSession } from './open-sessions.ts';

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
          t.suspended_at IS NOT NULL AS "isTenantSuspended", o.email AS name, o.role,
          s.kind = 'cookie' AND s.last_seen_at <= now() - make_interval(secs => ${SEEN_SECONDS}) AS "isToBeNoted"
     FROM operator_sessions s
     JOIN operators o ON o.tenant_id = s.owner_id AND o.id = s.operator_id
     JOIN tenants t ON t.id = s.owner_id
    WHERE s.digest = ANY ($digests::bytea[]) AND ${openSession('s')} AND s.operator_digest = ${OPERATOR_DIGEST}`,
);

/** Requests of one session at the same moment note it once: the second finds the time of the first. */
const noteSessions = namedStatement<{ readonly ids: readonly string[] }>(
  'note-sessions',
  `UPDATE operator_sessions SET last_seen_at = now()
    WHERE id = ANY ($ids::uuid[]) AND last_seen_at <= now() - make_interval(secs => ${SEEN_SECONDS})`,
);

type FoundSession = SessionRow & SessionTenant & { readonly isToBeNoted: boolean };

/** Runs as the job role: before a sign-in the tenant is unknown, and a token determines it. */
export function createSessionRepository(db: Database): SessionRepository {
  return {
    async add({ mode, ...session }, digest, passwordHash) {
      const values = { ...session, livemode: mode === 'live', digest, passwordHash };
      const rows = await db.acrossTenants((tx) => tx.query(insertSession(values)));
      return rows.length > 0;
    },
    async findByDigests(digests) {
      const rows = await db.acrossTenants((tx) => findAndNote(tx, digests));
      const credentialOf = (row: FoundSession) => sessionCredential({ ...row, mode: modeOf(row) }, row);
      return new Map(rows.map((row) => [row.digest.toString('latin1'), credentialOf(row)]));
    },
    find: (tenantId, sessionId) =>
      db.acrossTenants(async (tx) => {
        const [row] = await tx.orm
          .select()
          .from(operatorSessions)
          .innerJoin(operators, eq(operators.id, operatorSessions.operatorId))
          .innerJoin(tenants, eq(tenants.id, operatorSessions.ownerId))
          .where(and(sessionIs(tenantId, sessionId), isOpenSession));
        if (row === undefined) return undefined;
        const { operator_sessions: session, operators: operator, tenants: tenant } = row;
        return { session: { ...session, mode: modeOf(session) }, operator, tenant };
      }),
    listOf: (...of) => db.acrossTenants((tx) => listOpenSessions(tx, ...of)),
    async end(tenantId, sessionId) {
      const isSession = sessionIs(tenantId, sessionId);
      await db.inTenant(tenantId, (tx) => tx.orm.delete(operatorSessions).where(isSession));
    },
    async purgeExpired(now) {
      const windowStart = now.subtract({ minutes: SIGN_IN_WINDOW_MINUTES });
      const { expiresAt, lastSeenAt } = operatorSessions;
      const hasEnded = or(lte(expiresAt, now), lte(lastSeenAt, now.subtract({ minutes: IDLE_MINUTES })));
      await db.acrossTenants(async (tx) => {
        await tx.orm.delete(operatorSessions).where(hasEnded);
        await tx.orm.delete(signInTries).where(lte(signInTries.lastAt, windowStart));
      });
    },
  };
}

async function listOpenSessions(
  tx: Tx,
  ...[ownerId, operatorId, limit]: Parameters<SessionRepository['listOf']>
) {
  const rows = await tx.orm
    .select()
    .from(operatorSessions)
    .where(
      and(eq(operatorSessions.ownerId, ownerId), eq(operatorSessions.operatorId, operatorId), isOpenSession),
    )
    .orderBy(desc(operatorSessions.createdAt), desc(operatorSessions.id))
    .limit(limit);
  return rows.map((session) => ({ ...session, mode: modeOf(session) }));
}

async function findAndNote(tx: Tx, digests: readonly Uint8Array[]): Promise<FoundSession[]> {
  const rows = await tx.query<FoundSession>(findSessions({ digests }));
  const ids = rows.filter(({ isToBeNoted }) => isToBeNoted).map(({ id }) => id);
  if (ids.length > 0) await tx.query(noteSessions({ ids }));
  return rows;
}

function sessionIs(tenantId: string, sessionId: string) {
  return and(eq(operatorSessions.tenantId, tenantId), eq(operatorSessions.id, sessionId));
}

function modeOf({ livemode }: Pick<SessionRow, 'livemode'>) {
  return livemode ? ('live' as const) : ('test' as const);
}
