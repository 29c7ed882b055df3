import type { Logger } from '@lodging/kit-runtime';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { collectAllowedMethods } from './allowed-methods.ts';
import { createClientErrorHandler, createConnectHandler } from './client-errors.ts';
import { limitConnections } from './connection-limit.ts';
import type { ConnectionLimits } from './connection-limit.ts';
import { DEFAULT_HEADERS } from './default-headers.ts';
import { createErrorHandler } from './error-handler.ts';
import { parseJsonBody } from './json-body.ts';
import { closeConnectionsInTurn } from './close-connections.ts';
import { onRequest } from './on-request.ts';
import { ProblemRenderer, sendProblem } from './problems.ts';
import type { ProblemHeaders, ProblemTable } from './problems.ts';
import { startRequestSpan } from './request-span.ts';

export interface HttpServerOptions {
  /** The `server` of log lines. */
  readonly name: string;
  readonly log: Logger;
  readonly problems: ProblemTable;
  /** The prefix of the code in the `type` of a problem. */
  readonly problemBase: string;
  readonly problemHeaders?: ProblemHeaders;
  /** The default; a route may set its own. */
  readonly bodyLimitBytes: number;
  readonly timeouts?: Partial<HttpTimeouts>;
  /** 1,000 in all unless given. */
  readonly connections?: ConnectionLimits;
}

export interface HttpTimeouts {
  readonly headersMs: number;
  /** Of the whole request, with its body. */
  readonly requestMs: number;
  /** The interval at which Node ends late requests. */
  readonly checkIntervalMs: number;
  /** Longer than the keep-alive of a load balancer, so that it never uses a connection that is being closed. */
  readonly keepAliveMs: number;
}

const TIMEOUTS: HttpTimeouts = {
  headersMs: 5000,
  requestMs: 10_000,
  checkIntervalMs: 1000,
  keepAliveMs: 72_000,
};
const MAX_HEADER_BYTES = 16_384;
const MAX_CONNECTIONS = 1_000;
/** So large that the route decides on an id that is too long, not the router. */
const MAX_PARAM_LENGTH = MAX_HEADER_BYTES;

export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const log = options.log.child({ server: options.name });
  const problems = new ProblemRenderer(options.problems, options.problemBase);
  const handleError = createErrorHandler(log);
  const app = fastify({
    ...serverLimits({ ...TIMEOUTS, ...options.timeouts }),
    bodyLimit: options.bodyLimitBytes,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    clientErrorHandler: createClientErrorHandler(problems),
    // Runs before any hook, so the headers are not set yet.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...DEFAULT_HEADERS, 'x-request-id': request.id });
      reply.header('traceparent', startRequestSpan(request, reply).traceparent);
      handleError(error, request, reply);
    },
  });
  app.decorate('problems', problems);
  app.decorate('problemHeaders', options.problemHeaders ?? (() => ({})));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, parseJsonBody(body as Buffer));
  });
  app.addHook('onRequest', onRequest);
  app.setErrorHandler(handleError);
  handleUnknownRoutes(app);
  app.server.on('connect', createConnectHandler(problems));
  // Node's response to an unknown Expect header is no problem+json. RFC 9110, 10.1.1 lets a server ignore the header.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  limitConnections(app, problems, options.connections ?? { max: MAX_CONNECTIONS });
  closeConnectionsInTurn(app);
  return app;
}

function serverLimits(timeouts: HttpTimeouts) {
  return {
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    // Requests that arrive while the server closes are served, on connections that then close.
    return503OnClosing: false,
    http: {
      headersTimeout: Math.min(timeouts.headersMs, timeouts.requestMs),
      requestTimeout: timeouts.requestMs,
      // 30 s by default.
      connectionsCheckingInterval: timeouts.checkIntervalMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Node's refusal is no problem+json; see on-request.ts.
      requireHostHeader: false,
    },
  };
}

function handleUnknownRoutes(app: FastifyInstance): void {
  const allowedMethods = collectAllowedMethods(app);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = allowedMethods(path);
    if (methods.length === 0) {
      return sendProblem(reply, { code: 'not_found', detail: 'There is nothing at this address.' });
    }
    const allow = methods.join(', ');
    const detail = `This address takes ${allow} only.`;
    return sendProblem(reply, { code: 'method_not_allowed', detail, headers: { allow } });
  });
}
