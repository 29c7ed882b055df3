import type { RequestContext } from '@lodging/kit-runtime';
import { setTimeout as pause } from 'node:timers/promises';
import { currentTraceparent } from '@lodging/kit-runtime';
import type { Msg } from '@nats-io/nats-core';
import { writeContext } from './context-headers.ts';
import type { ReplyBox } from './reply-box.ts';
import { readReply } from './reply.ts';
import type { ReadReply } from './reply.ts';
import type { RetryBudget } from './retry-budget.ts';
import { Unavailable } from '../bus/unavailable.ts';

const DEFAULT_TIMEOUT_MS = 2000;
const JITTER_MS = { least: 50, most: 150 };

export interface Link {
  readonly replies: ReplyBox;
  readonly budget: RetryBudget;
  isUp(): boolean;
}

export interface Request {
  readonly subject: string;
  readonly idempotent: boolean;
  readonly payload: string;
  readonly ctx: RequestContext;
  readonly timeoutMs?: number | undefined;
}

export type Answered = { readonly message: Msg; readonly reply: Exclude<ReadReply, { kind: 'fault' }> };

/** Both tries together stay within the caller's deadline and the timeout. Throws Unavailable. */
export async function sendRequest(link: Link, request: Request): Promise<Answered> {
  const until = Math.min(request.ctx.deadline, Date.now() + (request.timeoutMs ?? DEFAULT_TIMEOUT_MS));
  link.budget.spend();
  try {
    return await tryOnce(link, request, until);
  } catch (error) {
    if (!(error instanceof Unavailable) || !mayTryAgain(error, request)) throw error;
    const wait = JITTER_MS.least + Math.random() * (JITTER_MS.most - JITTER_MS.least);
    if (Date.now() + wait >= until || !link.budget.take()) throw error;
    await pause(wait);
    return tryOnce(link, request, until);
  }
}

/**
 * With no responder, or one that fell silent, or lost a neighbour of its own, the caller learns so at once: nothing is
 * there that a moment's wait would bring back, its own caller waits as well, and tries at every level would multiply.
 */
const FINAL: readonly string[] = ['no-responder', 'silent', 'neighbour-unavailable', 'deadline-passed'];

function mayTryAgain(error: Unavailable, request: Request): boolean {
  return request.idempotent && !FINAL.includes(error.reason);
}

async function tryOnce(link: Link, request: Request, until: number): Promise<Answered> {
  const { subject, payload, ctx } = request;
  const timeout = until - Date.now();
  if (timeout < 1) throw new Unavailable(subject, 'deadline-passed');
  // The client library would keep the request until the connection is back, long after its caller has gone.
  if (!link.isUp()) throw new Unavailable(subject, 'not-connected');
  const headers = writeContext(ctx, until, currentTraceparent());
  const message = await link.replies.request(subject, payload, headers, timeout);
  const reply = readReply(message);
  if (reply.kind === 'fault') throw new Unavailable(subject, reply.reason);
  return { message, reply };
}
