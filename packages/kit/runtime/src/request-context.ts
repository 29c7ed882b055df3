import { randomUUID } from 'node:crypto';
import { currentTraceparent } from './spans.ts';

/** What a publishable key may do from one client address; null is no limit. */
export interface ClientLimits {
  readonly maxOpenHolds: number | null;
  readonly maxHeldUnitNights: number | null;
  readonly codesPerAddressHour: number | null;
  readonly codesPerClientHour: number | null;
}

export interface Caller {
  readonly kind: 'secret' | 'publishable' | 'operator' | 'platform' | 'service';
  /** The id of the API key, or of the operator's session. */
  readonly keyId?: string;
  /** Of an operator: the person, whichever session it is. */
  readonly operatorId?: string;
  readonly permissions: string[];
  /** Of a publishable key; no other caller is limited by them. */
  readonly limits?: ClientLimits;
}

/** Tenant, mode and caller of a request, as the service that vouches for them signed them. */
export interface Mandate {
  /** A JWS in compact form. */
  readonly token: string;
  /** The service that signed it. */
  readonly issuer: string;
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly caller: Caller;
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
  /** The network of the client that uses a publishable key: personal data, stored as a keyed hash only. */
  readonly clientAddress?: string | undefined;
  /** W3C Trace Context of the request; undefined where no trace was started. */
  readonly traceparent?: string | undefined;
  /** Set in a service that was called: goes on with the requests that this one causes. */
  readonly mandate?: Mandate | undefined;
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
