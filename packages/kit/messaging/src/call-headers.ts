import type { RequestContext, Caller } from '@lodging/kit-runtime';
import { headers } from '@nats-io/nats-core';
import type { MsgHdrs } from '@nats-io/nats-core';

const CALL = 'Lodging-Call';
export const TRACEPARENT = 'traceparent';

/** One caller makes many calls, so its text is made once. */
const callerTexts = new WeakMap<Caller, string>();

function callerText(caller: Caller): string {
  let text = callerTexts.get(caller);
  if (text === undefined) {
    text = JSON.stringify(caller);
    callerTexts.set(caller, text);
  }
  return text;
}

/** `<tenant> <live|test> <deadline> <request> <caller>`: no field but the last, JSON, may hold a space. */
export function writeCall(ctx: RequestContext, deadline: number, traceparent: string | undefined): MsgHdrs {
  const { tenantId, livemode, requestId, caller } = ctx;
  const mode = livemode ? 'live' : 'test';
  const written = headers();
  written.append(CALL, `${tenantId} ${mode} ${deadline} ${requestId} ${callerText(caller)}`);
  if (traceparent !== undefined) written.append(TRACEPARENT, traceparent);
  return written;
}

const FORM = /^(\S+) (live|test) (\S+) (\S+) (\{.*\})$/s;

/** Undefined when the header is missing or unreadable: the sender is not one of ours. */
export function readCall(from: MsgHdrs | undefined): RequestContext | undefined {
  const [, tenantId, mode, until, requestId, callerJson] = FORM.exec(from?.get(CALL) ?? '') ?? [];
  if (tenantId === undefined || requestId === undefined) return undefined;
  const deadline = Number(until);
  const caller = readCaller(callerJson ?? '');
  if (caller === undefined || !Number.isFinite(deadline) || deadline <= 0) return undefined;
  return { tenantId, livemode: mode === 'live', requestId, deadline, caller };
}

const KINDS: readonly string[] = ['secret', 'publishable', 'operator', 'platform', 'service'];

function isCaller(value: unknown): value is Caller {
  if (typeof value !== 'object' || value === null) return false;
  if (!('kind' in value) || typeof value.kind !== 'string' || !KINDS.includes(value.kind)) return false;
  if ('keyId' in value && typeof value.keyId !== 'string') return false;
  return 'permissions' in value && Array.isArray(value.permissions);
}

function readCaller(text: string): Caller | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isCaller(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
