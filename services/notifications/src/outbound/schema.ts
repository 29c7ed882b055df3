import {
  bigint,
  boolean,
  instant,
  integer,
  jsonb,
  pgTable,
  selectList,
  sql,
  text,
  uuid,
} from '@lodging/kit-postgres';
import type { Delivery, LoggedAttempt } from '../domain/deliveries/delivery.ts';

const counter = (name: string) => bigint(name, { mode: 'bigint' }).notNull().default(0n);

/** The log, in the bodies that webhook receivers get, for 30 days. */
export const events = pgTable('events', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  type: text('type').notNull(),
  livemode: boolean('livemode').notNull(),
  occurredAt: instant('occurred_at').notNull(),
  reservationId: uuid('reservation_id').notNull(),
  /** One series per reservation over all types. */
  sequence: bigint('sequence', { mode: 'bigint' }).notNull(),
  loggedAt: instant('logged_at')
    .notNull()
    .default(sql`now()`),
  /** In the log of the tenant. */
  position: bigint('position', { mode: 'bigint' }).notNull(),
  body: text('body').notNull(),
  traceparent: text('traceparent'),
});

export const eventSequences = pgTable('event_sequences', {
  tenantId: uuid('tenant_id').notNull(),
  reservationId: uuid('reservation_id').notNull(),
  lastSequence: bigint('last_sequence', { mode: 'bigint' }).notNull(),
  touchedAt: instant('touched_at')
    .notNull()
    .default(sql`now()`),
});

export const eventPositions = pgTable('event_positions', {
  tenantId: uuid('tenant_id').notNull(),
  lastPosition: bigint('last_position', { mode: 'bigint' }).notNull(),
  /** The minute in which deliveries are counted, and how many were inserted in it; see `delivery-budget.ts`. */
  deliveriesSince: instant('deliveries_since'),
  deliveriesMade: integer('deliveries_made').notNull().default(0),
  /** Deliveries of events from this position on are not inserted yet. */
  deferredFrom: bigint('deferred_from', { mode: 'bigint' }),
  deferredEvents: counter('deferred_events'),
});

export const webhookEndpoints = pgTable('webhook_endpoints', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  url: text('url').notNull(),
  eventTypes: text('event_types').array().notNull(),
  enabled: boolean('enabled').notNull().default(true),
  sealedSecret: text('sealed_secret').notNull(),
  /** Secrets that a rotation replaced and that still sign. */
  previousSecrets: jsonb('old_secrets').$type<readonly { sealed: string; until: string }[]>().notNull(),
  /** Consecutive failed attempts. */
  failureCount: counter('failure_count'),
  failingSince: instant('failing_since'),
  lastFailureAt: instant('last_failure_at'),
  lastSuccessAt: instant('last_success_at'),
  /** After many consecutive failures there is no attempt before this. */
  pausedUntil: instant('paused_until'),
  createdAt: instant('created_at').notNull(),
  /** A deleted endpoint is hidden; its deliveries are deleted in batches. */
  deletedAt: instant('deleted_at'),
  /** Moved on by each ping and redelivery; see `admit-request.ts`. */
  requestAllowanceAt: instant('request_allowance_at'),
  /** Of the URL. Endpoints are counted by it. */
  host: text('host'),
  /** The endpoint receives events after this position of the log. */
  afterPosition: bigint('after_position', { mode: 'bigint' }),
  /** There is no attempt before this while the endpoint has never answered with 2xx. */
  pacedUntil: instant('paced_until'),
});

/** Hosts with endpoints that have never answered with 2xx, over all tenants. */
export const webhookHosts = pgTable('webhook_hosts', {
  name: text('name').notNull(),
  nextAttemptAt: instant('next_attempt_at').notNull(),
});

export const deliveries = pgTable('deliveries', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  endpointId: uuid('endpoint_id').notNull(),
  eventId: uuid('event_id').notNull(),
  eventType: text('event_type').notNull(),
  /** Only where the event is not in the log; otherwise the body is the event's. */
  body: text('body'),
  traceparent: text('traceparent'),
  /** Sent although the endpoint is disabled. */
  isRequested: boolean('asked').notNull().default(false),
  status: text('status').$type<Delivery['status']>().notNull().default('pending'),
  /** Of the current schedule of attempts; a redelivery begins a new one. */
  tries: integer('tries').notNull().default(0),
  attempts: jsonb('attempts').$type<LoggedAttempt[]>().notNull(),
  nextAttemptAt: instant('next_attempt_at'),
  leasedBy: uuid('leased_by'),
  leasedUntil: instant('leased_until'),
  fencingNumber: counter('lease'),
  createdAt: instant('created_at').notNull(),
  finishedAt: instant('finished_at'),
});

const ENDPOINT = [
  'id',
  'url',
  'eventTypes',
  'enabled',
  'failureCount',
  'lastFailureAt',
  'lastSuccessAt',
  'createdAt',
] as const;

export type EndpointRow = Pick<typeof webhookEndpoints.$inferSelect, (typeof ENDPOINT)[number]>;
export const endpointColumns = selectList(webhookEndpoints, { only: ENDPOINT });
