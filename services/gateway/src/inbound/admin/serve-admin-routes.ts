import { ROOT_TOKEN_NAME } from '@lodging/contract-public';
import { ProblemError, sendProblem } from '@lodging/kit-http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isWellFormedAdminToken } from '../../domain/admin-token.ts';
import type { Actor } from '../../domain/audit.ts';
import { countAuthenticationFailure } from '../../metrics.ts';
import { addressOfRequest } from '../client-address.ts';
import { isSameSecret } from '../constant-time.ts';
import type { FailureLimiter } from '../failure-limiter.ts';
import type { AdminDeps, AdminRoute } from './admin-route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
}

const ROOT: Actor = { kind: 'admin_token', id: ROOT_TOKEN_NAME, name: ROOT_TOKEN_NAME };

export function serveAdminRoutes(
  app: FastifyInstance,
  routes: readonly AdminRoute[],
  deps: AdminDeps,
  rootTokens: readonly string[],
  failures: FailureLimiter,
): void {
  app.decorateRequest('actor', null);
  // On unknown paths too: without the token a caller cannot find out which paths exist.
  app.addHook('onRequest', async (request) => {
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (given !== undefined) request.actor = await actorOf(deps, rootTokens, given);
    if (request.actor !== null) return;
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
async function actorOf(
  { adminTokens, digest }: Pick<AdminDeps, 'adminTokens' | 'digest'>,
  rootTokens: readonly string[],
  given: string,
): Promise<Actor | null> {
  if (rootTokens.some((token) => isSameSecret(given, token))) return ROOT;
  if (!isWellFormedAdminToken(given)) return null;
  const token = await adminTokens.use(digest(given));
  return token === undefined ? null : { kind: 'admin_token', ...token };
}

function serve(app: FastifyInstance, route: AdminRoute, deps: AdminDeps): void {
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    handler: async (request, reply) => {
      const { query, body, id: requestId, actor } = request;
      if (actor === null) throw new Error(`${route.method} ${route.path} was handled without authorization`);
      const address = addressOfRequest(deps.clientAddressOf, request);
      const source = { actor, requestId, address };
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
