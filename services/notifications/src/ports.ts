import type { WebhookEventType } from '@lodging/contract-notifications';
import type { ListPosition, Page, Result } from '@lodging/kernel';
import type { AttemptResult, DeliveryDecision } from './domain/attempt.ts';
import type { CodeMail } from './domain/code-mail.ts';
import type { PublicEvent } from './domain/public-event.ts';

// The database

/** An event as one consumer knows it; the mark is committed with the effect. */
export interface InboxMark {
  readonly consumer: string;
  readonly eventId: string;
}

/** What must be in the log before an event. */
export interface EventOrder {
  /** Earlier events of the same aggregate. */
  readonly predecessors: readonly string[];
  /** Some event of the reservation: for an event that another context publishes about it. */
  readonly followsAny: boolean;
  /** The event no longer waits: it is logged, and missing predecessors are left out for ever. */
  readonly overtakes: boolean;
}

export interface EventPage extends Page<string> {
  readonly type?: string | undefined;
  readonly reservationId?: string | undefined;
  readonly since: Temporal.Instant;
}

export interface EventLog {
  /**
   * Logs the event with the next sequence of its reservation and queues its deliveries; once for each mark. `waits`: what
   * must be logged before it is missing, and nothing is written.
   */
  append(
    tenantId: string,
    event: PublicEvent,
    mark: InboxMark,
    order?: EventOrder,
  ): Promise<'logged' | 'waits'>;
  /** Oldest first; one row more than the limit where there are more. */
  list(tenantId: string, page: EventPage): Promise<{ readonly position: string; readonly body: string }[]>;
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

/** The secret is shown once, at creation and after a rotation. */
export type EndpointWithSecret = Endpoint & { readonly secret: string };

export interface NewEndpoint extends Pick<Endpoint, 'id' | 'url' | 'createdAt'> {
  readonly eventTypes: readonly WebhookEventType[];
  readonly sealedSecret: string;
}

export interface SecretRotation {
  readonly sealedSecret: string;
  readonly now: Temporal.Instant;
  /** The previous secret signs too until then. */
  readonly previousUntil: Temporal.Instant;
}

export interface EndpointRepository {
  /** Undefined: the tenant has the maximum of endpoints. */
  create(tenantId: string, endpoint: NewEndpoint): Promise<Endpoint | undefined>;
  list(tenantId: string): Promise<Endpoint[]>;
  find(tenantId: string, id: string): Promise<Endpoint | undefined>;
  /** Deletes its deliveries too. False: there was no such endpoint. */
  delete(tenantId: string, id: string, now: Temporal.Instant): Promise<boolean>;
  rotateSecret(tenantId: string, id: string, rotation: SecretRotation): Promise<Endpoint | undefined>;
}

export interface EndpointWithStats extends Endpoint {
  readonly failingSince: Temporal.Instant | null;
  /** Null where the endpoint does not fail. */
  readonly lastError: string | null;
  readonly waiting: number;
  readonly oldestWaitingAt: Temporal.Instant | null;
  readonly dead: number;
}

export interface EndpointStatsRepository {
  list(tenantId: string): Promise<EndpointWithStats[]>;
}

export interface LoggedAttempt {
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
  readonly attempts: LoggedAttempt[];
  readonly nextAttemptAt: Temporal.Instant | null;
  readonly createdAt: Temporal.Instant;
}

export interface Ping {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
  readonly now: Temporal.Instant;
}

export interface DeliveryRepository {
  /** Newest first; fewer than the limit where they are large. */
  list(
    tenantId: string,
    endpointId: string,
    page: Page<ListPosition>,
  ): Promise<{ readonly deliveries: Delivery[]; readonly hasMore: boolean }>;
  /** Counts a ping or redelivery of the endpoint: the tenant decides how often its receiver gets one. */
  admitRequest(
    tenantId: string,
    endpointId: string,
    now: Temporal.Instant,
  ): Promise<'admitted' | 'limited' | 'not-found'>;
  /** Begins the schedule again from its first attempt, whatever the status. */
  redeliver(
    tenantId: string,
    endpointId: string,
    id: string,
    now: Temporal.Instant,
  ): Promise<Delivery | undefined>;
  /** The same for all of a time. Undefined: there is no such endpoint. */
  replay(
    tenantId: string,
    endpointId: string,
    between: { readonly from: Temporal.Instant; readonly to: Temporal.Instant },
    now: Temporal.Instant,
  ): Promise<number | undefined>;
  /** False: there is no such endpoint. */
  addPing(tenantId: string, endpointId: string, ping: Ping): Promise<boolean>;
}

export interface EndpointKey {
  readonly tenantId: string;
  readonly endpointId: string;
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
  /** Null for a ping, and for an endpoint that only fails: its lateness must not count as ours. */
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
  /** Endpoints with due deliveries that are not leased. */
  findDue(now: Temporal.Instant): Promise<EndpointKey[]>;
  releaseLeases(owner: string): Promise<void>;
  /** Ends the deliveries of disabled endpoints. */
  retire(now: Temporal.Instant): Promise<void>;
}

export interface SecretVault {
  seal(tenantId: string, id: string, text: string): string;
  /** Undefined: sealed with another secret or for another endpoint. */
  open(tenantId: string, id: string, sealed: string): string | undefined;
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

export interface WebhookSender {
  /** Refuses an address to which webhooks may never be sent. */
  check(url: string): Promise<Result<true>>;
  /** One attempt within its timeout. Never throws. */
  send(request: WebhookRequest): Promise<AttemptResult>;
  close(): void;
}

// The mail server

/** `unconfirmed`: the mail server did not say in time whether it took the mail; it may arrive. */
export type MailOutcome = 'accepted' | 'unconfirmed';

export interface Mailer {
  /** Throws when the mail server has not got the mail. */
  send(mail: CodeMail & { readonly to: string }): Promise<MailOutcome>;
}
