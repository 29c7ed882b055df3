import type { Logger } from '@lodging/kit-runtime';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { admitRequest } from './admit-request.ts';
import { clientErrorHandler, refuseTunnels } from './answer-client-error.ts';
import { answerErrors } from './answer-error.ts';
import { COMMON_HEADERS } from './common-headers.ts';
import { parseJsonBody } from './json-body.ts';
import { watchRoutes } from './known-paths.ts';
import { ProblemBook, sendProblem } from './problem-book.ts';
import type { ProblemTable } from './problem-book.ts';
import { startRequestSpan } from './request-span.ts';

export interface HttpServerOptions {
  /** For the log. */
  readonly name: string;
  readonly log: Logger;
  readonly problems: ProblemTable;
  /** Address before the code in the `type` of a problem. */
  readonly problemBase: string;
  /** A route may set its own. */
  readonly bodyLimitBytes: number;
  readonly timeouts?: Partial<HttpTimeouts>;
}

export interface HttpTimeouts {
  readonly headersMs: number;
  /** For the whole request, body included. */
  readonly requestMs: number;
  /** How often late requests are looked for. */
  readonly checkEveryMs: number;
  /** Longer than a load balancer keeps its own side. */
  readonly keepAliveMs: number;
}

const TIMEOUTS: HttpTimeouts = {
  headersMs: 5000,
  requestMs: 10_000,
  checkEveryMs: 1000,
  keepAliveMs: 72_000,
};
const CLOSE_IDLE_EVERY_MS = 50;
const MAX_HEADER_BYTES = 16_384;
/** An id too long to be one is for its route to refuse. */
const MAX_PATH_PART_LENGTH = MAX_HEADER_BYTES;

export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const log = options.log.child({ door: options.name });
  const book = new ProblemBook(options.problems, options.problemBase);
  const answerError = answerErrors(log);
  const app = fastify({
    ...serverLimits({ ...TIMEOUTS, ...options.timeouts }),
    bodyLimit: options.bodyLimitBytes,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: MAX_PATH_PART_LENGTH },
    clientErrorHandler: clientErrorHandler(book),
    // Reached before any hook, so that nothing has set the headers yet.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...COMMON_HEADERS, 'x-request-id': request.id });
      reply.header('traceparent', startRequestSpan(request, reply).traceparent);
      answerError(error, request, reply);
    },
  });
  app.decorate('problemBook', book);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, parseJsonBody(body as Buffer));
  });
  app.addHook('onRequest', admitRequest);
  app.setErrorHandler(answerError);
  refuseUnknownRoutes(app);
  app.server.on('connect', refuseTunnels(book));
  // Node's own answer to an expectation that it does not know is no problem+json; RFC 9110 lets us overlook it.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  closeWhatFallsIdle(app);
  return app;
}

/**
 * While the server closes, an answer to what was under way leaves its connection open for the next request, and
 * nobody would close it before its keep-alive ends.
 */
function closeWhatFallsIdle(app: FastifyInstance): void {
  let sweeping: NodeJS.Timeout | undefined;
  app.addHook('preClose', (done) => {
    sweeping = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
    done();
  });
  app.addHook('onClose', async () => clearInterval(sweeping));
}

function serverLimits(timeouts: HttpTimeouts) {
  return {
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    // No limit of requests per connection: Node answers 503 to clients that overlook the `Connection: close` before it.
    // What is under way when the server closes is finished, on connections that then close.
    return503OnClosing: false,
    http: {
      headersTimeout: Math.min(timeouts.headersMs, timeouts.requestMs),
      requestTimeout: timeouts.requestMs,
      // Node looks for late requests every 30 s unless told otherwise.
      connectionsCheckingInterval: timeouts.checkEveryMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Node's own refusal is no problem+json; ours is in admit-request.
      requireHostHeader: false,
    },
  };
}

function refuseUnknownRoutes(app: FastifyInstance): void {
  const paths = watchRoutes(app);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = paths.methodsOf(path);
    if (methods.length === 0) {
      return sendProblem(reply, { code: 'not_found', detail: 'There is nothing at this address.' });
    }
    const allow = methods.join(', ');
    const detail = `This address takes ${allow} only.`;
    return sendProblem(reply, { code: 'method_not_allowed', detail, headers: { allow } });
  });
}
