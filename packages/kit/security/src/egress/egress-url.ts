import { isIP } from 'node:net';
import type { Result } from '@lodging/kernel';
import { isPublicAddress } from './public-address.ts';

/** The address of a server outside, such as a webhook receiver's, whose name is not yet resolved. */
export interface EgressUrl {
  readonly url: URL;
  /** Without the brackets of IPv6. */
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** The host `localhost` of development: it must resolve to a loopback address, any other host to public ones. */
  readonly isLocalhost: boolean;
}

/** Why an address is refused. The caller words the message. */
export type EgressUrlProblem = 'not-http' | 'credentials' | 'port' | 'private-address';

/** Other ports may belong to servers that are not public web servers. */
const PORTS = { 'https:': 443, 'http:': 80 };
/** Matches the text as written, because the URL parser turns many spellings into `localhost`. */
const LOCALHOST = /^http:\/\/localhost(?::\d+)?(?:[/?#]|$)/;
/** Names that never resolve to public addresses. Other names are checked by their addresses. */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal)\.?$/;

/** The URL parser turns decimal, hexadecimal, octal and short IPv4 addresses into dotted ones, and names into ASCII. */
export function parseEgressUrl(text: string, allowLocalhost: boolean): Result<EgressUrl, EgressUrlProblem> {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return refuse('not-http');
  if (url.username !== '' || url.password !== '') return refuse('credentials');
  const secure = url.protocol === 'https:';
  const defaultPort = PORTS[url.protocol];
  const port = url.port === '' ? defaultPort : Number(url.port);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocalhost = allowLocalhost && LOCALHOST.test(text);
  if (!isLocalhost) {
    if (port !== defaultPort) return refuse('port');
    if (isPrivateHost(host)) return refuse('private-address');
  }
  return { ok: true, value: { url, host, port, secure, isLocalhost } };
}

function refuse(problem: EgressUrlProblem): { ok: false; refusal: EgressUrlProblem } {
  return { ok: false, refusal: problem };
}

function isPrivateHost(host: string): boolean {
  return isIP(host) === 0 ? PRIVATE_NAME.test(host) : !isPublicAddress(host);
}
