import type { ApiKey } from './api-key.ts';

export const WINDOW_SECONDS = 60;
const SECRET_KEY_LIMIT = 6_000;
const PUBLISHABLE_KEY_LIMIT = 1_200;

export interface RequestLimit {
  /** Requests with one bucket spend one budget. */
  readonly bucket: string;
  readonly limit: number;
}

/** An operator's session has what a secret key has. A publishable key is in every visitor's browser, so each address has a budget of its own. */
export function requestLimitOf(key: ApiKey, clientAddress: string): RequestLimit {
  if (key.kind !== 'publishable') return { bucket: key.id, limit: key.requestsPerMinute ?? SECRET_KEY_LIMIT };
  const bucket = `${key.id}|${networkOf(clientAddress)}`;
  return { bucket, limit: key.requestsPerMinute ?? PUBLISHABLE_KEY_LIMIT };
}

/** For a route that no key speaks on: the addresses that use it have a budget each. */
export function openRouteLimitOf(path: string, limit: number, clientAddress: string): RequestLimit {
  return { bucket: `${path}|${networkOf(clientAddress)}`, limit };
}

/** One household or server has a whole IPv6 /64; an IPv4 address written as IPv6 stays what it is. */
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
