import { ProblemError } from '@lodging/kit-http';
import type { FastifyRequest } from 'fastify';
import type { Access } from '../../domain/keys/access.ts';
import type { Credential } from '../../domain/keys/credential.ts';
import { isSessionToken } from '../../domain/operators/operator-session.ts';
import { countAuthenticationFailure } from '../../metrics.ts';
import { ApiKeysUnavailable } from '../../ports/keys.ts';
import type { CredentialFinder } from '../../ports/keys.ts';
import { tooManyFailures } from '../failure-limiter.ts';
import type { FailureLimiter } from '../failure-limiter.ts';

export interface AuthenticateDeps {
  readonly apiKeyCache: CredentialFinder;
  readonly sessionFinder: CredentialFinder;
  readonly failures: FailureLimiter;
}

/** By then a key that exists has been looked up. */
const UNSEEN_RETRY_SECONDS = 1;

export function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** The credential of the bearer token; the request notes its kind. Throws the problem where there is none. */
export async function authenticateRequest(
  deps: AuthenticateDeps,
  access: Access,
  request: FastifyRequest,
): Promise<Credential> {
  const presented = bearerOf(request);
  let credential: Credential | undefined;
  try {
    credential = presented === undefined ? undefined : await findCredential(deps, presented, request);
  } catch (error) {
    if (!(error instanceof ApiKeysUnavailable)) throw error;
    countAuthenticationFailure('store_away');
    const detail = 'API keys cannot be checked at the moment. Try again.';
    throw new ProblemError({ code: 'service_unavailable', detail, extra: { retryAfterSeconds: 1 } });
  }
  request.credentialKind = credential?.kind ?? 'unknown';
  if (credential !== undefined) return credential;
  countAuthenticationFailure(presented === undefined ? 'missing' : 'unknown');
  if (presented !== undefined) await deps.failures.count('api_key', request);
  const required = access === 'operator' ? 'the token of an operator session' : 'a valid API key';
  throw new ProblemError({
    code: 'invalid_api_key',
    detail: `Send ${required} as "Authorization: Bearer <API_KEY>".`,
    headers: { 'www-authenticate': 'Bearer' },
  });
}

/**
 * An address that has sent too many unknown keys makes no request wait for the database: what this process has not seen is
 * looked up in the background, so that a good key of that address works with the next requests.
 */
function findCredential(
  { apiKeyCache, sessionFinder, failures }: AuthenticateDeps,
  presented: string,
  request: FastifyRequest,
): Credential | undefined | Promise<Credential | undefined> {
  const finder = isSessionToken(presented) ? sessionFinder : apiKeyCache;
  const found = finder.find(presented);
  if (found !== 'unseen') return found;
  if (!failures.isExceeded('api_key', request)) return finder.lookUp(presented);
  finder.lookUpSoon(presented);
  countAuthenticationFailure('unknown');
  throw new ProblemError(tooManyFailures(UNSEEN_RETRY_SECONDS));
}
