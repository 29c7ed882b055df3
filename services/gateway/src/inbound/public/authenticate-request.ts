import { ProblemError } from '@lodging/kit-http';
import type { FastifyRequest } from 'fastify';
import { acceptsOperatorSession } from '../../domain/access.ts';
import type { Access } from '../../domain/access.ts';
import type { Credential } from '../../domain/credential.ts';
import { isSessionToken, isWellFormedSessionToken } from '../../domain/operator-session.ts';
import { countAuthenticationFailure } from '../../metrics.ts';
import { ApiKeysUnavailable } from '../../ports.ts';
import type { ApiKeyCache, Digest, SessionRepository } from '../../ports.ts';

export interface AuthenticateDeps {
  readonly apiKeyCache: Pick<ApiKeyCache, 'find'>;
  readonly sessions: Pick<SessionRepository, 'findByDigest'>;
  readonly digest: Digest;
}

/** The credential of the bearer token. Throws the problem where there is none. */
export async function authenticateRequest(
  deps: AuthenticateDeps,
  access: Access,
  request: FastifyRequest,
): Promise<Credential> {
  const presented = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  let credential: Credential | undefined;
  try {
    credential = presented === undefined ? undefined : await findCredential(deps, access, presented);
  } catch (error) {
    if (!(error instanceof ApiKeysUnavailable)) throw error;
    countAuthenticationFailure('store_away');
    const detail = 'API keys cannot be checked at the moment. Try again.';
    throw new ProblemError({ code: 'service_unavailable', detail, extra: { retryAfterSeconds: 1 } });
  }
  if (credential !== undefined) return credential;
  countAuthenticationFailure(presented === undefined ? 'missing' : 'unknown');
  const required = access === 'operator' ? 'the token of an operator session' : 'a valid API key';
  throw new ProblemError({
    code: 'invalid_api_key',
    detail: `Send ${required} as "Authorization: Bearer <API_KEY>".`,
    headers: { 'www-authenticate': 'Bearer' },
  });
}

/** Sessions are not cached: a sign-out takes effect at once in every process. */
function findCredential(
  { apiKeyCache, sessions, digest }: AuthenticateDeps,
  access: Access,
  presented: string,
): Credential | undefined | Promise<Credential | undefined> {
  if (!isSessionToken(presented)) return apiKeyCache.find(presented);
  if (!acceptsOperatorSession(access) || !isWellFormedSessionToken(presented)) return undefined;
  return sessions.findByDigest(digest(presented));
}
