import type { IncomingHttpHeaders } from 'node:http';
import { isAccountId } from '../objects/account.ts';
import { accountInvalid } from '../operations/retrieve-account.ts';
import { PLATFORM_ACCOUNT } from '../provider.ts';
import { ApiError } from './api-error.ts';

export interface Caller {
  readonly key: string;
  readonly account: string;
  readonly livemode: boolean;
}

export function authenticate(headers: IncomingHttpHeaders, keys: readonly string[]): Caller {
  const key = keyFrom(headers.authorization);
  if (key === undefined) throw unauthenticated(NO_KEY);
  if (!keys.includes(key)) throw unauthenticated(`Invalid API Key provided: ${masked(key)}`);
  const account = headers['stripe-account'] ?? PLATFORM_ACCOUNT;
  if (typeof account !== 'string' || !isAccountId(account)) throw accountInvalid(String(account));
  return { key, account, livemode: /^(sk|rk)_live_/.test(key) };
}

function keyFrom(authorization: string | undefined): string | undefined {
  const [scheme, value] = (authorization ?? '').split(/\s+/, 2);
  if (value === undefined || value === '') return undefined;
  if (scheme?.toLowerCase() === 'bearer') return value;
  if (scheme?.toLowerCase() !== 'basic') return undefined;
  // The key is the user name; the password is ignored.
  return Buffer.from(value, 'base64').toString('utf8').split(':', 1)[0];
}

function masked(key: string): string {
  return key.length < 13
    ? '*'.repeat(key.length)
    : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`;
}

function unauthenticated(message: string): ApiError {
  return new ApiError(401, { type: 'invalid_request_error', message }, false);
}

const NO_KEY =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.";
