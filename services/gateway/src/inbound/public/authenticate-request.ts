import { ProblemError } from '@lodging/kit-http';
import type { FastifyRequest } from 'fastify';
import type { Access } from '../../domain/keys/access.ts';
import type { Credential } from '../../domain/keys/credential.ts';
import { isSessionToken, isWellFormedSessionToken } from '../../domain/operators/operator-session.ts';
import { countAuthenticationFailure } from '../../metrics.ts';
import { ApiKeysUnavailable } from '../../ports/keys.ts';
import type { CredentialFinder } from '../../ports/keys.ts';
import type { ConsoleCookie } from '../console/console-cookie.ts';
import { requireOwnPage } from '../console/own-pages.ts';
import { sessionEnded } from '../console/session-ended.ts';
import { tooManyFailures } from '../failure-limiter.ts';
import type { FailureLimiter } from '../failure-limiter.ts';

export interface AuthenticateDeps {
  readonly apiKeyCache: CredentialFinder;
  readonly sessionFinder: CredentialFinder;
  readonly cookieFinder: CredentialFinder;
  readonly consoleCookie: ConsoleCookie;
  /** Of the pages whose requests the cookie authenticates. */
  readonly consoleOrigins: readonly string[];
  readonly failures: FailureLimiter;
}

/** By then a key that exists has been looked up. */
const UNSEEN_RETRY_SECONDS = 1;

export function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/**
 * The credential of the bearer token, or without one of the console's cookie; the request notes its kind. Throws the problem
 * where there is none.
 */
export async function authenticateRequest(
  deps: AuthenticateDeps,
  access: Access,
  request: FastifyRequest,
): Promise<Credential> {
  const presented = bearerOf(request);
  const cookie = presented === undefined ? deps.consoleCookie.read(request) : undefined;
  if (cookie !== undefined) return authenticateCookie(deps, cookie, request);
  const finder = presented !== undefined && isSessionToken(presented) ? deps.sessionFinder : deps.apiKeyCache;
  const credential =
    presented === undefined ? undefined : await findCredential(deps, finder, presented, request);
  request.credentialKind = credential?.kind ?? 'unknown';
  if (credential !== undefined) return credential;
  countAuthenticationFailure(presented === undefined ? 'missing' : 'unknown');
  if (presented !== undefined) await deps.failures.count('api_key', request);
  if (presented === undefined && access === 'console') throw sessionEnded();
  const required = access === 'operator' ? 'the token of an operator session' : 'a valid API key';
  throw new ProblemError({
    code: 'invalid_api_key',
    detail: `Send ${required} as "Authorization: Bearer <API_KEY>".`,
    headers: { 'www-authenticate': 'Bearer' },
  });
}

/** Before the session is looked up, so that a page of a stranger neither uses it nor keeps it from becoming idle. */
async function authenticateCookie(
  deps: AuthenticateDeps,
  cookie: string,
  request: FastifyRequest,
): Promise<Credential> {
  request.credentialKind = 'operator';
  requireOwnPage(request, deps.consoleOrigins);
  const credential = await findCredential(deps, deps.cookieFinder, cookie, request);
  if (credential !== undefined) {
    requireNamedSession(credential, request);
    return credential;
  }
  countAuthenticationFailure('unknown');
  // Sign-out leaves an empty cookie; what no session can have is refused without the database.
  if (isWellFormedSessionToken('cookie', cookie)) await deps.failures.count('api_key', request);
  throw sessionEnded();
}

/** All tabs of a browser share the cookie: a page of one session never acts as another that was begun after it. */
function requireNamedSession({ id }: Credential, { headers }: FastifyRequest): void {
  const named = headers['console-session'];
  if (named !== undefined && named !== id) throw sessionEnded();
}

/**
 * An address that has sent too many unknown keys makes no request wait for the database: what this process has not seen is
 * looked up in the background, so that a good key of that address works with the next requests.
 */
async function findCredential(
  { failures }: AuthenticateDeps,
  finder: CredentialFinder,
  presented: string,
  request: FastifyRequest,
): Promise<Credential | undefined> {
  try {
    const found = finder.find(presented);
    if (found !== 'unseen') return await found;
    if (!failures.isExceeded('api_key', request)) return await finder.lookUp(presented);
  } catch (error) {
    if (!(error instanceof ApiKeysUnavailable)) throw error;
    countAuthenticationFailure('store_away');
    const detail = 'API keys cannot be checked at the moment. Try again.';
    throw new ProblemError({ code: 'service_unavailable', detail, extra: { retryAfterSeconds: 1 } });
  }
  finder.lookUpSoon(presented);
  countAuthenticationFailure('unknown');
  throw new ProblemError(tooManyFailures(UNSEEN_RETRY_SECONDS));
}
