import type { WebhookEventType } from '@lodging/contract-notifications';
import type { Result } from '@lodging/kernel';
import type { Ending, Verdict } from '../domain/judge-attempt.ts';

/** For whom something is done. */
export interface Caller {
  readonly tenantId: string;
  readonly livemode: boolean;
}

export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly eventTypes: WebhookEventType[];
  readonly enabled: boolean;
  readonly failureCount: number;
  readonly lastFailureAt: Temporal.Instant | null;
  readonly lastSuccessAt: Temporal.Instant | null;
  readonly createdAt: Temporal.Instant;
}

export interface NewEndpoint {
  readonly id: string;
  readonly url: string;
  readonly eventTypes: readonly WebhookEventType[];
  readonly sealedSecret: string;
  readonly createdAt: Temporal.Instant;
}

export interface Endpoints {
  /** Undefined: the tenant has as many as it may have. */
  create(tenantId: string, endpoint: NewEndpoint): Promise<Endpoint | undefined>;
  list(tenantId: string): Promise<Endpoint[]>;
  find(tenantId: string, id: string): Promise<Endpoint | undefined>;
  /** Its deliveries go with it. False: there was none. */
  delete(tenantId: string, id: string, now: Temporal.Instant): Promise<boolean>;
  /** The secret until now still signs until `oldUntil`. */
  rotate(
    tenantId: string,
    id: string,
    change: {
      readonly sealedSecret: string;
      readonly now: Temporal.Instant;
      readonly oldUntil: Temporal.Instant;
    },
  ): Promise<Endpoint | undefined>;
}

export interface SurveyedEndpoint extends Endpoint {
  readonly failingSince: Temporal.Instant | null;
  /** In words; null where all is well. */
  readonly lastError: string | null;
  readonly waiting: number;
  readonly oldestWaitingAt: Temporal.Instant | null;
  readonly dead: number;
}
export interface EndpointSurvey {
  list(tenantId: string): Promise<SurveyedEndpoint[]>;
}

export interface Attempt {
  readonly at: string;
  readonly status: number | null;
  readonly durationMs: number;
  readonly error: string | null;
  readonly answer?: string;
}

export interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: 'pending' | 'succeeded' | 'dead';
  readonly attempts: Attempt[];
  readonly nextAttemptAt: Temporal.Instant | null;
  readonly createdAt: Temporal.Instant;
}

export interface ListPosition {
  readonly createdAt: string;
  readonly id: string;
}
export interface Page {
  readonly limit: number;
  readonly after: ListPosition | null;
}

export interface Deliveries {
  /** Newest first; fewer than the limit where they are long. */
  list(
    tenantId: string,
    endpointId: string,
    page: Page,
  ): Promise<{ readonly deliveries: Delivery[]; readonly isMore: boolean }>;
  /** Sent anew from the first try on, whatever became of it before. */
  redeliver(
    tenantId: string,
    endpointId: string,
    id: string,
    now: Temporal.Instant,
  ): Promise<Delivery | undefined>;
  /** False: there is no such endpoint. */
  addPing(
    tenantId: string,
    endpointId: string,
    ping: {
      readonly deliveryId: string;
      readonly eventId: string;
      readonly type: string;
      readonly body: string;
      readonly now: Temporal.Instant;
    },
  ): Promise<boolean>;
}

export interface EventPage {
  readonly limit: number;
  readonly after: string | null;
  readonly type?: string | undefined;
  readonly reservationId?: string | undefined;
  readonly since: Temporal.Instant;
}
export interface LoggedEvents {
  /** Oldest first; one more than the limit where there are more. */
  list(tenantId: string, page: EventPage): Promise<{ readonly position: string; readonly body: string }[]>;
}

/** Secrets at rest, bound to the tenant and the endpoint. */
export interface Vault {
  seal(tenantId: string, id: string, text: string): string;
  /** Undefined: not sealed here, or for another. */
  open(tenantId: string, id: string, sealed: string): string | undefined;
}

export interface Receivers {
  /** Whether the address may be posted to at all. */
  check(url: string): Promise<Result<true>>;
  /** One try, within its time. Never throws. */
  post(letter: Letter): Promise<Ending>;
  close(): void;
}

export interface Letter {
  readonly url: string;
  readonly eventType: string;
  /** The same on every try. */
  readonly eventId: string;
  readonly body: string;
  readonly secrets: readonly string[];
  /** Of the event, so that the receiver's work is seen in its trace. */
  readonly traceparent: string | null;
  /** Ends the try early. */
  readonly signal: AbortSignal;
}

/** One delivery that is this process's to try, until the lease ends. */
export interface Lease {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly number: bigint;
  readonly tries: number;
  readonly eventId: string;
  readonly eventType: string;
  /** Null for a ping, which is no event, and where the receiver only fails: what waits for it is late by its own doing. */
  readonly occurredAt: Temporal.Instant | null;
  readonly body: string;
  readonly traceparent: string | null;
  readonly url: string;
  readonly sealedSecrets: readonly string[];
}

export interface EndpointKey {
  readonly tenantId: string;
  readonly endpointId: string;
}
export interface Outcome {
  readonly lease: Lease;
  readonly ending: Ending;
  readonly verdict: Verdict;
}

export interface DeliveryQueue {
  /** Takes what is due at one endpoint: at most `most`, and never more than may be under way there at once. */
  claim(endpoint: EndpointKey, owner: string, most: number, now: Temporal.Instant): Promise<Lease[]>;
  /** Of one endpoint, in the order in which they ended. Whoever lost a lease meanwhile changes nothing. */
  record(
    endpoint: EndpointKey,
    owner: string,
    outcomes: readonly Outcome[],
    now: Temporal.Instant,
  ): Promise<void>;
  /** Endpoints with something due that nobody works at. */
  due(now: Temporal.Instant): Promise<EndpointKey[]>;
  giveUp(owner: string): Promise<void>;
  /** What waited for an endpoint that is disabled by now is dead. */
  retire(now: Temporal.Instant): Promise<void>;
}
