import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';

/** The cookie in which the console has the session of its operator. */
export interface ConsoleCookie {
  readonly name: string;
  /** '' where the session was taken away; undefined where the request has no such cookie. */
  read(request: FastifyRequest): string | undefined;
  /** The Set-Cookie of a new session. */
  set(token: string): string;
  /**
   * The Set-Cookie after the end of the session. An empty cookie stays, so that the requests of another tab are answered
   * `session_ended`, not as requests without a key.
   */
  empty(): string;
}

/**
 * The scheme of the public address decides, never the request: over https only this host can set the cookie, which browsers
 * enforce for the prefix `__Host-`. It ends with the browser.
 */
export function createConsoleCookie(publicUrl: string): ConsoleCookie {
  const secure = new URL(publicUrl).protocol === 'https:';
  const name = consoleCookieName(publicUrl);
  const written = (value: string) =>
    stringifySetCookie({ name, value, path: '/', secure, httpOnly: true, sameSite: 'strict' });
  return {
    name,
    read({ headers: { cookie } }) {
      // Most requests are of servers, which send none.
      return cookie === undefined ? undefined : parseCookie(cookie)[name];
    },
    set: written,
    empty: () => written(''),
  };
}

export function consoleCookieName(publicUrl: string): string {
  return new URL(publicUrl).protocol === 'https:' ? '__Host-lodging-console' : 'lodging-console';
}
