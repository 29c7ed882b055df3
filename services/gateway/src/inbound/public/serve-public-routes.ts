import type { RequestContext } from '@lodging/kit-runtime';
import { sendProblem } from '@lodging/kit-http';
import type { Problem } from '@lodging/kit-http';
import type { Clock } from '@lodging/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readCursor, readCursorInWords, writeCursor } from '../../domain/cursor.ts';
import type { CursorScope, Position, Seal } from '../../domain/cursor.ts';
import { admitVisitor, idempotencyKeyOf, pathValues } from './admit-visitor.ts';
import type { Door, Principal } from './admit-visitor.ts';
import { answerPreflights } from './cors.ts';
import type { Forwarder, PublicRoute } from './public-route.ts';
import type { HttpAnswer } from './write-answer.ts';

export interface PublicParts extends Door {
  readonly forwarder: Forwarder;
  readonly seal: Seal;
  readonly epochMs: () => number;
  readonly clock: Clock;
  /** Without a slash at the end. */
  readonly publicUrl: string;
}

/** What the door found out, kept for the handler. */
interface Admitted extends Principal {
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
    routes.filter(({ forBrowsers }) => forBrowsers).map((route) => routerPath(route)),
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
  { forwarder, seal, epochMs, clock, publicUrl }: PublicParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { admitted } = request;
  if (admitted === null) throw new Error(`${route.method} ${route.path} was reached past its door`);
  const { tenantId, livemode, caller, timezone, idempotencyKey } = admitted;
  const named = namedIn(request);
  const scopeOf = (list: string) => cursorScope(list, named.id, tenantId);
  const read = route.read({
    ...named,
    publicUrl,
    idempotencyKey,
    ifNoneMatch: request.headers['if-none-match'],
    keyId: caller.keyId,
    timezone,
    today: () => clock.now().toZonedDateTimeISO(timezone).toPlainDate(),
    query: request.query,
    body: request.body,
    openCursor: (list, cursor) => readCursor(seal, scopeOf(list), cursor),
    openCursorInWords: (list, cursor) => readCursorInWords(seal, scopeOf(list), cursor),
  });
  if (!read.ok) return sendProblem(reply, read.refusal);
  const deadline = epochMs() + route.queueTimeoutMs;
  const ctx: RequestContext = { tenantId, livemode, caller, requestId: request.id, deadline };
  const answered = await read.value(forwarder, ctx);
  if (!answered.ok) return refuse(reply, answered.refusal);
  const seals = (list: string, position: Position | string) => writeCursor(seal, scopeOf(list), position);
  return send(reply, route, route.write(answered, route.status, seals));
}

/** Where a list belongs to one record, each record has a list of its own. */
function cursorScope(list: string, id: string, tenantId: string): CursorScope {
  return { list: id === '' ? list : `${list} of ${id}`, tenantId };
}

function send(
  reply: FastifyReply,
  { cacheControl, vary, mediaType = 'application/json; charset=utf-8' }: PublicRoute,
  { status, body, replayed, etag, lastModified }: HttpAnswer,
): FastifyReply {
  if (replayed) reply.header('idempotent-replayed', 'true');
  if (cacheControl !== undefined) reply.header('cache-control', cacheControl);
  if (vary !== undefined) reply.header('vary', vary);
  if (etag !== undefined) reply.header('etag', etag);
  if (lastModified !== undefined) reply.header('last-modified', lastModified);
  reply.code(status);
  return body === undefined ? reply.send() : reply.type(mediaType).send(body);
}

/** Whoever is not let in is told how one gets in (RFC 9110 §15.5.2). */
function refuse(reply: FastifyReply, refusal: Problem): FastifyReply {
  if (refusal.code === 'invalid_credentials') reply.header('www-authenticate', 'Bearer');
  return sendProblem(reply, refusal);
}

/** UUIDs in upper case name the same record; a token in another case is another one. */
function namedIn(request: FastifyRequest): { id: string; innerId: string; token: string } {
  const { id = '', token = '', ...others } = pathValues(request);
  const [innerId = ''] = Object.values(others);
  return { id: id.toLowerCase(), innerId: innerId.toLowerCase(), token };
}

function routerPath({ path }: PublicRoute): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
