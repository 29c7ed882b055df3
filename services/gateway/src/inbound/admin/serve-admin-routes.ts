import { ROOT_TOKEN_NAME } from '@lodging/contract-public';
import { ProblemError, sendProblem } from '@lodging/kit-http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isWellFormedAdminToken } from '../../domain/audit/admin-token.ts';
import type { Actor } from '../../domain/audit/audit.ts';
import { countAuthenticationFailure } from '../../metrics.ts';
import { addressOfRequest } from '../client-address.ts';
import { isSameSecret } from '../constant-time.ts';
import type { FailureLimiter } from '../failure-limiter.ts';
import type { AdminDeps, AdminRoute } from './admin-route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    administrator: Administrator | null;
  }
}

interface Administrator {
  readonly actor: Actor;
  readonly may: (scope: AdminRoute['scope']) => boolean;
}

const ROOT: Administrator = {
  actor: { kind: 'admin_token', id: ROOT_TOKEN_NAME, name: ROOT_TOKEN_NAME },
  may: () => true,
};

export function serveAdminRoutes(
  app: FastifyInstance,
  routes: readonly AdminRoute[],
  deps: AdminDeps,
  rootTokens: readonly string[],
  failures: FailureLimiter,
): void {
  app.decorateRequest('administrator', null);
  // On unknown paths too: without the token a caller cannot find out which paths exist.
  app.addHook('onRequest', async (request) => {
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (given !== undefined)
      request.administrator = await administratorOf(deps, rootTokens, given, () => ({
        isSuspect: failures.isExceeded('admin_token', request),
      }));
    if (request.administrator !== null) return;
    countAuthenticationFailure('admin_token');
    if (given !== undefined) await failures.count('admin_token', request);
    throw new ProblemError({
      code: 'invalid_admin_token',
      detail: 'Send the admin token as "Authorization: Bearer <ADMIN_TOKEN>".',
      headers: { 'www-authenticate': 'Bearer' },
    });
  });
  for (const route of routes) serve(app, route, deps);
}

/** The root tokens are compared first, so that they are accepted while the database is unavailable. */
async function administratorOf(
  { adminTokenFinder, digest }: Pick<AdminDeps, 'adminTokenFinder' | 'digest'>,
  rootTokens: readonly string[],
  given: string,
  client: () => { readonly isSuspect: boolean },
): Promise<Administrator | null> {
  if (rootTokens.some((token) => isSameSecret(given, token))) return ROOT;
  if (!isWellFormedAdminToken(given)) return null;
  const token = await adminTokenFinder.find(digest(given), client());
  if (token === undefined) return null;
  const { id, name, scopes } = token;
  // No token makes tokens: one that ends could make another that does not.
  const may = (scope: AdminRoute['scope']) => scope !== 'root' && scopes.includes(scope);
  return { actor: { kind: 'admin_token', id, name }, may };
}

/** Before the body is read, and before anything is looked up. Throws the problem. */
function requireScope({ administrator }: FastifyRequest, { scope }: AdminRoute): void {
  if (administrator?.may(scope) === true) return;
  countAuthenticationFailure('not_permitted');
  const detail =
    scope === 'root'
      ? 'This operation requires the root token.'
      : `The admin token lacks the scope ${scope}.`;
  throw new ProblemError({ code: 'insufficient_permission', detail });
}

function serve(app: FastifyInstance, route: AdminRoute, deps: AdminDeps): void {
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    onRequest: async (request) => requireScope(request, route),
    handler: async (request, reply) => {
      const { query, body, id: requestId, administrator } = request;
      if (administrator === null)
        throw new Error(`${route.method} ${route.path} was handled without authorization`);
      const address = addressOfRequest(deps.clientAddressOf, request);
      const source = { actor: administrator.actor, requestId, address };
      const done = await route.handle(deps, { params: paramsOf(request), query, body, source });
      if (!done.ok) return sendProblem(reply, done.refusal);
      reply.code(route.status);
      return route.status === 204 ? reply.send() : reply.send(done.value);
    },
  });
}

function paramsOf({ params }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(Object.entries(Object(params)).map(([name, value]) => [name, String(value)]));
}
