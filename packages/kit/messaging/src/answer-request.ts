import { counter, errorType, failSpan, inSpan } from '@lodging/kit-runtime';
import type { Logger, RequestContext, Span } from '@lodging/kit-runtime';
import type { Msg } from '@nats-io/nats-core';
import { SpanKind } from '@opentelemetry/api';
import { readCall, TRACEPARENT } from './call-headers.ts';
import { attributesOf, OK, recordServerCall } from './call-metrics.ts';
import type { CallEnding } from './call-metrics.ts';
import { NoRoom } from './large-bodies.ts';
import type { LargeBodies } from './large-bodies.ts';
import type { Outgoing } from './outgoing.ts';
import { heartbeat, writeFault, writeOutcome } from './reply.ts';
import type { Reply } from './reply.ts';
import type { Route } from './route.ts';
import { Unavailable } from './unavailable.ts';

/** Well below the silence that a caller bears; a request that is answered sooner never gives a sign. */
const SIGN_EVERY_MS = 400;

const DROPPED: CallEnding = { status: 'dropped', failed: 'deadline-passed' };
const replays = counter({
  name: 'lodging.idempotent.replays',
  unit: '{request}',
  about: 'Requests that were answered with the outcome of an earlier run under the same Idempotency-Key.',
});

export type Ending = 'answered' | 'refused' | 'faulted' | 'dropped';

/** Where one answer goes. */
interface Way {
  readonly message: Msg;
  readonly outgoing: Outgoing;
  readonly large: LargeBodies;
  readonly log: Logger;
}

export async function answerRequest(
  route: Route,
  message: Msg,
  { log, outgoing, large }: Omit<Way, 'message'>,
): Promise<Ending> {
  const way: Way = { message, outgoing, large, log };
  const ctx = readCall(message.headers);
  if (ctx === undefined) {
    log.error({ subject: route.subject }, 'a request without readable call headers');
    return reply(way, writeFault('fault'), 'faulted');
  }
  if (Date.now() >= ctx.deadline) {
    log.warn({ subject: route.subject, requestId: ctx.requestId }, 'dropped a request past its deadline');
    recordServerCall(route.subject, DROPPED, performance.now());
    return 'dropped';
  }
  const traceparent = message.headers?.get(TRACEPARENT) ?? '';
  const attributes = { 'rpc.system.name': 'nats', 'rpc.method': route.subject };
  const options = { kind: SpanKind.SERVER, attributes, ...(traceparent === '' ? {} : { traceparent }) };
  const signs = setInterval(() => giveSign(message), SIGN_EVERY_MS);
  const beganAt = performance.now();
  return inSpan(route.subject, options, async (span) => {
    const { ending, seen } = await run(route, way, ctx);
    recordServerCall(route.subject, seen, beganAt);
    if (span.isRecording()) describe(span, ctx, seen);
    return ending;
  }).finally(() => clearInterval(signs));
}

function describe(span: Span, { requestId, tenantId, livemode }: RequestContext, seen: CallEnding): void {
  span.setAttributes({
    ...attributesOf(seen),
    'lodging.request_id': requestId,
    'lodging.tenant.id': tenantId,
    'lodging.livemode': livemode,
  });
  if (seen.failed !== undefined) failSpan(span, seen.failed);
}

function giveSign(message: Msg): void {
  try {
    message.respond(heartbeat.body, { headers: heartbeat.headers });
  } catch {
    // The connection is gone; the caller notices by itself.
  }
}

interface Ran {
  readonly ending: Ending;
  readonly seen: CallEnding;
}

async function run(route: Route, way: Way, ctx: RequestContext): Promise<Ran> {
  const { message, log } = way;
  try {
    // A large body is not even read before there is room, and whoever waits for it is left time for the work itself.
    const queueTimeoutMs = Math.max(0, (ctx.deadline - Date.now()) / 2);
    const outcome = await way.large.pass(message.data.length, queueTimeoutMs, () => {
      const body: unknown = message.data.length === 0 ? undefined : message.json();
      return route.read(body)(ctx);
    });
    if (!outcome.ok && !route.refusals.includes(outcome.refusal.code)) {
      log.error(
        { subject: route.subject, code: outcome.refusal.code },
        'a refusal that the contract does not list',
      );
    }
    const ending = reply(way, writeOutcome(outcome), outcome.ok ? 'answered' : 'refused');
    if (outcome.ok && outcome.replayed === true) replays.add(1, { 'rpc.method': route.subject });
    return { ending, seen: outcome.ok ? OK : { status: outcome.refusal.code } };
  } catch (error) {
    const fields = { err: error, subject: route.subject, requestId: ctx.requestId };
    if (error instanceof NoRoom) {
      log.warn(fields, 'no room for a large request');
      const seen = { status: 'overloaded', failed: 'overloaded' };
      return { ending: reply(way, writeFault('overloaded'), 'faulted'), seen };
    }
    const needed = error instanceof Unavailable;
    if (needed) log.warn(fields, 'a neighbour that this request needs is unavailable');
    else log.error(fields, 'a request failed');
    const fault = needed ? 'neighbour-unavailable' : 'fault';
    const failed = needed ? error.reason : errorType(error);
    return { ending: reply(way, writeFault(fault), 'faulted'), seen: { status: fault, failed } };
  }
}

/** An answer leaves with the others of this turn; one that cannot leave as it is becomes a fault. */
function reply({ message, outgoing, log }: Way, answer: Reply, ending: Ending): Ending {
  outgoing.send(() => {
    try {
      respond(message, answer);
    } catch (error) {
      // A closed connection, or an answer larger than the server takes.
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
    // The connection is gone; the caller's own timeout tells it.
  }
}

function respond(message: Msg, { body, headers }: Reply): void {
  message.respond(body, headers === undefined ? undefined : { headers });
}
