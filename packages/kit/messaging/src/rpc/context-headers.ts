import type { RequestContext } from '@lodging/kit-runtime';
import { headers } from '@nats-io/nats-core';
import type { MsgHdrs } from '@nats-io/nats-core';
import { callerText } from '../mandate/caller.ts';

const CONTEXT = 'Lodging-Call';
const MANDATE = 'Lodging-Mandate';
/** Beside the context, because it differs between the requests of one caller. */
const CLIENT_ADDRESS = 'Lodging-Client';
export const TRACEPARENT = 'traceparent';

export interface Sending {
  readonly deadline: number;
  readonly traceparent: string | undefined;
  readonly token: string | undefined;
  /** Whether the receiver may be a copy that reads the caller from here. */
  readonly withCaller: boolean;
}

/** `<tenant> <live|test> <deadline> <request> [<caller>]`; only the last field, JSON, may contain spaces. */
export function writeContext(ctx: RequestContext, sending: Sending): MsgHdrs {
  const { tenantId, livemode, requestId, caller, clientAddress } = ctx;
  const { deadline, traceparent, token, withCaller } = sending;
  const mode = livemode ? 'live' : 'test';
  const written = headers();
  const tail = withCaller ? ` ${callerText(caller)}` : '';
  written.append(CONTEXT, `${tenantId} ${mode} ${deadline} ${requestId}${tail}`);
  if (token !== undefined) written.append(MANDATE, token);
  if (clientAddress !== undefined) written.append(CLIENT_ADDRESS, clientAddress);
  if (traceparent !== undefined) written.append(TRACEPARENT, traceparent);
  return written;
}

const FORM = /^(\S+) (live|test) (\S+) ([^\s{]+)(?: (\{.*\}))?$/s;

/** The context of a request, before anybody has vouched for it. */
export interface ClaimedContext extends Omit<RequestContext, 'caller' | 'mandate'> {
  /** Empty where the request is not signed. */
  readonly token: string;
  readonly callerJson: string | undefined;
}

/** Undefined where the header is missing or malformed: the sender is not one of our services. */
export function readContext(from: MsgHdrs | undefined): ClaimedContext | undefined {
  const [, tenantId, mode, until, requestId, callerJson] = FORM.exec(from?.get(CONTEXT) ?? '') ?? [];
  if (tenantId === undefined || requestId === undefined) return undefined;
  const deadline = Number(until);
  if (!Number.isFinite(deadline) || deadline <= 0) return undefined;
  return {
    tenantId,
    livemode: mode === 'live',
    requestId,
    deadline,
    clientAddress: from?.get(CLIENT_ADDRESS) || undefined,
    traceparent: from?.get(TRACEPARENT) || undefined,
    token: from?.get(MANDATE) ?? '',
    callerJson,
  };
}
