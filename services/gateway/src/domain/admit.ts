import { refuse } from '@lodging/kernel';
import type { Refusal } from '@lodging/kernel';
import type { ApiKey } from './api-key.ts';

/**
 * `open` needs no key; `any_key` takes both kinds; `secret_key` refuses a publishable one; `secret_key_or_operator` takes
 * an operator's session as well, `operator` that alone.
 */
export type Access = 'open' | 'any_key' | 'secret_key' | 'secret_key_or_operator' | 'operator';

export type AccessRefusal = Refusal<
  'invalid_api_key' | 'secret_key_required' | 'origin_not_allowed' | 'insufficient_permission'
>;

/** Everywhere else a session is no API key. */
export function takesOperators(access: Access): boolean {
  return access === 'secret_key_or_operator' || access === 'operator';
}

export function mayUseFrom(key: ApiKey, origin: string | undefined): boolean {
  return key.kind === 'publishable' && origin !== undefined && key.allowedOrigins.includes(origin);
}

/** Kind first, then permission, then origin. Undefined when the call is admitted. */
export function refusalOf(
  access: Exclude<Access, 'open'>,
  key: ApiKey,
  origin: string | undefined,
  permission?: string,
): AccessRefusal | undefined {
  if (key.kind === 'publishable') return refusalOfPublishable(access, key, origin);
  const opens = key.kind === 'operator' ? takesOperators(access) : access !== 'operator';
  if (!opens) {
    const wanted = access === 'operator' ? 'the token of an operator session' : 'an API key';
    return refuse('invalid_api_key', `This operation takes ${wanted}.`).refusal;
  }
  if (permission === undefined || key.permissions.includes(permission)) return undefined;
  return refuse('insufficient_permission', `The key lacks the permission ${permission}.`).refusal;
}

/** A secret key lives on a server and has no origin; a publishable one opens only what is open to both kinds. */
function refusalOfPublishable(
  access: Access,
  key: ApiKey,
  origin: string | undefined,
): AccessRefusal | undefined {
  if (access !== 'any_key') {
    return refuse('secret_key_required', 'This operation takes a secret key; a publishable key was sent.')
      .refusal;
  }
  if (mayUseFrom(key, origin)) return undefined;
  const detail =
    origin === undefined
      ? 'A publishable key is used from a browser, which sends an Origin header; there was none.'
      : 'The Origin of the request is not on the list of this publishable key.';
  return refuse('origin_not_allowed', detail).refusal;
}
