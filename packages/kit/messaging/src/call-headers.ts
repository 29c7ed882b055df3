// Owns how a call travels beside its body: the names, and the writing and reading, of its headers.
import { headers } from '@nats-io/nats-core';
import type { MsgHdrs } from '@nats-io/nats-core';
import type { Call, Caller } from './operation.ts';

const TENANT = 'Lodging-Tenant';
const LIVEMODE = 'Lodging-Livemode';
const DEADLINE = 'Lodging-Deadline';
const REQUEST = 'Lodging-Request';
const CALLER = 'Lodging-Caller';
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

export function writeCall(call: Call, deadline: number, traceparent: string | undefined): MsgHdrs {
  const written = headers();
  written.append(TENANT, call.tenantId);
  written.append(LIVEMODE, call.livemode ? 'true' : 'false');
  written.append(DEADLINE, String(deadline));
  written.append(REQUEST, call.requestId);
  written.append(CALLER, callerText(call.caller));
  if (traceparent !== undefined) written.append(TRACEPARENT, traceparent);
  return written;
}

/** Undefined when a header is missing or unreadable: the sender is not one of ours. */
export function readCall(from: MsgHdrs | undefined): Call | undefined {
  if (from === undefined) return undefined;
  const tenantId = from.get(TENANT);
  const requestId = from.get(REQUEST);
  const deadline = Number(from.get(DEADLINE));
  const caller = readCaller(from.get(CALLER));
  if (tenantId === '' || requestId === '' || caller === undefined) return undefined;
  if (!Number.isFinite(deadline) || deadline <= 0) return undefined;
  return { tenantId, livemode: from.get(LIVEMODE) === 'true', requestId, deadline, caller };
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
