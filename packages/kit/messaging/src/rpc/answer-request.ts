import {
  aboutReservation,
  counter,
  errorType,
  failSpan,
  inSpan,
  reservationIdIn,
  SemaphoreTimeout,
} from '@lodging/kit-runtime';
import type { Logger, RequestContext, Semaphore, Span } from '@lodging/kit-runtime';
import type { Msg } from '@nats-io/nats-core';
import { SpanKind } from '@opentelemetry/api';
import { admitRequest } from './admit-request.ts';
import { readContext } from './context-headers.ts';
import { attributesOf, OK, recordServerCall } from './call-metrics.ts';
import type { CallOutcome } from './call-metrics.ts';
import { encodePayload } from '../bus/outgoing.ts';
import type { Outgoing } from '../bus/outgoing.ts';
import type { Mandates } from '../mandate/mandates.ts';
import { heartbeat, writeFault, writeOutcome } from './reply.ts';
import type { Reply } from './reply.ts';
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

interface Delivery {
  readonly message: Msg;
  readonly mandates: Mandates;
  readonly outgoing: Outgoing;
  /** Permits are bytes. */
  readonly large: Semaphore;
  readonly log: Logger;
}

export async function answerRequest(
  route: Route,
  message: Msg,
  parts: Omit<Delivery, 'message'>,
): Promise<RequestOutcome> {
  const delivery: Delivery = { message, ...parts };
  const { log, mandates } = parts;
  const claimed = readContext(message.headers);
  if (claimed === undefined) {
    log.error({ subject: route.subject }, 'a request without a readable context header');
    return reply(delivery, writeFault('fault'), 'faulted');
  }
  const { requestId } = claimed;
  if (Date.now() >= claimed.deadline) {
    log.warn({ subject: route.subject, requestId }, 'a request arrived after its deadline and was dropped');
    recordServerCall(route.subject, DROPPED, performance.now());
    return 'dropped';
  }
  const ctx = admitRequest(mandates, route, claimed);
  if (typeof ctx === 'string') {
    log.error({ subject: route.subject, requestId, reason: ctx }, 'a request without a valid mandate');
    recordServerCall(route.subject, REJECTED, performance.now());
    return reply(delivery, writeFault('not-authorized'), 'faulted');
  }
  const attributes = { 'rpc.system.name': 'nats', 'rpc.method': route.subject };
  const options = {
    kind: SpanKind.SERVER,
    attributes,
    ...(ctx.traceparent === undefined ? {} : { traceparent: ctx.traceparent }),
  };
  const heartbeats = setInterval(() => sendHeartbeat(message), HEARTBEAT_EVERY_MS);
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

function sendHeartbeat(message: Msg): void {
  try {
    message.respond(heartbeat.body, { headers: heartbeat.headers });
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
  const { message, log } = delivery;
  try {
    const outcome = await withMemory(delivery, ctx, () => {
      const body: unknown = message.data.length === 0 ? undefined : message.json();
      const reservationId = reservationIdIn(body);
      if (reservationId !== undefined) aboutReservation(reservationId);
      return route.read(body)(ctx);
    });
    if (!outcome.ok && !route.refusals.includes(outcome.refusal.code)) {
      log.error(
        { subject: route.subject, code: outcome.refusal.code },
        'a refusal is not listed in its contract',
      );
    }
    const replied = reply(delivery, writeOutcome(outcome), outcome.ok ? 'answered' : 'refused');
    if (outcome.ok && outcome.replayed === true) replays.add(1, { 'rpc.method': route.subject });
    return { reply: replied, call: outcome.ok ? OK : { status: outcome.refusal.code } };
  } catch (error) {
    const fields = { err: error, subject: route.subject, requestId: ctx.requestId };
    if (error instanceof SemaphoreTimeout) {
      log.warn(fields, 'too many large requests at once');
      const call = { status: 'overloaded', errorType: 'overloaded' };
      return { reply: reply(delivery, writeFault('overloaded'), 'faulted'), call };
    }
    const isOutage = error instanceof Unavailable;
    if (isOutage) log.warn(fields, 'a service that this request depends on is unavailable');
    else log.error(fields, 'a request failed');
    const fault = isOutage ? 'neighbour-unavailable' : 'fault';
    const call = { status: fault, errorType: isOutage ? error.reason : errorType(error) };
    return { reply: reply(delivery, writeFault(fault), 'faulted'), call };
  }
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
function reply({ message, outgoing, log }: Delivery, answer: Reply, ending: RequestOutcome): RequestOutcome {
  outgoing.send(() => {
    try {
      respond(message, answer);
    } catch (error) {
      // A closed connection, or an answer above the server's maximum payload.
      log.error({ err: error, subject: message.subject }, 'an answer could not be sent');
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

function respond(message: Msg, { body, headers }: Reply): void {
  message.respond(encodePayload(body), { headers });
}
