import type { RequestContext } from '@lodging/kit-runtime';
import { setTimeout as delay } from 'node:timers/promises';
import { currentTraceparent } from '@lodging/kit-runtime';
import type { Msg } from '@nats-io/nats-core';
import type { MandatedOperation, Mandates } from '../mandate/mandates.ts';
import { writeContext } from './context-headers.ts';
import type { ReplyBox } from './reply-box.ts';
import { readReply, workOf } from './reply.ts';
import type { ReadReply } from './reply.ts';
import type { RetryBudget } from './retry-budget.ts';
import { Unavailable } from '../bus/unavailable.ts';

const DEFAULT_TIMEOUT_MS = 2000;
const RETRY_DELAY_MS = { min: 50, max: 150 };

export interface Link {
  readonly replies: ReplyBox;
  readonly budget: RetryBudget;
  readonly mandates: Mandates;
  isUp(): boolean;
}

export interface Request extends MandatedOperation {
  readonly idempotent: boolean;
  readonly payload: string;
  readonly ctx: RequestContext;
  readonly timeoutMs?: number | undefined;
}

export type Answered = { readonly message: Msg; readonly reply: Exclude<ReadReply, { kind: 'fault' }> };

/** Both attempts together end within the deadline and the timeout. Throws Unavailable. */
export async function sendRequest(link: Link, request: Request): Promise<Answered> {
  const until = Math.min(request.ctx.deadline, Date.now() + (request.timeoutMs ?? DEFAULT_TIMEOUT_MS));
  link.budget.countRequest();
  try {
    return await sendOnce(link, request, until);
  } catch (error) {
    if (!(error instanceof Unavailable) || !mayRetry(error, request)) throw error;
    const wait = RETRY_DELAY_MS.min + Math.random() * (RETRY_DELAY_MS.max - RETRY_DELAY_MS.min);
    if (Date.now() + wait >= until || !link.budget.takeRetry()) throw error;
    await delay(wait);
    return sendOnce(link, request, until);
  }
}

/**
 * Not retried: a short delay does not bring the service back, the caller's own caller waits too, and retries at every
 * level would multiply.
 */
const FINAL: readonly string[] = [
  'no-responder',
  'silent',
  'rate-limited',
  'neighbour-unavailable',
  'neighbour-rate-limited',
  'not-authorized',
  'deadline-passed',
];

function mayRetry(error: Unavailable, request: Request): boolean {
  return request.idempotent && !FINAL.includes(error.reason);
}

async function sendOnce(link: Link, request: Request, until: number): Promise<Answered> {
  const { subject, payload, ctx } = request;
  const timeout = until - Date.now();
  if (timeout < 1) throw new Unavailable(subject, 'deadline-passed');
  // The client library would buffer the request until it reconnects, long after the caller's timeout.
  if (!link.isUp()) throw new Unavailable(subject, 'not-connected');
  const headers = writeContext(ctx, {
    deadline: until,
    traceparent: currentTraceparent(),
    token: link.mandates.tokenFor(ctx, request),
  });
  const countWork = workCounterOf(ctx);
  const message = await link.replies.request(subject, payload, headers, {
    timeoutMs: timeout,
    onHeartbeat: countWork,
  });
  countWork(message);
  const reply = readReply(message);
  if (reply.kind === 'fault') throw new Unavailable(subject, reply.reason);
  return { message, reply };
}

/** Each heartbeat carries the work so far, which is the last known figure of an abandoned request. */
function workCounterOf({ work }: RequestContext): (message: Pick<Msg, 'headers'>) => void {
  let counted = 0;
  return (message) => {
    const total = workOf(message);
    if (total <= counted) return;
    work?.add(total - counted);
    counted = total;
  };
}
