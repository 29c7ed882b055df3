import type { RequestContext } from '@lodging/kit-runtime';
import { headers } from '@nats-io/nats-core';
import type { MsgHdrs } from '@nats-io/nats-core';

const CONTEXT = 'Lodging-Call';
const MANDATE = 'Lodging-Mandate';
/** Beside the context, because it differs between the requests of one caller. */
const CLIENT_ADDRESS = 'Lodging-Client';
export const TRACEPARENT = 'traceparent';

export interface Sending {
  readonly deadline: number;
  readonly traceparent: string | undefined;
  readonly token: string | undefined;
}

/** `<tenant> <live|test> <deadline> <request>`. The caller is named in the mandate alone. */
export function writeContext(ctx: RequestContext, sending: Sending): MsgHdrs {
  const { tenantId, livemode, requestId, clientAddress } = ctx;
  const { deadline, traceparent, token } = sending;
  const mode = livemode ? 'live' : 'test';
  const written = headers();
  written.append(CONTEXT, `${tenantId} ${mode} ${deadline} ${requestId}`);
  if (token !== undefined) written.append(MANDATE, token);
  if (clientAddress !== undefined) written.append(CLIENT_ADDRESS, clientAddress);
  if (traceparent !== undefined) written.append(TRACEPARENT, traceparent);
  return written;
}

const FORM = /^(\S+) (live|test) (\S+) ([^\s{]+)$/;

/** The context of a request, before its mandate is verified. */
export interface ClaimedContext extends Omit<RequestContext, 'caller' | 'mandate'> {
  /** Empty where the request is not signed. */
  readonly token: string;
}

/** Undefined where the header is missing or malformed: the sender is not one of our services. */
export function readContext(from: MsgHdrs | undefined): ClaimedContext | undefined {
  const [, tenantId, mode, until, requestId] = FORM.exec(from?.get(CONTEXT) ?? '') ?? [];
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
  };
}
