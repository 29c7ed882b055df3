import { context } from '@opentelemetry/api';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { COMMON_HEADERS } from './common-headers.ts';
import { sendProblem } from './problem-book.ts';
import type { Problem } from './problem-book.ts';
import { startRequestSpan } from './request-span.ts';

export const MAX_URL_LENGTH = 8192;

/** The only hook on the way of a request. It takes a callback because a promise per request is not free. */
export function admitRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  const span = startRequestSpan(request, reply);
  reply.headers(COMMON_HEADERS);
  reply.header('x-request-id', request.id);
  reply.header('traceparent', span.traceparent);
  const problem = refusalOf(request);
  if (problem !== undefined) {
    void sendProblem(reply, problem);
    return;
  }
  if (request.is404 || hasNoBody(request)) ignoreContentType(request);
  context.with(span.context, done);
}

function refusalOf(request: FastifyRequest): Problem | undefined {
  const { headers, url } = request;
  if (url.length > MAX_URL_LENGTH) {
    return { code: 'uri_too_long', detail: `The address is longer than ${MAX_URL_LENGTH} characters.` };
  }
  if (headers['content-encoding'] !== undefined) {
    return { code: 'unsupported_media_type', detail: 'The body must be sent without a Content-Encoding.' };
  }
  if (headers.host === undefined && request.raw.httpVersion !== '1.0') {
    return { code: 'bad_request', detail: 'The Host header is missing.' };
  }
  return undefined;
}

function hasNoBody({ headers }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] === undefined && (length === undefined || length === '0');
}

/** Without it the framework reads no body: none for an unknown path, and none where there is none. */
function ignoreContentType({ headers }: FastifyRequest): void {
  if (headers['content-type'] !== undefined) Reflect.deleteProperty(headers, 'content-type');
}
