import type { Caller, ClientLimits, RequestContext } from '@lodging/kit-runtime';
import { headers } from '@nats-io/nats-core';
import type { MsgHdrs } from '@nats-io/nats-core';

const CONTEXT = 'Lodging-Call';
/** Beside the context, because it differs between the requests of one caller. */
const CLIENT_ADDRESS = 'Lodging-Client';
export const TRACEPARENT = 'traceparent';

/** A caller makes many requests; its JSON is written once. */
const callerTexts = new WeakMap<Caller, string>();

function callerText(caller: Caller): string {
  let text = callerTexts.get(caller);
  if (text === undefined) {
    text = JSON.stringify(caller);
    callerTexts.set(caller, text);
  }
  return text;
}

/** `<tenant> <live|test> <deadline> <request> <caller>`; only the last field, JSON, may contain spaces. */
export function writeContext(
  ctx: RequestContext,
  deadline: number,
  traceparent: string | undefined,
): MsgHdrs {
  const { tenantId, livemode, requestId, caller, clientAddress } = ctx;
  const mode = livemode ? 'live' : 'test';
  const written = headers();
  written.append(CONTEXT, `${tenantId} ${mode} ${deadline} ${requestId} ${callerText(caller)}`);
  if (clientAddress !== undefined) written.append(CLIENT_ADDRESS, clientAddress);
  if (traceparent !== undefined) written.append(TRACEPARENT, traceparent);
  return written;
}

const FORM = /^(\S+) (live|test) (\S+) (\S+) (\{.*\})$/s;

/** Undefined where the header is missing or malformed: the sender is not one of our services. */
export function readContext(from: MsgHdrs | undefined): RequestContext | undefined {
  const [, tenantId, mode, until, requestId, callerJson] = FORM.exec(from?.get(CONTEXT) ?? '') ?? [];
  if (tenantId === undefined || requestId === undefined) return undefined;
  const deadline = Number(until);
  const caller = readCaller(callerJson ?? '');
  if (caller === undefined || !Number.isFinite(deadline) || deadline <= 0) return undefined;
  const clientAddress = from?.get(CLIENT_ADDRESS) || undefined;
  const traceparent = from?.get(TRACEPARENT) || undefined;
  return { tenantId, livemode: mode === 'live', requestId, deadline, caller, clientAddress, traceparent };
}

const KINDS: readonly string[] = ['secret', 'publishable', 'operator', 'platform', 'service'];

function isCaller(value: unknown): value is Caller {
  if (typeof value !== 'object' || value === null) return false;
  if (!('kind' in value) || typeof value.kind !== 'string' || !KINDS.includes(value.kind)) return false;
  if ('keyId' in value && typeof value.keyId !== 'string') return false;
  if ('limits' in value && !isLimits(value.limits)) return false;
  return 'permissions' in value && Array.isArray(value.permissions);
}

function isLimits(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const limits: Readonly<Record<string, unknown>> = { ...value };
  return LIMITS.every((name) => limits[name] === null || Number.isSafeInteger(limits[name]));
}

const LIMITS: readonly (keyof ClientLimits)[] = [
  'maxOpenHolds',
  'maxHeldUnitNights',
  'codesPerAddressHour',
  'codesPerClientHour',
];

function readCaller(text: string): Caller | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isCaller(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
