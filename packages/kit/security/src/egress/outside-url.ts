import { isIP } from 'node:net';
import type { Result } from '@lodging/kernel';
import { isPublicAddress } from './public-address.ts';

/** Where to connect, once the name is resolved. */
export interface OutsideUrl {
  readonly url: URL;
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** The development host, which is on this machine. */
  readonly isLocalhost: boolean;
}

const PORTS = new Set([80, 443]);
/** Below are the doors of mail, shells and the like. */
const FIRST_FREE_PORT = 1_024;
/** As it is written, before the URL standard makes one of many spellings. */
const LOCALHOST = /^http:\/\/localhost(?::\d+)?(?:[/?#]|$)/;

/** Why an address may not be called; the words for it are the caller's. */
export type RefusedUrl = 'not-http' | 'credentials' | 'port' | 'inside';

const refused = (reason: RefusedUrl): { ok: false; refusal: RefusedUrl } => ({ ok: false, refusal: reason });

/** The URL standard has already turned decimal, hexadecimal, octal and short spellings into one, and names into ASCII. */
export function readOutsideUrl(text: string, allowLocalhost: boolean): Result<OutsideUrl, RefusedUrl> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return refused('not-http');
  }
  if (url.username !== '' || url.password !== '') {
    return refused('credentials');
  }
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocalhost = allowLocalhost && LOCALHOST.test(text);
  const outside = { url, host, port, secure, isLocalhost };
  if (isLocalhost) {
    return { ok: true, value: outside };
  }
  if (!PORTS.has(port) && port < FIRST_FREE_PORT) {
    return refused('port');
  }
  return isLiteralInside(host) || isNameInside(host) ? refused('inside') : { ok: true, value: outside };
}

function isLiteralInside(host: string): boolean {
  return isIP(host) !== 0 && !isPublicAddress(host);
}

/** Names that by their kind never lead outside. Others are resolved and judged by their addresses. */
function isNameInside(host: string): boolean {
  return /(?:^|\.)(?:localhost|local|internal)\.?$/.test(host);
}
