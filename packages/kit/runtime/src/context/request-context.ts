import { randomUUID } from 'node:crypto';
import { currentTraceparent } from '../telemetry/spans.ts';
import type { WorkCounter } from '../concurrency/work-counter.ts';

/** By names that the services agree on; null is no limit. */
export type CallerLimits = Readonly<Record<string, number | boolean | null>>;

export interface Caller {
  readonly kind: 'secret' | 'publishable' | 'operator' | 'platform' | 'service';
  /** The id of the API key, or of the operator's session. */
  readonly keyId?: string;
  /** Of an operator: the person, whichever session it is. */
  readonly operatorId?: string;
  /** The live tenant, where the caller acts for its sandbox: both have one share of a service. */
  readonly ownerId?: string;
  readonly permissions: string[];
  /** Of a publishable key; no other caller is limited by them. */
  readonly limits?: CallerLimits;
}

/** Tenant, mode and caller of a request, as the issuing service signed them. */
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
  /** Set in a called service, and passed on with the requests that this one causes. */
  readonly mandate?: Mandate | undefined;
  /** Work of the request, with that of the services that it called; undefined if work is not counted. */
  readonly work?: WorkCounter | undefined;
  /**
   * Set where a called service does not know the tenant before it has read the credential: counts the request in the share
   * of that tenant from then on, and waits for a place in it. Throws OverShare or SemaphoreTimeout.
   */
  readonly countFor?: ((tenantId: string) => Promise<void>) | undefined;
}

/** The tenant whose share of a service the work takes: live tenant and sandbox have one together. */
export function ownerOf({ caller, tenantId }: Pick<RequestContext, 'caller' | 'tenantId'>): string {
  return caller.ownerId ?? tenantId;
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
