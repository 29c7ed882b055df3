import { networksOf } from '@lodging/kernel';
import type { ClientNetwork } from '@lodging/kernel';

export const WINDOW_SECONDS = 60;
const SECRET_KEY_LIMIT = 6_000;
const PUBLISHABLE_KEY_LIMIT = 1_200;

export interface RequestLimit {
  /** Requests with the same bucket share one budget. */
  readonly bucket: string;
  /** Requests per WINDOW_SECONDS. */
  readonly limit: number;
}

/** Those of a client's networks, narrowest first: a request counts in all of them, or in none. */
export type RequestLimits = readonly [narrowest: RequestLimit, ...wider: RequestLimit[]];

/** The part of a credential that decides its limits. */
export interface LimitedCredential {
  readonly id: string;
  readonly kind: 'secret' | 'publishable' | 'operator';
  /** Null: the default limit of the kind. */
  readonly requestsPerMinute: number | null;
}

/**
 * A secret key and an operator session have one budget wherever they are used. A publishable key is in every visitor's
 * browser, so it has one budget per client network.
 */
export function credentialLimits(credential: LimitedCredential, clientAddress: string): RequestLimits {
  const { id, kind, requestsPerMinute } = credential;
  // A limit that was changed has a budget of its own: the one before may be spent for up to a window.
  const budget = requestsPerMinute === null ? id : `${id}:${requestsPerMinute}`;
  if (kind !== 'publishable') return [{ bucket: budget, limit: requestsPerMinute ?? SECRET_KEY_LIMIT }];
  return limitsPerNetwork(budget, requestsPerMinute ?? PUBLISHABLE_KEY_LIMIT, clientAddress);
}

/** For a route that takes no credential: one budget per client network. */
export function openRouteLimits(path: string, limit: number, clientAddress: string): RequestLimits {
  return limitsPerNetwork(path, limit, clientAddress);
}

/** Failed authentications per client network. Successful ones do not count. */
const FAILURE_LIMITS = { api_key: 100, admin_token: 30 } as const;

export type FailureKind = keyof typeof FAILURE_LIMITS;

export function failureLimits(kind: FailureKind, clientAddress: string): RequestLimits {
  return limitsPerNetwork(`failed ${kind}`, FAILURE_LIMITS[kind], clientAddress);
}

function limitsPerNetwork(budget: string, limit: number, clientAddress: string): RequestLimits {
  const limitOf = ({ name, factor }: ClientNetwork): RequestLimit => ({
    bucket: `${budget}|${name}`,
    limit: limit * factor,
  });
  const [narrowest, ...wider] = networksOf(clientAddress);
  return [limitOf(narrowest), ...wider.map(limitOf)];
}
