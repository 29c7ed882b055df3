import { isWellFormedSessionToken } from '../domain/operator-session.ts';
import type { ApiKey } from '../domain/api-key.ts';
import type { Digest, SessionStore } from './ports.ts';

export type AuthenticateSession = (token: string) => Promise<ApiKey | undefined>;

export function authenticateSessionsOf(
  sessions: Pick<SessionStore, 'findByDigest'>,
  digest: Digest,
): AuthenticateSession {
  return async (token) =>
    isWellFormedSessionToken(token) ? sessions.findByDigest(digest(token)) : undefined;
}
