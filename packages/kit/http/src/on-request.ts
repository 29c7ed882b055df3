import { context } from '@opentelemetry/api';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { DEFAULT_HEADERS } from './default-headers.ts';
import { countHosts } from '@lodging/kit-runtime';
import { sendProblem } from './problems.ts';
import type { Problem } from './problem.ts';
import { startRequestSpan } from './request-span.ts';

export const MAX_URL_LENGTH = 8192;

/** The only hook of a request. It takes a callback, because a promise for each request has a cost. */
export function onRequest(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
  const span = startRequestSpan(request, reply);
  reply.headers(DEFAULT_HEADERS);
  reply.header('x-request-id', request.id);
  reply.header('traceparent', span.traceparent);
  const problem = problemOf(request);
  if (problem !== undefined) {
    void sendProblem(reply, problem);
    return;
  }
  if (request.is404 || hasNoBody(request)) dropContentType(request);
  context.with(span.context, done);
}

function problemOf({ headers, url, raw }: FastifyRequest): Problem | undefined {
  if (url.length > MAX_URL_LENGTH) {
    return { code: 'uri_too_long', detail: `The address is longer than ${MAX_URL_LENGTH} characters.` };
  }
  if (headers['content-encoding'] !== undefined) {
    return { code: 'unsupported_media_type', detail: 'The body must be sent without a Content-Encoding.' };
  }
  if (headers.host === undefined && raw.httpVersion !== '1.0') {
    return { code: 'bad_request', detail: 'The Host header is missing.' };
  }
  // Node keeps the first; what stands before this server may have kept the last.
  if (countHosts(raw.rawHeaders) > 1) {
    return { code: 'bad_request', detail: 'The message has more than one Host header.' };
  }
  return undefined;
}

function hasNoBody({ headers }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] === undefined && (length === undefined || length === '0');
}

/** With a content type the framework parses the body, also of an unknown path and where there is none. */
function dropContentType({ headers }: FastifyRequest): void {
  if (headers['content-type'] !== undefined) Reflect.deleteProperty(headers, 'content-type');
}
