// Owns the server span of a request: it continues the caller's trace and ends when the answer is out.
import { contextFrom, traceparentOf } from '@lodging/kit-runtime';
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Context, Span } from '@opentelemetry/api';
import type { FastifyReply, FastifyRequest } from 'fastify';

const tracer = trace.getTracer('lodging.http');

export interface RequestSpan {
  readonly traceparent: string;
  readonly context: Context;
}

export function startRequestSpan(request: FastifyRequest, reply: FastifyReply): RequestSpan {
  const header = request.headers['traceparent'];
  const parent = contextFrom(typeof header === 'string' ? header : undefined) ?? context.active();
  const route = request.routeOptions.url;
  const name = route === undefined ? request.method : `${request.method} ${route}`;
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, parent);
  if (span.isRecording()) describe(span, request, reply, route);
  return { traceparent: traceparentOf(span), context: trace.setSpan(parent, span) };
}

/** For an answer that belongs to no request: the client gets a trace id it can name all the same. */
export function loneTraceparent(): string {
  const span = tracer.startSpan('refused connection', { kind: SpanKind.SERVER });
  span.end();
  return traceparentOf(span);
}

function describe(span: Span, request: FastifyRequest, reply: FastifyReply, route: string | undefined): void {
  span.setAttribute('http.request.method', request.method);
  span.setAttribute('lodging.request_id', request.id);
  if (route !== undefined) span.setAttribute('http.route', route);
  reply.raw.once('close', () => {
    span.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
}
