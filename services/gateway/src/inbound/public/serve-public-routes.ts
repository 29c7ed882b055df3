// Owns the one pipeline behind the table of /v1: admit, read what was sent, ask the neighbour, write the answer.
import { sendProblem } from '@lodging/kit-http';
import type { Call } from '@lodging/kit-messaging';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readCursor, writeCursor } from '../../domain/cursor.ts';
import type { Seal } from '../../domain/cursor.ts';
import { admitVisitor, idempotencyKeyOf } from './admit-visitor.ts';
import type { Door, Visitor } from './admit-visitor.ts';
import { answerPreflights } from './cors.ts';
import type { Forwarder, PublicRoute } from './public-route.ts';

export interface PublicParts extends Door {
  readonly forwarder: Forwarder;
  readonly seal: Seal;
  readonly epochMs: () => number;
}

/** What the door found out, kept for the handler. */
interface Admitted extends Visitor {
  readonly idempotencyKey: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | null;
  }
}

export function servePublicRoutes(
  app: FastifyInstance,
  routes: readonly PublicRoute[],
  parts: PublicParts,
): void {
  app.decorateRequest('admitted', null);
  answerPreflights(
    app,
    routes.map((route) => routerPath(route)),
  );
  for (const route of routes) serve(app, route, parts);
}

function serve(app: FastifyInstance, route: PublicRoute, parts: PublicParts): void {
  app.route({
    method: route.method,
    url: routerPath(route),
    ...(route.bodyLimitBytes === undefined ? {} : { bodyLimit: route.bodyLimitBytes }),
    // Before the body is read: nobody uploads anything without a key.
    onRequest: async (request, reply) => {
      const visitor = await admitVisitor(parts, route, request, reply);
      const idempotencyKey = route.takesIdempotencyKey ? idempotencyKeyOf(request) : '';
      request.admitted = { ...visitor, idempotencyKey };
    },
    handler: (request, reply) => answer(route, parts, request, reply),
  });
}

async function answer(
  route: PublicRoute,
  { forwarder, seal, epochMs }: PublicParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { admitted } = request;
  if (admitted === null) throw new Error(`${route.method} ${route.path} was reached past its door`);
  const { tenantId, livemode, caller, idempotencyKey } = admitted;
  const read = route.read({
    id: idIn(request),
    idempotencyKey,
    query: request.query,
    body: request.body,
    openCursor: (list, cursor) => readCursor(seal, { list, tenantId }, cursor),
  });
  if (!read.ok) return sendProblem(reply, read.refusal);
  const deadline = epochMs() + route.patienceMs;
  const call: Call = { tenantId, livemode, caller, requestId: request.id, deadline };
  const answered = await read.value(forwarder, call);
  if (!answered.ok) return sendProblem(reply, answered.refusal);
  const written = route.write(answered, (list, position) => writeCursor(seal, { list, tenantId }, position));
  if (written.replayed) reply.header('idempotent-replayed', 'true');
  if (route.cacheControl !== undefined) reply.header('cache-control', route.cacheControl);
  return reply.code(written.status).type('application/json; charset=utf-8').send(written.body);
}

/** UUIDs in upper case name the same record. */
function idIn({ params }: FastifyRequest): string {
  const id: unknown = typeof params === 'object' && params !== null && 'id' in params ? params.id : '';
  return typeof id === 'string' ? id.toLowerCase() : '';
}

function routerPath({ path }: PublicRoute): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
