// Owns what happens to one request that reached this service: read, run, reply. It never leaves a caller hanging.
import { inSpan } from '@lodging/kit-runtime';
import type { Logger } from '@lodging/kit-runtime';
import type { Msg } from '@nats-io/nats-core';
import { SpanKind } from '@opentelemetry/api';
import { readCall, TRACEPARENT } from './call-headers.ts';
import type { Call } from './operation.ts';
import { signOfLife, writeFault, writeOutcome } from './reply.ts';
import type { Reply } from './reply.ts';
import type { Route } from './route.ts';
import { Unavailable } from './unavailable.ts';

/** Well below the silence that a caller bears; a request that is answered sooner never gives a sign. */
const SIGN_EVERY_MS = 400;

export type Ending = 'answered' | 'refused' | 'faulted' | 'dropped';

export async function answerRequest(route: Route, message: Msg, log: Logger): Promise<Ending> {
  const call = readCall(message.headers);
  if (call === undefined) {
    log.error({ subject: route.subject }, 'a request without readable call headers');
    return reply(message, writeFault('fault'), 'faulted', log);
  }
  if (Date.now() >= call.deadline) {
    log.warn({ subject: route.subject, requestId: call.requestId }, 'dropped a request past its deadline');
    return 'dropped';
  }
  const traceparent = message.headers?.get(TRACEPARENT) ?? '';
  const attributes = { 'rpc.system.name': 'nats', 'rpc.method': route.subject };
  const span = { kind: SpanKind.SERVER, attributes, ...(traceparent === '' ? {} : { traceparent }) };
  const signs = setInterval(() => giveSign(message), SIGN_EVERY_MS);
  return inSpan(route.subject, span, () => run(route, message, call, log)).finally(() =>
    clearInterval(signs),
  );
}

function giveSign(message: Msg): void {
  try {
    message.respond(signOfLife.body, { headers: signOfLife.headers });
  } catch {
    // The connection is gone; the caller notices by itself.
  }
}

async function run(route: Route, message: Msg, call: Call, log: Logger): Promise<Ending> {
  try {
    const body: unknown = message.data.length === 0 ? undefined : message.json();
    const outcome = await route.read(body)(call);
    if (!outcome.ok && !route.refusals.includes(outcome.refusal.code)) {
      log.error(
        { subject: route.subject, code: outcome.refusal.code },
        'a refusal that the contract does not list',
      );
    }
    return reply(message, writeOutcome(outcome), outcome.ok ? 'answered' : 'refused', log);
  } catch (error) {
    const fields = { err: error, subject: route.subject, requestId: call.requestId };
    const needed = error instanceof Unavailable;
    if (needed) log.warn(fields, 'a neighbour that this request needs is unavailable');
    else log.error(fields, 'a request failed');
    return reply(message, writeFault(needed ? 'neighbour-unavailable' : 'fault'), 'faulted', log);
  }
}

function reply(message: Msg, { body, headers }: Reply, ending: Ending, log: Logger): Ending {
  try {
    message.respond(body, headers === undefined ? undefined : { headers });
    return ending;
  } catch (error) {
    // A closed connection, or an answer larger than the server takes.
    log.error({ err: error, subject: message.subject }, 'an answer could not be sent');
    return sendFault(message);
  }
}

function sendFault(message: Msg): Ending {
  const { body, headers } = writeFault('fault');
  try {
    message.respond(body, headers === undefined ? undefined : { headers });
  } catch {
    // The connection is gone; the caller's own timeout tells it.
  }
  return 'faulted';
}
