import {
  annotateWork,
  counter,
  DeadlinePassed,
  errorType,
  failSpan,
  inSpan,
  LockTimeout,
  OverShare,
  SemaphoreTimeout,
} from '@lodging/kit-runtime';
import type { DescribeWork, Logger, RequestContext, Semaphore, Span } from '@lodging/kit-runtime';
import type { Msg } from '@nats-io/nats-core';
import { SpanKind } from '@opentelemetry/api';
import { admitRequest } from './admit-request.ts';
import { readContext } from './context-headers.ts';
import { attributesOf, OK, OVERLOADED, RATE_LIMITED, recordServerCall } from './call-metrics.ts';
import type { CallOutcome } from './call-metrics.ts';
import type { Outgoing } from '../bus/outgoing.ts';
import type { Mandates } from '../mandate/mandates.ts';
import { encodeWithin, MessageTooLarge, replyLimit, requestLimit } from './message-limits.ts';
import { heartbeat, withWork, writeFault, writeOutcome } from './reply.ts';
import type { Fault, Reply } from './reply.ts';
import type { Route } from './route.ts';
import { Unavailable } from '../bus/unavailable.ts';

/** Well below the silence that a caller tolerates; a request that is answered sooner sends no heartbeat. */
const HEARTBEAT_EVERY_MS = 400;
/** Smaller bodies are read without waiting. */
const LARGE_FROM_BYTES = 1024 * 1024;

const DROPPED: CallOutcome = { status: 'dropped', errorType: 'deadline-passed' };
const REJECTED: CallOutcome = { status: 'not-authorized', errorType: 'not-authorized' };
const replays = counter({
  name: 'lodging.idempotent.replays',
  unit: '{request}',
  description:
    'Requests that were answered with the outcome of an earlier run under the same Idempotency-Key.',
});

export type RequestOutcome = 'answered' | 'refused' | 'faulted' | 'dropped';

export interface Delivery {
  readonly message: Msg;
  readonly mandates: Mandates;
  readonly outgoing: Outgoing;
  readonly describeWork: DescribeWork | undefined;
  /** Permits are bytes. */
  readonly large: Semaphore;
  readonly log: Logger;
}

/**
 * The context that a request runs in, before it takes a slot among those in progress. A request that is not to be run is
 * answered, or dropped, here.
 */
export function openRequest(route: Route, delivery: Delivery): RequestContext | RequestOutcome {
  const { log, mandates, message } = delivery;
  const most = requestLimit(route);
  if (message.data.length > most) {
    const error = new MessageTooLarge(route.subject, message.data.length, most);
    log.error(
      { err: error, subject: route.subject },
      'a request exceeds the size that its operation declares',
    );
    return reply(delivery, writeFault('fault'), 'faulted');
  }
  const claimed = readContext(message.headers);
  if (claimed === undefined) {
    log.error({ subject: route.subject }, 'a request has no readable context header');
    return reply(delivery, writeFault('fault'), 'faulted');
  }
  if (isLate(claimed)) return drop(route, delivery, claimed);
  const ctx = admitRequest(mandates, route, claimed);
  if (typeof ctx !== 'string') return ctx;
  const { requestId } = claimed;
  log.error(
    { subject: route.subject, requestId, reason: ctx },
    'a request was rejected without a valid mandate',
  );
  recordServerCall(route.subject, REJECTED, performance.now());
  return reply(delivery, writeFault('not-authorized'), 'faulted');
}

export function isLate({ deadline }: Pick<RequestContext, 'deadline'>): boolean {
  return Date.now() >= deadline;
}

export function drop(
  { subject }: Route,
  { log }: Delivery,
  { requestId }: Pick<RequestContext, 'requestId'>,
): RequestOutcome {
  log.warn({ subject, requestId }, 'a request arrived after its deadline and was dropped');
  recordServerCall(subject, DROPPED, performance.now());
  return 'dropped';
}

export async function answerRequest(
  route: Route,
  ctx: RequestContext,
  delivery: Delivery,
): Promise<RequestOutcome> {
  const attributes = { 'rpc.system.name': 'nats', 'rpc.method': route.subject };
  const options = {
    kind: SpanKind.SERVER,
    attributes,
    ...(ctx.traceparent === undefined ? {} : { traceparent: ctx.traceparent }),
  };
  const heartbeats = setInterval(() => sendHeartbeat(delivery.message, ctx.work?.total), HEARTBEAT_EVERY_MS);
  const startedAt = performance.now();
  return inSpan(route.subject, options, async (span) => {
    const { reply, call } = await run(route, delivery, ctx);
    recordServerCall(route.subject, call, startedAt);
    if (span.isRecording()) describe(span, ctx, call);
    return reply;
  }).finally(() => clearInterval(heartbeats));
}

