import type { Database } from '@lodging/kit-postgres';
import { and, eq } from 'drizzle-orm';
import { keyOfSession, SIGN_IN_WINDOW_MINUTES } from '../domain/operator-session.ts';
import type { SessionStore } from '../use-cases/ports.ts';
import { operatorSessions } from './schema.ts';

/** Changes with the address or the password of an operator, and tells neither. */
const OPERATOR_DIGEST = `sha256(convert_to(o.email || ' ' || o.password_hash, 'UTF8'))`;

const ADD = `
  INSERT INTO operator_sessions
    (tenant_id, id, owner_id, operator_id, livemode, digest, operator_digest, created_at, expires_at)
  SELECT $1, $2, o.tenant_id, o.id, $3, $4, ${OPERATOR_DIGEST}, $5, $6
    FROM operators o
   WHERE o.tenant_id = $7 AND o.id = $8 AND o.password_hash = $9
  RETURNING id`;

const FIND = `
  SELECT s.id, s.tenant_id, s.livemode, s.expires_at, t.timezone
    FROM operator_sessions s
    JOIN operators o ON o.tenant_id = s.owner_id AND o.id = s.operator_id
    JOIN tenants t ON t.id = s.owner_id
   WHERE s.digest = $1 AND s.expires_at > now() AND s.operator_digest = ${OPERATOR_DIGEST}`;

interface Row {
  readonly id: string;
  readonly tenant_id: string;
  readonly livemode: boolean;
  readonly expires_at: Temporal.Instant;
  readonly timezone: string;
}

/** A sign-in knows its tenant only when it is over, and a token tells it: both run as the job role. */
export function sessionStore(db: Database): SessionStore {
  return {
    async add(session, digest, passwordHash) {
      const { tenantId, id, mode, createdAt, expiresAt, ownerId, operatorId } = session;
      const about = [tenantId, id, mode === 'live', digest, createdAt, expiresAt];
      const values = [...about, ownerId, operatorId, passwordHash];
      const rows = await db.acrossTenants((tx) => tx.query({ name: 'add-session', text: ADD, values }));
      return rows.length > 0;
    },
    async findByDigest(digest) {
      const [row] = await db.acrossTenants((tx) =>
        tx.query<Row>({ name: 'find-session', text: FIND, values: [digest] }),
      );
      if (row === undefined) return undefined;
      const { id, tenant_id: tenantId, livemode, expires_at: expiresAt, timezone } = row;
      return keyOfSession({ id, tenantId, mode: livemode ? 'live' : 'test', expiresAt }, timezone);
    },
    async end(tenantId, sessionId) {
      const ours = and(eq(operatorSessions.tenantId, tenantId), eq(operatorSessions.id, sessionId));
      await db.inTenant(tenantId, (tx) => tx.orm.delete(operatorSessions).where(ours));
    },
    async forgetOld(now) {
      const quietSince = now.subtract({ minutes: SIGN_IN_WINDOW_MINUTES });
      await db.acrossTenants(async (tx) => {
        await tx.query('DELETE FROM operator_sessions WHERE expires_at <= $1', [now]);
        await tx.query('DELETE FROM sign_in_tries WHERE last_at <= $1', [quietSince]);
      });
    },
  };
}
