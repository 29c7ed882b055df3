import { refuse } from '@lodging/kernel';
import type { Refusal } from '@lodging/kernel';
import type { ApiKey } from './api-key.ts';
import type { Credential } from './credential.ts';

/**
 * The credential a route requires. `open`: none. `any_key`: an API key of either kind. `secret_key`: a secret key.
 * `operator`: an operator session; `console`: the same, whose absence is `session_ended`. A session is accepted wherever
 * a secret key is, and is a bearer token or in the cookie of the console.
 */
export type Access = 'open' | 'any_key' | 'secret_key' | 'operator' | 'console';

export type AccessRefusal = Refusal<
  | 'invalid_api_key'
  | 'tenant_suspended'
  | 'secret_key_required'
  | 'origin_not_allowed'
  | 'insufficient_permission'
>;

/** Each of them stands for a group of routes. */
const BASIC_PERMISSIONS: readonly string[] = ['read', 'book', 'operate'];
/** A part of `operate`. */
const HOUSE = 'house';

/** A list that names no group of routes has them all, as every key had before there were groups. */
export function hasPermission(permissions: readonly string[], permission: string): boolean {
  if (permissions.includes(permission)) return true;
  if (permission === HOUSE) return hasPermission(permissions, 'operate');
  if (!BASIC_PERMISSIONS.includes(permission)) return false;
  return !permissions.some((one) => one === HOUSE || BASIC_PERMISSIONS.includes(one));
}

/** The permissions that `hasPermission` grants. A publishable key has none: the routes that accept one decide. */
export function effectivePermissions({ kind, permissions }: Pick<ApiKey, 'kind' | 'permissions'>): string[] {
  if (kind === 'publishable') return [];
  const basic = BASIC_PERMISSIONS.filter((one) => hasPermission(permissions, one));
  return [...new Set([...basic, ...permissions])];
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
  if ((access === 'operator' || access === 'console') && credential.kind !== 'operator') {
    return refuse('invalid_api_key', 'This operation takes the token of an operator session.').refusal;
  }
  if (permission === null || hasPermission(credential.permissions, permission)) return undefined;
  return lacksPermission(permission).refusal;
}

export function lacksPermission(permission: string) {
  return refuse('insufficient_permission', `The key or operator lacks the permission ${permission}.`);
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