function describe(span: Span, { requestId, tenantId, livemode }: RequestContext, call: CallOutcome): void {
  span.setAttributes({
    ...attributesOf(call),
    'lodging.request_id': requestId,
    'lodging.tenant.id': tenantId,
    'lodging.livemode': livemode,
  });
  if (call.errorType !== undefined) failSpan(span, call.errorType);
}

export function sendHeartbeat(message: Msg, work = 0): void {
  try {
    const { body, headers } = withWork(heartbeat, work);
    message.respond(body, { headers });
  } catch {
    // The connection is closed; the caller times out.
  }
}

interface Handled {
  readonly reply: RequestOutcome;
  /** For spans and metrics. */
  readonly call: CallOutcome;
}

async function run(route: Route, delivery: Delivery, ctx: RequestContext): Promise<Handled> {
  const { message, log, describeWork } = delivery;
  try {
    const outcome = await withMemory(delivery, ctx, () => {
      const body: unknown = message.data.length === 0 ? undefined : message.json();
      annotateWork(describeWork?.(route.subject, body));
      return route.read(body)(ctx);
    });
    if (!outcome.ok && !route.refusals.includes(outcome.refusal.code)) {
      log.error(
        { subject: route.subject, code: outcome.refusal.code },
        'a refusal is not listed in its contract',
      );
    }
    const written = withWork(writeOutcome(outcome), ctx.work?.total ?? 0);
    const ending = outcome.ok ? 'answered' : 'refused';
    const replied = reply(delivery, written, ending, replyLimit(route));
    if (outcome.ok && outcome.replayed === true) replays.add(1, { 'rpc.method': route.subject });
    return { reply: replied, call: outcome.ok ? OK : { status: outcome.refusal.code } };
  } catch (error) {
    return answerFailure(route, delivery, ctx, error);
  }
}

function answerFailure(route: Route, delivery: Delivery, ctx: RequestContext, error: unknown): Handled {
  const { log } = delivery;
  const fields = { err: error, subject: route.subject, requestId: ctx.requestId };
  const answer = (fault: Fault, call: CallOutcome): Handled => {
    return { reply: reply(delivery, withWork(writeFault(fault), ctx.work?.total ?? 0), 'faulted'), call };
  };
  if (error instanceof DeadlinePassed) {
    log.warn(fields, 'a request was abandoned at its deadline');
    return { ...answer('fault', DROPPED), reply: 'dropped' };
  }
  // A lock in this process has the key of one tenant's work.
  if (error instanceof OverShare || error instanceof LockTimeout) {
    log.warn({ ...fields, tenantId: ctx.tenantId }, 'a tenant exceeds its share of requests in progress');
    return answer('rate-limited', RATE_LIMITED);
  }
  if (error instanceof SemaphoreTimeout) {
    log.warn(fields, 'the service is overloaded; a request was refused');
    return answer('overloaded', OVERLOADED);
  }
  if (!(error instanceof Unavailable)) {
    log.error(fields, 'a request failed');
    return answer('fault', { status: 'fault', errorType: errorType(error) });
  }
  log.warn(fields, 'a service that this request depends on is unavailable');
  const { reason } = error;
  const fault = error.isOverShare ? 'neighbour-rate-limited' : 'neighbour-unavailable';
  return answer(fault, { status: fault, errorType: reason });
}

/** A large body is not parsed before its bytes fit. Half of the time that is left remains for the work itself. */
function withMemory<T>(
  { message, large }: Delivery,
  { deadline }: RequestContext,
  work: () => Promise<T>,
): Promise<T> {
  const weight = message.data.length;
  if (weight < LARGE_FROM_BYTES) return work();
  return large.run(work, { weight, timeoutMs: Math.max(0, (deadline - Date.now()) / 2) });
}

/** An answer is written with the others of this turn; one that cannot be sent becomes a fault. */
function reply(
  { message, outgoing, log }: Delivery,
  answer: Reply,
  ending: RequestOutcome,
  most = replyLimit({}),
): RequestOutcome {
  outgoing.send(() => {
    try {
      respond(message, answer, most);
    } catch (error) {
      // A closed connection, or an answer that is longer than its operation declares.
      log.error({ err: error, subject: message.subject }, 'a response could not be sent');
      sendFault(message);
    }
  });
  return ending;
}

function sendFault(message: Msg): void {
  try {
    respond(message, writeFault('fault'));
  } catch {
    // The connection is closed; the caller times out.
  }
}

/** Throws MessageTooLarge, and where the connection is closed. */
export function respond(message: Msg, { body, headers }: Reply, most = replyLimit({})): void {
  message.respond(encodeWithin(message.subject, body, most), { headers });
}
