import {
  contextFromStranger,
  histogram,
  observableGauge,
  observe,
  traceparentOf,
} from '@lodging/kit-runtime';
import type { Attributes } from '@lodging/kit-runtime';
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Context } from '@opentelemetry/api';
import type { FastifyReply, FastifyRequest } from 'fastify';

const tracer = trace.getTracer('lodging.http');
/** TLS ends before the process. */
const SCHEME = { 'url.scheme': 'http' } as const;
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']);

const duration = histogram({
  name: 'http.server.request.duration',
  unit: 's',
  description: 'Duration of requests, from their headers to the last byte of the response.',
});
const activeRequests = observableGauge({
  name: 'http.server.active_requests',
  unit: '{request}',
  description: 'Requests in progress.',
});
let active = 0;
observe((result) => result.observe(activeRequests, active, SCHEME));

export interface RequestSpan {
  readonly traceparent: string;
  readonly context: Context;
}

/** Continues the trace of the client's `traceparent` header, whatever it says about sampling. The span ends when the connection has taken the response, or closed. */
export function startRequestSpan(request: FastifyRequest, reply: FastifyReply): RequestSpan {
  const header = request.headers['traceparent'];
  const parent = contextFromStranger(typeof header === 'string' ? header : undefined) ?? context.active();
  const route = request.routeOptions.url;
  const method = METHODS.has(request.method) ? request.method : '_OTHER';
  const name = route === undefined ? method : `${method} ${route}`;
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, parent);
  const startedAt = performance.now();
  active += 1;
  reply.raw.once('close', () => {
    active -= 1;
    const attributes = requestAttributes(method, route, reply);
    duration.record((performance.now() - startedAt) / 1000, attributes);
    if (span.isRecording()) {
      span.setAttributes({ ...attributes, ...pathOf(request), 'lodging.request_id': request.id });
      if ('error.type' in attributes) span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  });
  return { traceparent: traceparentOf(span), context: trace.setSpan(parent, span) };
}

/** The traceparent of a response to bytes that were no request, so that its client has a trace id to name. */
export function refusedConnectionTraceparent(): string {
  const span = tracer.startSpan('refused connection', { kind: SpanKind.SERVER });
  span.end();
  return traceparentOf(span);
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Records ids only: other segments of a path may contain a token or personal data. */
function pathOf({ routeOptions: { url: route }, url }: FastifyRequest): Attributes {
  if (route === undefined) return {};
  const segments = url.split('?', 1)[0]?.split('/') ?? [];
  const path = route.split('/').map((part, index) => {
    const segment = segments[index] ?? '';
    return part.startsWith(':') && ID.test(segment) ? segment : part;
  });
  return { 'url.path': path.join('/') };
}

const FIRST_SERVER_ERROR = 500;

function requestAttributes(method: string, route: string | undefined, { raw }: FastifyReply): Attributes {
  return {
    'http.request.method': method,
    ...(route === undefined ? {} : { 'http.route': route }),
    ...(raw.writableFinished ? statusAttributes(raw.statusCode) : { 'error.type': 'client_closed' }),
    ...SCHEME,
  };
}

function statusAttributes(status: number): Attributes {
  const failed = status >= FIRST_SERVER_ERROR ? { 'error.type': String(status) } : {};
  return { 'http.response.status_code': status, ...failed };
}
