import { ProblemError, sendProblem } from '@lodging/kit-http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countNotLetIn } from '../../metrics.ts';
import type { AdminRoute } from './admin-route.ts';

export interface AdminDoor {
  /** Compares in a time that tells nothing. */
  readonly isToken: (given: string) => boolean;
}

export function serveAdminRoutes(
  app: FastifyInstance,
  routes: readonly AdminRoute[],
  { isToken }: AdminDoor,
): void {
  // For every path, known or not: without the token nobody learns what there is.
  app.addHook('onRequest', async (request) => {
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (given !== undefined && isToken(given)) return;
    countNotLetIn('admin_token');
    throw new ProblemError({
      code: 'invalid_admin_token',
      detail: 'Send the admin token as "Authorization: Bearer <ADMIN_TOKEN>".',
      headers: { 'www-authenticate': 'Bearer' },
    });
  });
  for (const route of routes) serve(app, route);
}

function serve(app: FastifyInstance, route: AdminRoute): void {
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    handler: async (request, reply) => {
      const { query, body, id: requestId } = request;
      const done = await route.run({ params: paramsOf(request), query, body, requestId });
      if (!done.ok) return sendProblem(reply, done.refusal);
      reply.code(route.status);
      return route.status === 204 ? reply.send() : reply.send(done.value);
    },
  });
}

function paramsOf({ params }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(Object.entries(Object(params)).map(([name, value]) => [name, String(value)]));
}
