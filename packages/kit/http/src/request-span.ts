import { contextFrom, gauge, histogram, observe, traceparentOf } from '@lodging/kit-runtime';
import type { Recorder } from '@lodging/kit-runtime';
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Context, Span } from '@opentelemetry/api';
import type { FastifyReply, FastifyRequest } from 'fastify';

const tracer = trace.getTracer('lodging.http');
/** TLS ends before the process. */
const SCHEME = { 'url.scheme': 'http' } as const;
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']);

const duration = histogram({
  name: 'http.server.request.duration',
  unit: 's',
  about: 'How long requests take, from their headers to the last byte of the answer.',
});
const active = gauge({
  name: 'http.server.active_requests',
  unit: '{request}',
  about: 'Requests under way.',
});
let underWay = 0;
observe((report) => report(active, underWay, SCHEME));

export interface RequestSpan {
  readonly traceparent: string;
  readonly context: Context;
}

export function startRequestSpan(request: FastifyRequest, reply: FastifyReply): RequestSpan {
  const header = request.headers['traceparent'];
  const parent = contextFrom(typeof header === 'string' ? header : undefined) ?? context.active();
  const route = request.routeOptions.url;
  const method = METHODS.has(request.method) ? request.method : '_OTHER';
  const name = route === undefined ? method : `${method} ${route}`;
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, parent);
  const began = performance.now();
  underWay += 1;
  reply.raw.once('close', () => {
    underWay -= 1;
    const ending = endingOf(reply);
    recorderFor(method, route, ending).record((performance.now() - began) / 1000);
    if (span.isRecording()) describe(span, request.id, { method, route, ending });
    span.end();
  });
  return { traceparent: traceparentOf(span), context: trace.setSpan(parent, span) };
}

/** For an answer that belongs to no request: the client gets a trace id it can name all the same. */
export function loneTraceparent(): string {
  const span = tracer.startSpan('refused connection', { kind: SpanKind.SERVER });
  span.end();
  return traceparentOf(span);
}

/** The status that was answered, or that nobody waited for one. */
type Ending = number | 'client_closed';

function endingOf({ raw }: FastifyReply): Ending {
  return raw.writableFinished ? raw.statusCode : 'client_closed';
}

function outcomeOf(ending: Ending) {
  if (ending === 'client_closed') return { 'error.type': ending };
  const failed = ending >= 500 ? { 'error.type': String(ending) } : {};
  return { 'http.response.status_code': ending, ...failed };
}

/** As many as there are routes and answers to them. */
const recorders = new Map<string, Recorder>();

function recorderFor(method: string, route: string | undefined, ending: Ending): Recorder {
  const key = `${method} ${route} ${ending}`;
  let recorder = recorders.get(key);
  if (recorder === undefined) {
    const where = route === undefined ? {} : { 'http.route': route };
    recorder = duration.series({
      'http.request.method': method,
      ...where,
      ...outcomeOf(ending),
      ...SCHEME,
    });
    recorders.set(key, recorder);
  }
  return recorder;
}

interface Described {
  readonly method: string;
  readonly route: string | undefined;
  readonly ending: Ending;
}

function describe(span: Span, requestId: string, { method, route, ending }: Described): void {
  span.setAttribute('http.request.method', method);
  span.setAttribute('lodging.request_id', requestId);
  if (route !== undefined) span.setAttribute('http.route', route);
  span.setAttributes({ ...outcomeOf(ending), ...SCHEME });
  if (ending === 'client_closed' || ending >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}
