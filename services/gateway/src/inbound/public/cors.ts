import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Guest-Token, Idempotency-Key, If-Match, If-None-Match, Traceparent',
  'access-control-max-age': '600',
};
const EXPOSED_HEADERS =
  'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, ETag, Traceparent';

export type PathTest = (url: string) => boolean;

export function originOf({ headers }: FastifyRequest): string | undefined {
  return typeof headers.origin === 'string' ? headers.origin : undefined;
}

/** A cache must not serve the response to another origin. */
export function varyByOrigin(reply: FastifyReply): void {
  reply.header('vary', 'Origin');
}

/** Without Access-Control-Allow-Credentials: a page sends its key, never a cookie. */
export function originHeaders(origin: string) {
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED_HEADERS };
}

/** A preflight carries no key, so every origin is answered; allowed origins are checked on the request itself. */
export function servePreflights(app: FastifyInstance, paths: readonly string[]): void {
  for (const path of new Set(paths)) app.options(path, async (request, reply) => answer(request, reply));
}

/** Of paths that no operation has: without an answer a browser would hide the refusal from the page. */
export function serveUnknownPreflights(app: FastifyInstance, isOpen: PathTest): void {
  app.options('/v1/*', async (request, reply) =>
    isOpen(request.url) ? reply.callNotFound() : answer(request, reply),
  );
}

function answer(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const origin = originOf(request);
  reply.header('vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers');
  if (origin !== undefined && request.headers['access-control-request-method'] !== undefined) {
    reply.headers(PREFLIGHT_HEADERS);
    // Sandboxed pages and local files all send "null", so it identifies no origin.
    if (origin !== 'null') reply.header('access-control-allow-origin', origin);
  }
  return reply.code(204).send();
}

/** Recognizes an address with the path of a route. The paths have the placeholders of OpenAPI. */
export function pathTest(paths: readonly string[]): PathTest {
  const patterns = paths.map(
    (path) => new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  );
  return (url) => {
    const [path = ''] = url.split('?', 1);
    return patterns.some((pattern) => pattern.test(path));
  };
}
