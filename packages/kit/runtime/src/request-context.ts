import { randomUUID } from 'node:crypto';
import { currentTraceparent } from './spans.ts';

export interface Caller {
  readonly kind: 'secret' | 'publishable' | 'operator' | 'platform' | 'service';
  readonly keyId?: string;
  readonly permissions: string[];
}

/**
 * The tenant, authority, deadline and trace of a piece of work. It travels between services in message headers, never
 * in a body.
 */
export interface RequestContext {
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly requestId: string;
  /** Epoch milliseconds. A service drops work that arrives later. */
  readonly deadline: number;
  readonly caller: Caller;
  /** W3C Trace Context of the request; undefined where no trace was started. */
  readonly traceparent?: string | undefined;
}

/** The context of work that no client requested: timers, sweepers and event consumers act in the service's own name. */
export function systemContext(
  tenantId: string,
  livemode: boolean,
  { timeoutMs }: { timeoutMs: number },
): RequestContext {
  const caller: Caller = { kind: 'service', permissions: [] };
  const deadline = Date.now() + timeoutMs;
  return { tenantId, livemode, requestId: randomUUID(), deadline, caller, traceparent: currentTraceparent() };
}
