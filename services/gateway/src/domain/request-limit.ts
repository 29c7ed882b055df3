import type { Credential } from './credential.ts';

export const WINDOW_SECONDS = 60;
const SECRET_KEY_LIMIT = 6_000;
const PUBLISHABLE_KEY_LIMIT = 1_200;

export interface RequestLimit {
  /** Requests with the same bucket share one budget. */
  readonly bucket: string;
  /** Requests per WINDOW_SECONDS. */
  readonly limit: number;
}

/**
 * A secret key and an operator session have one budget wherever they are used. A publishable key is in every visitor's
 * browser, so it has one budget per client network.
 */
export function credentialLimit(credential: Credential, clientAddress: string): RequestLimit {
  const { id, kind, requestsPerMinute } = credential;
  // A limit that was changed has a budget of its own: the one before may be spent for up to a window.
  const budget = requestsPerMinute === null ? id : `${id}:${requestsPerMinute}`;
  if (kind !== 'publishable') return { bucket: budget, limit: requestsPerMinute ?? SECRET_KEY_LIMIT };
  const bucket = `${budget}|${networkOf(clientAddress)}`;
  return { bucket, limit: requestsPerMinute ?? PUBLISHABLE_KEY_LIMIT };
}

/** For a route that takes no credential: one budget per client network. */
export function openRouteLimit(path: string, limit: number, clientAddress: string): RequestLimit {
  return { bucket: `${path}|${networkOf(clientAddress)}`, limit };
}

/** Failed authentications per client network. Successful ones do not count. */
const FAILURE_LIMITS = { api_key: 100, admin_token: 30 } as const;

export type FailureKind = keyof typeof FAILURE_LIMITS;

export function failureLimit(kind: FailureKind, clientAddress: string): RequestLimit {
  return { bucket: `failed ${kind}|${networkOf(clientAddress)}`, limit: FAILURE_LIMITS[kind] };
}

/** An IPv6 address counts as its /64, which one household or server has to itself; IPv4 mapped to IPv6 counts as IPv4. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = groupsOf(head);
  const right = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':').map((group) => group.replace(/^0+(?=.)/, ''));
}
