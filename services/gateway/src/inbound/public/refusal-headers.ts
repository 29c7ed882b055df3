import type { FastifyRequest } from 'fastify';
import { isWellFormedKey } from '../../domain/keys/api-key.ts';
import type { Credential } from '../../domain/keys/credential.ts';
import { isSessionToken } from '../../domain/operators/operator-session.ts';
import { bearerOf } from './authenticate-request.ts';
import { originHeaders, originOf } from './cors.ts';
import type { PathTest } from './cors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route of /v1. */
    readonly takesKey?: boolean;
  }
  interface FastifyRequest {
    /** Of the credential, once it was looked up; null before. */
    credentialKind: Credential['kind'] | 'unknown' | null | undefined;
  }
}

const SECRET_KEY = /^sk_/;

/**
 * The page that caused a refusal may read it, whatever its origin. Not where a secret key or a session was sent: those are for
 * servers. `isOpen` recognizes the paths of operations without a key, whose headers are their own.
 */
export function refusalHeaders(isOpen: PathTest): (request: FastifyRequest) => Record<string, string> {
  return (request) => {
    if (!takesKey(request, isOpen)) return {};
    const origin = originOf(request);
    // Sandboxed pages and local files all send "null", so it identifies no origin.
    if (origin === undefined || origin === 'null' || isFromServer(request)) return { vary: 'Origin' };
    return { vary: 'Origin', ...originHeaders(origin) };
  };
}

/** A path without a route counts as that of an operation: the page may have misspelt it. */
function takesKey({ is404, routeOptions, url }: FastifyRequest, isOpen: PathTest): boolean {
  if (is404 || routeOptions.url === undefined) return url.startsWith('/v1/') && !isOpen(url);
  return routeOptions.config.takesKey === true;
}

/** A request that was refused before its key was looked up is known by the text of the key. */
function isFromServer(request: FastifyRequest): boolean {
  const { credentialKind } = request;
  // A request whose address cannot be parsed has no decorations.
  if (credentialKind !== null && credentialKind !== undefined)
    return credentialKind === 'secret' || credentialKind === 'operator';
  const presented = bearerOf(request);
  if (presented === undefined) return false;
  return isSessionToken(presented) || (SECRET_KEY.test(presented) && isWellFormedKey(presented));
}
