import type { Perform } from './api.ts';
import type { Verb } from './operation.ts';
import type { RequestOptions } from './options.ts';

const VERBS: readonly string[] = ['get', 'post', 'put', 'patch', 'delete'] satisfies Verb[];

/** Sends a request that has no method of its own, with the client's key, retries and errors. */
export async function requestBy(
  perform: Perform,
  method: string,
  path: string,
  { body, query, ...options }: RequestOptions,
): Promise<unknown> {
  const verb = String(method).toLowerCase();
  if (!VERBS.includes(verb)) throw new TypeError(`method must be one of ${VERBS.join(', ')}`);
  // Without the slash, `@` or `:` would make it part of the host, which is sent the key.
  if (!/^\/[^{}?#]*$/.test(String(path)))
    throw new TypeError('path must begin with a slash, with its ids in place and its query beside it');
  const withKey = options.idempotencyKey !== undefined;
  return perform({
    method: verb as Verb,
    path,
    ids: [],
    // Of another operation nothing is known: a DELETE may answer what it did, as that of a booking does.
    repeatable: verb === 'get' || verb === 'put' || withKey,
    withKey,
    input: body,
    ...(body !== undefined && { takes: 'body' }),
    query,
    options,
  });
}
