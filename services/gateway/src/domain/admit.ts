// Owns who may call an operation: a key or none, of which kind, and from which origin a browser may use it.
import { refuse } from '@lodging/kernel';
import type { Refusal } from '@lodging/kernel';
import type { ApiKey } from './api-key.ts';

/** `open` needs no key; `any_key` takes both kinds; `secret_key` refuses a publishable one. */
export type Access = 'open' | 'any_key' | 'secret_key';

type AccessRefusal = Refusal<'secret_key_required' | 'origin_not_allowed'>;

export function mayUseFrom(key: ApiKey, origin: string | undefined): boolean {
  return key.kind === 'publishable' && origin !== undefined && key.allowedOrigins.includes(origin);
}

/** Kind first, then origin. Undefined when the call is admitted. A secret key lives on a server and has no origin. */
export function refusalOf(
  access: Exclude<Access, 'open'>,
  key: ApiKey,
  origin: string | undefined,
): AccessRefusal | undefined {
  if (key.kind === 'secret') return undefined;
  if (access === 'secret_key') {
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
