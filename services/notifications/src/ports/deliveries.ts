import type { ListPosition, Page, Result, RowPage } from '@lodging/kernel';
import type { AttemptResult, DeliveryDecision } from '../domain/deliveries/attempt.ts';
import type { Delivery } from '../domain/deliveries/delivery.ts';
import type { EndpointKey } from '../domain/endpoints/endpoint.ts';

export interface Ping {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
  readonly now: Temporal.Instant;
}

export interface DeliveryPage extends Page<ListPosition> {
  /** Undefined: of every status. */
  readonly status?: Delivery['status'] | undefined;
}

export interface DeliveryRepository {
  /** Newest first; fewer than the limit where they are large. */
  list(tenantId: string, endpointId: string, page: DeliveryPage): Promise<RowPage<Delivery>>;
  /**
   * Begins the schedule again from its first attempt, whatever the status. Counts in the allowance of the endpoint and in the
   * tenant's minute: the tenant decides how often its receiver gets one. What is not redelivered is not counted.
   */
  redeliver(
    tenantId: string,
    endpointId: string,
    id: string,
    now: Temporal.Instant,
  ): Promise<Delivery | 'limited' | 'no-endpoint' | 'no-delivery'>;
  /** The same for all of a time. Undefined: there is no such endpoint. */
  replay(
    tenantId: string,
    endpointId: string,
    between: { readonly from: Temporal.Instant; readonly to: Temporal.Instant },
    now: Temporal.Instant,
  ): Promise<number | undefined>;
  /** Counts as a redelivery does. */
  addPing(tenantId: string, endpointId: string, ping: Ping): Promise<'admitted' | 'limited' | 'not-found'>;
}

/** A delivery that is leased to this process. */
export interface DeliveryLease extends EndpointKey {
  readonly deliveryId: string;
  /** The fencing number. */
  readonly number: bigint;
  readonly attemptsBefore: number;
  readonly eventId: string;
  readonly eventType: string;
  /** Null for a ping. */
  readonly reservationId: string | null;
  /** Null for a ping, and where the delivery waited for its endpoint or for the budget of its tenant: that is not our delay. */
  readonly occurredAt: Temporal.Instant | null;
  readonly body: string;
  readonly traceparent: string | null;
  readonly url: string;
  readonly sealedSecrets: readonly string[];
}

export interface DeliveryOutcome {
  readonly lease: DeliveryLease;
  readonly result: AttemptResult;
  readonly decision: DeliveryDecision;
}

export interface DeliveryQueue {
  /** Leases due deliveries of one endpoint: at most `limit`, and within the concurrency of the endpoint. */
  claim(endpoint: EndpointKey, owner: string, limit: number, now: Temporal.Instant): Promise<DeliveryLease[]>;
  /** Of one endpoint, in the order in which the attempts ended. Outcomes of lost leases are ignored. */
  record(
    endpoint: EndpointKey,
    owner: string,
    outcomes: readonly DeliveryOutcome[],
    now: Temporal.Instant,
  ): Promise<void>;
  /** Both in one commit. */
  recordAndClaim(
    endpoint: EndpointKey,
    owner: string,
    outcomes: readonly DeliveryOutcome[],
    limit: number,
    now: Temporal.Instant,
  ): Promise<DeliveryLease[]>;
  /** Endpoints with due deliveries that are not leased. */
  findDue(now: Temporal.Instant): Promise<EndpointKey[]>;
  releaseLeases(owner: string): Promise<void>;
  /** Ends the deliveries of disabled endpoints. */
  retire(now: Temporal.Instant): Promise<void>;
}

/** Deliveries beyond the budget of their tenant: they wait in the log, as events from a position on, and are no rows yet. */
export interface DeferredDeliveries {
  /** Tenants with such deliveries, and with room for some in the current minute. */
  findTenants(now: Temporal.Instant): Promise<string[]>;
  /** Queues those of the next events, as far as the minute has room; `hasMore`: and for further ones perhaps. */
  queueNext(
    tenantId: string,
    now: Temporal.Instant,
  ): Promise<{ readonly hasMore: boolean; readonly endpointIds: readonly string[] }>;
}

/** Rows that have ended; each is deleted in batches. */
export interface EndedRows {
  /** Deletes deliveries and events that ended more than 30 days ago. */
  purgeExpired(now: Temporal.Instant): Promise<void>;
  /** Deletes the remaining deliveries of deleted endpoints, and then the endpoints. */
  purgeDeletedEndpoints(): Promise<void>;
}

/** Sends the queued deliveries. */
export interface WebhookDispatcher {
  /** Call it when a delivery of the endpoint has become due. */
  readonly wake: (endpoint: EndpointKey) => void;
  /** Wakes every endpoint with due deliveries. */
  sweep(): Promise<void>;
  /** Begins no more attempts, gives running ones 5 s to end, and releases the leases. */
  stop(): Promise<void>;
}

// Receivers

export interface WebhookRequest {
  readonly tenantId: string;
  readonly url: string;
  readonly eventType: string;
  /** The same for every attempt. */
  readonly eventId: string;
  /** Null for a ping. */
  readonly reservationId: string | null;
  readonly body: string;
  readonly secrets: readonly string[];
  /** Of the event, so that the work of the receiver is part of its trace. */
  readonly traceparent: string | null;
  /** Ends the attempt. */
  readonly signal: AbortSignal;
}

export interface ReceiverHost {
  /** In lower case and ASCII, without port, brackets and a dot at the end. */
  readonly name: string;
  /** False for the host of development, which any number of endpoints may have. */
  readonly isCounted: boolean;
}

export interface WebhookSender {
  /** Refuses an address to which webhooks may never be sent. */
  check(url: string): Promise<Result<ReceiverHost>>;
  /** One attempt within its timeout. Never throws. */
  send(request: WebhookRequest): Promise<AttemptResult>;
  close(): void;
}
