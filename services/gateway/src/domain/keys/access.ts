import { refuse } from '@lodging/kernel';
import type { Refusal } from '@lodging/kernel';
import type { ApiKey } from './api-key.ts';
import type { Credential } from './credential.ts';

/**
 * The credential a route requires. `open`: none. `any_key`: an API key of either kind. `secret_key`: a secret key.
 * `secret_key_or_operator`: a secret key or an operator session. `operator`: an operator session.
 */
export type Access = 'open' | 'any_key' | 'secret_key' | 'secret_key_or_operator' | 'operator';

export type AccessRefusal = Refusal<
  | 'invalid_api_key'
  | 'tenant_suspended'
  | 'secret_key_required'
  | 'origin_not_allowed'
  | 'insufficient_permission'
>;

/** Each of them stands for a group of routes. */
const ROUTE_PERMISSIONS: readonly string[] = ['read', 'book', 'operate'];

/** A list with none of the route permissions has them all, as every key had before they existed. */
export function hasPermission(permissions: readonly string[], permission: string): boolean {
  if (permissions.includes(permission)) return true;
  if (!ROUTE_PERMISSIONS.includes(permission)) return false;
  return !permissions.some((one) => ROUTE_PERMISSIONS.includes(one));
}

/** The permissions that `hasPermission` grants. A publishable key has none: the routes that accept one decide. */
export function effectivePermissions({ kind, permissions }: Pick<ApiKey, 'kind' | 'permissions'>): string[] {
  if (kind === 'publishable') return [];
  const basic = ROUTE_PERMISSIONS.filter((one) => hasPermission(permissions, one));
  return [...new Set([...basic, ...permissions])];
}

/** On all other routes a session token is not a valid API key. */
export function acceptsOperatorSession(access: Access): boolean {
  return access === 'secret_key_or_operator' || access === 'operator';
}

export function isAllowedOrigin(credential: Credential, origin: string | undefined): boolean {
  return (
    credential.kind === 'publishable' && origin !== undefined && credential.allowedOrigins.includes(origin)
  );
}

/** Checks the tenant, then kind, permission and origin. Undefined when the credential grants access. */
export function accessRefusal(
  access: Exclude<Access, 'open'>,
  credential: Credential,
  origin: string | undefined,
  permission: string | null,
): AccessRefusal | undefined {
  if (credential.isTenantSuspended) {
    return refuse('tenant_suspended', 'The tenant of this credential is suspended.').refusal;
  }
  if (credential.kind === 'publishable') return publishableKeyRefusal(access, credential, origin);
  const accepted = credential.kind === 'operator' ? acceptsOperatorSession(access) : access !== 'operator';
  if (!accepted) {
    const required = access === 'operator' ? 'the token of an operator session' : 'an API key';
    return refuse('invalid_api_key', `This operation takes ${required}.`).refusal;
  }
  if (permission === null || hasPermission(credential.permissions, permission)) return undefined;
  return lacksPermission(permission).refusal;
}

export function lacksPermission(permission: string) {
  return refuse('insufficient_permission', `The key lacks the permission ${permission}.`);
}

/** Origins are checked for publishable keys alone: a secret key is used by servers, which send no Origin. */
function publishableKeyRefusal(
  access: Access,
  credential: Credential,
  origin: string | undefined,
): AccessRefusal | undefined {
  if (access !== 'any_key') {
    return refuse(
      'secret_key_required',
      'This operation requires a secret key, but a publishable key was sent.',
    ).refusal;
  }
  if (isAllowedOrigin(credential, origin)) return undefined;
  const detail =
    origin === undefined
      ? 'A publishable key is used from a browser, which sends an Origin header; there was none.'
      : 'The Origin of the request is not on the list of this publishable key.';
  return refuse('origin_not_allowed', detail).refusal;
}
