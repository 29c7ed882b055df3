export interface EndpointKey {
  readonly tenantId: string;
  readonly endpointId: string;
}

export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly eventTypes: readonly string[];
  readonly enabled: boolean;
  readonly failureCount: number;
  readonly lastFailureAt: Temporal.Instant | null;
  readonly lastSuccessAt: Temporal.Instant | null;
  readonly createdAt: Temporal.Instant;
}

/** What a tenant sees of its endpoint. */
export interface EndpointRecord extends Endpoint {
  readonly failingSince: Temporal.Instant | null;
  /** Null where the endpoint does not fail. */
  readonly lastError: string | null;
  /** With those that wait in the log, of its next 10,000 events. */
  readonly waiting: number;
  readonly dead: number;
}

/** Of an endpoint that has received nothing. */
export const NO_DELIVERIES = { failingSince: null, lastError: null, waiting: 0, dead: 0 } as const;

/** The secret is shown once, at creation and after a rotation. */
export type EndpointWithSecret = EndpointRecord & { readonly secret: string };

export interface EndpointWithStats extends EndpointRecord {
  readonly oldestWaitingAt: Temporal.Instant | null;
}
