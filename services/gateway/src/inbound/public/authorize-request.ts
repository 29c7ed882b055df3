import { isUuid, networksOf } from '@lodging/kernel';
import { ProblemError } from '@lodging/kit-http';
import type { Caller } from '@lodging/kit-runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessRefusal, isAllowedOrigin } from '../../domain/keys/access.ts';
import type { AccessRefusal } from '../../domain/keys/access.ts';
import type { Actor } from '../../domain/audit/audit.ts';
import type { Credential } from '../../domain/keys/credential.ts';
import { credentialLimits, openRouteLimits } from '../../domain/limits/request-limit.ts';
import type { RequestLimits } from '../../domain/limits/request-limit.ts';
import { countAuthenticationFailure } from '../../metrics.ts';
import type { AuthenticationFailure } from '../../metrics.ts';
import type { KeyUsage } from '../../ports/keys.ts';
import type { RateLimiter } from '../../ports/limits.ts';
import { authenticateRequest, bearerOf } from './authenticate-request.ts';
import type { AuthenticateDeps } from './authenticate-request.ts';
import { addressOfRequest } from '../client-address.ts';
import type { ClientAddressOf } from '../client-address.ts';
import { requireOwnPage } from '../console/own-pages.ts';
import { originHeaders, originOf, varyByOrigin } from './cors.ts';
import { enforceLimit } from './enforce-limit.ts';
import type { PublicRoute } from './public-route.ts';

export interface AuthContext extends AuthenticateDeps {
  readonly rateLimiter: Pick<RateLimiter, 'spend' | 'debit'>;
  readonly clientAddressOf: ClientAddressOf;
  readonly keyUsage: Pick<KeyUsage, 'record'>;
}

/** On whose behalf a request is handled. */
export interface Principal {
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly caller: Caller;
  /** The narrowest network of the client. Of a publishable key, and of a sign-in, whose limits count per network. */
  readonly clientAddress?: string;
  readonly timezone: string;
  readonly tenantName: string;
  /** The live tenant, also for its sandbox. */
  readonly ownerId: string;
  /** As the audit trail names it; null for a publishable key, which does nothing that is recorded. */
  readonly actor: Actor | null;
}

export interface AuthorizedRequest extends Principal {
  /** The budgets that the request was counted in; undefined where it takes no credential. */
  readonly limits?: RequestLimits;
}

const FAILURES: Record<AccessRefusal['code'], AuthenticationFailure> = {
  invalid_api_key: 'unknown',
  tenant_suspended: 'tenant_suspended',
  secret_key_required: 'secret_key_required',
  origin_not_allowed: 'origin_not_allowed',
  insufficient_permission: 'not_permitted',
};

const NO_TENANT = '00000000-0000-0000-0000-000000000000';

const anonymous: Principal = {
  tenantId: NO_TENANT,
  livemode: true,
  caller: { kind: 'platform', permissions: [] },
  timezone: 'UTC',
  tenantName: '',
  ownerId: NO_TENANT,
  actor: null,
};

/** One principal per cached credential, so that its message headers are encoded once and not per request. */
const principals = new WeakMap<Credential, Principal>();

/** Checks key, tenant, kind, permission, origin and request limit, in this order. Throws the problem. */
export async function authorizeRequest(
  auth: AuthContext,
  route: Pick<PublicRoute, 'kind' | 'access' | 'path' | 'permission' | 'requestsPerMinute' | 'forOwnPages'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AuthorizedRequest> {
  const { access } = route;
  if (access === 'open') {
    if (route.forOwnPages) requireOwnPage(request, auth.consoleOrigins);
    const address = addressOfRequest(auth.clientAddressOf, request);
    await limitOpenRoute(auth, route, address, reply);
    return route.kind === 'local' ? { ...anonymous, clientAddress: networksOf(address)[0].name } : anonymous;
  }
  varyByOrigin(reply);
  const credential = await authenticateRequest(auth, access, request);
  if (isFromConsole(credential, request))
    reply.header('console-permissions', credential.permissions.join(','));
  const origin = originOf(request);
  if (origin !== undefined && isAllowedOrigin(credential, origin)) reply.headers(originHeaders(origin));
  const refusal = accessRefusal(access, credential, origin, route.permission);
  if (refusal !== undefined) {
    countAuthenticationFailure(FAILURES[refusal.code]);
    const isUnauthorized = refusal.code === 'invalid_api_key';
    throw new ProblemError(
      isUnauthorized ? { ...refusal, headers: { 'www-authenticate': 'Bearer' } } : refusal,
    );
  }
  const address = addressOfRequest(auth.clientAddressOf, request);
  const limits = credentialLimits(credential, address);
  enforceLimit(reply, credential.kind, await auth.rateLimiter.spend(...limits));
  if (credential.kind !== 'operator') auth.keyUsage.record(credential);
  const principal = { ...principalOf(credential), limits };
  if (credential.kind !== 'publishable') return principal;
  return { ...principal, clientAddress: networksOf(address)[0].name };
}

/** With the permissions in each answer the console follows a change of the role without a request of its own. */
function isFromConsole({ kind }: Credential, request: FastifyRequest): boolean {
  return kind === 'operator' && bearerOf(request) === undefined;
}

/** One budget per client network, for all tokens together, because tokens can be guessed. */
async function limitOpenRoute(
  auth: AuthContext,
  { path, requestsPerMinute }: Pick<PublicRoute, 'path' | 'requestsPerMinute'>,
  address: string,
  reply: FastifyReply,
): Promise<void> {
  if (requestsPerMinute === undefined) return;
  const limits = openRouteLimits(path, requestsPerMinute, address);
  enforceLimit(reply, 'open', await auth.rateLimiter.spend(...limits));
}

export function pathParams({ params }: FastifyRequest): Readonly<Record<string, string>> {
  return typeof params === 'object' && params !== null ? (params as Record<string, string>) : {};
}

/** In lower case, because a UUID in upper case is the same key; '' where the operation takes none or none was sent. */
export function idempotencyKeyOf(
  { takesIdempotencyKey }: Pick<PublicRoute, 'takesIdempotencyKey'>,
  { headers }: FastifyRequest,
): string {
  const key = headers['idempotency-key'];
  if (takesIdempotencyKey === false || (takesIdempotencyKey === 'optional' && key === undefined)) return '';
  if (typeof key === 'string' && isUuid(key)) return key.toLowerCase();
  const detail =
    takesIdempotencyKey === 'optional'
      ? 'The header Idempotency-Key takes a UUID.'
      : 'This operation requires the header Idempotency-Key with a UUID.';
  throw new ProblemError({ code: 'idempotency_key_required', detail });
}

function principalOf(credential: Credential): Principal {
  const known = principals.get(credential);
  if (known !== undefined) return known;
  const { id, kind, permissions, clientLimits, tenantId, livemode, timezone, tenantName, ownerId } =
    credential;
  const caller: Caller = {
    kind,
    keyId: id,
    permissions: [...permissions],
    ...(kind === 'operator' && { operatorId: credential.actorId }),
    ...(ownerId === tenantId ? {} : { ownerId }),
    ...(clientLimits === null ? {} : { limits: { ...clientLimits } }),
  };
  const actor = actorOf(credential);
  const principal: Principal = { tenantId, livemode, caller, timezone, tenantName, ownerId, actor };
  principals.set(credential, principal);
  return principal;
}

function actorOf({ kind, actorId: id, name }: Credential): Actor | null {
  if (kind === 'publishable') return null;
  return { kind: kind === 'operator' ? 'operator' : 'secret_key', id, name };
}
