import type { Caller } from '@lodging/kit-runtime';
import { createHash } from 'node:crypto';
import { isUuid } from '@lodging/kernel';
import { ProblemError } from '@lodging/kit-http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mayUseFrom, refusalOf, takesOperators } from '../../domain/admit.ts';
import type { Access, AccessRefusal } from '../../domain/admit.ts';
import type { ApiKey } from '../../domain/api-key.ts';
import { isSessionToken } from '../../domain/operator-session.ts';
import { countDecision, countNotLetIn } from '../../metrics.ts';
import type { CallerKind, NotLetIn } from '../../metrics.ts';
import { openRouteLimitOf, requestLimitOf, WINDOW_SECONDS } from '../../domain/request-limit.ts';
import type { RequestLimit } from '../../domain/request-limit.ts';
import { KeysUnavailable } from '../../use-cases/authenticate-key.ts';
import type { Keyring } from '../../use-cases/authenticate-key.ts';
import type { AuthenticateSession } from '../../use-cases/authenticate-session.ts';
import type { RequestLimiter, Verdict } from '../../use-cases/limit-requests.ts';
import type { ClientAddress } from './client-address.ts';
import { letRead, originOf, varyByOrigin } from './cors.ts';
import type { PublicRoute } from './public-route.ts';

/** Whom a request is for. An open route serves everybody, in nobody's name. */
export interface Principal {
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly caller: Caller;
  readonly timezone: string;
}

export interface Door {
  readonly keyring: Keyring;
  readonly authenticateSession: AuthenticateSession;
  readonly limiter: Pick<RequestLimiter, 'admit'>;
  readonly clientAddress: ClientAddress;
  readonly onUse: (key: ApiKey) => void;
}

const REASONS: Record<AccessRefusal['code'], NotLetIn> = {
  invalid_api_key: 'unknown',
  secret_key_required: 'secret_key_required',
  origin_not_allowed: 'origin_not_allowed',
  insufficient_permission: 'not_permitted',
};
const NIL_TENANT = '00000000-0000-0000-0000-000000000000';
const nobody: Principal = {
  tenantId: NIL_TENANT,
  livemode: true,
  caller: { kind: 'platform', permissions: [] },
  timezone: 'UTC',
};

/** One visitor per key as long as the key is remembered, so that its headers are written once. */
const visitors = new WeakMap<ApiKey, Principal>();

/** Throws the refusal. */
export async function admitVisitor(
  door: Door,
  route: Pick<PublicRoute, 'access' | 'path' | 'permission' | 'requestsPerMinute'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principal> {
  const { access } = route;
  if (access === 'open') {
    await admitAnybody(door, route, request, reply);
    return nobody;
  }
  varyByOrigin(reply);
  const key = await keyOf(door, access, request);
  const origin = originOf(request);
  if (origin !== undefined && mayUseFrom(key, origin)) letRead(reply, origin);
  const refusal = refusalOf(access, key, origin, route.permission);
  if (refusal !== undefined) {
    countNotLetIn(REASONS[refusal.code]);
    throw refused(refusal);
  }
  const limit = requestLimitOf(key, addressOf(door, request));
  tellLimit(reply, key.kind, limit, await door.limiter.admit(limit));
  if (key.kind !== 'operator') door.onUse(key);
  return visitorOf(key);
}

/** Nobody's budget but the address's; where a token in the path is the credential, its own at that address. */
async function admitAnybody(
  door: Door,
  { path, requestsPerMinute }: Pick<PublicRoute, 'path' | 'requestsPerMinute'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (requestsPerMinute === undefined) return;
  const { token } = pathValues(request);
  const counted = token === undefined ? path : `${path}|${digestOf(token)}`;
  const limit = openRouteLimitOf(counted, requestsPerMinute, addressOf(door, request));
  tellLimit(reply, 'open', limit, await door.limiter.admit(limit));
}

/** The placeholders of the route's path, by their names. */
export function pathValues({ params }: FastifyRequest): Readonly<Record<string, string>> {
  return typeof params === 'object' && params !== null ? (params as Record<string, string>) : {};
}

/** Counts are kept outside this process, where no token may be read. */
function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Lower case, because a UUID in upper case is the same key. */
export function idempotencyKeyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (typeof key === 'string' && isUuid(key)) return key.toLowerCase();
  const detail = 'This operation needs the header Idempotency-Key with a UUID made by the caller.';
  throw new ProblemError({ code: 'idempotency_key_required', detail });
}

async function keyOf(door: Door, access: Access, request: FastifyRequest): Promise<ApiKey> {
  const presented = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  let key: ApiKey | undefined;
  try {
    key = presented === undefined ? undefined : await authenticate(door, access, presented);
  } catch (error) {
    if (!(error instanceof KeysUnavailable)) throw error;
    countNotLetIn('store_away');
    const detail = 'API keys cannot be checked at the moment. Try again.';
    throw new ProblemError({ code: 'service_unavailable', detail, extra: { retryAfterSeconds: 1 } });
  }
  if (key !== undefined) return key;
  countNotLetIn(presented === undefined ? 'missing' : 'unknown');
  const wanted = access === 'operator' ? 'the token of an operator session' : 'a valid API key';
  const detail = `Send ${wanted} as "Authorization: Bearer <API_KEY>".`;
  throw refused({ code: 'invalid_api_key', detail });
}

/** A session is looked for only where it may open anything: elsewhere it is no API key. */
function authenticate({ keyring, authenticateSession }: Door, access: Access, presented: string) {
  if (!isSessionToken(presented)) return keyring.authenticate(presented);
  return takesOperators(access) ? authenticateSession(presented) : undefined;
}

function refused(refusal: AccessRefusal): ProblemError {
  const isUnknown = refusal.code === 'invalid_api_key';
  return new ProblemError(isUnknown ? { ...refusal, headers: { 'www-authenticate': 'Bearer' } } : refusal);
}

function addressOf({ clientAddress }: Door, request: FastifyRequest): string {
  const forwarded = request.headers['x-forwarded-for'];
  const claims = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
  return clientAddress(request.socket.remoteAddress ?? '', claims);
}

/** The fields of draft-ietf-httpapi-ratelimit-headers-10. Throws when the budget is spent. */
function tellLimit(reply: FastifyReply, kind: CallerKind, { limit }: RequestLimit, verdict: Verdict): void {
  countDecision(kind, verdict.outcome);
  reply.header('ratelimit-policy', `"default";q=${limit};w=${WINDOW_SECONDS}`);
  if (verdict.outcome === 'uncounted') return;
  reply.header('ratelimit', `"default";r=${verdict.remaining};t=${verdict.resetSeconds}`);
  if (verdict.outcome === 'admitted') return;
  const detail = `More than ${limit} requests in ${WINDOW_SECONDS} seconds.`;
  throw new ProblemError({
    code: 'rate_limited',
    detail,
    extra: { retryAfterSeconds: verdict.resetSeconds },
  });
}

function visitorOf(key: ApiKey): Principal {
  const known = visitors.get(key);
  if (known !== undefined) return known;
  const caller: Caller = { kind: key.kind, keyId: key.id, permissions: [...key.permissions] };
  const { tenantId, livemode, timezone } = key;
  const visitor: Principal = { tenantId, livemode, caller, timezone };
  visitors.set(key, visitor);
  return visitor;
}
