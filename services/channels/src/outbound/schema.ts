import {
  bigint,
  boolean,
  customType,
  instant,
  integer,
  jsonb,
  localDate,
  pgTable,
  sql,
  text,
  uuid,
} from '@lodging/kit-postgres';
import type { ConflictStatus } from '../domain/conflicts/conflict.ts';
import type { ConnectionStatus } from '../domain/connections/connection.ts';
import type { AcceptedEvent } from '../domain/sync/match-events.ts';
import type { ReadRecord } from '../domain/sync/read-record.ts';

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
const counter = (name: string) => bigint(name, { mode: 'bigint' }).notNull().default(0n);
const createdAt = () =>
  instant('created_at')
    .notNull()
    .default(sql`now()`);

export const connections = pgTable('connections', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  livemode: boolean('livemode').notNull(),
  channel: text('channel').notNull(),
  sealedFeedUrl: text('sealed_feed_url').notNull(),
  /** Masked: what answers show. */
  feedUrl: text('shown_feed_url').notNull(),
  status: text('status').$type<ConnectionStatus>().notNull().default('active'),
  createdAt: createdAt(),
  deletedAt: instant('deleted_at'),
  lastSyncAt: instant('last_sync_at'),
  lastSuccessAt: instant('last_success_at'),
  lastError: text('last_error'),
  eventCount: integer('event_count').notNull().default(0),
  nextSyncAt: instant('next_sync_at').default(sql`now()`),
  /** Counts the requests for a sync, so that one made during a run is served after it. */
  syncRequests: counter('asked'),
  /** Moved on by each request for a sync; see `sync-allowance.ts`. */
  syncAllowanceAt: instant('sync_allowance_at'),
  /** Consecutive fetches that were rejected. */
  failures: integer('failures').notNull().default(0),
  /** Consecutive runs in which inventory was unavailable. */
  outages: integer('outages').notNull().default(0),
  /** When the feed is fetched next; a run before that only applies the accepted events. */
  fetchAt: instant('read_at'),
  etag: text('etag'),
  lastModified: text('last_modified'),
  /** The day of the last accepted fetch; the validators are sent on this day only. */
  fetchedOn: localDate('read_on'),
  /** Of the blocks that inventory has; null while that is unknown. */
  appliedDigest: text('applied_as'),
  quarantinedDigest: text('doubted'),
  quarantinedAt: instant('doubted_at'),
  /** Null in a row that an earlier version quarantined. */
  quarantinedEventsBefore: integer('quarantined_events_before'),
  quarantinedEventsNow: integer('quarantined_events_now'),
  /** The blocks that inventory has of the connection. */
  blockCount: integer('block_count').notNull().default(0),
  /** Orders the steps of this connection in inventory. */
  sequence: counter('sequence'),
  leasedBy: uuid('leased_by'),
  leasedAt: instant('leased_at'),
  leasedUntil: instant('leased_until'),
  fencingNumber: counter('lease'),
});

export const listings = pgTable('listings', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  connectionId: uuid('connection_id').notNull(),
  resourceId: uuid('resource_id').notNull(),
  externalListingId: text('external_listing_id'),
  createdAt: createdAt(),
});

/** The events of the last accepted snapshot of each feed. */
export const acceptedFeeds = pgTable('believed_feeds', {
  tenantId: uuid('tenant_id').notNull(),
  connectionId: uuid('connection_id').notNull(),
  events: jsonb('events').$type<readonly AcceptedEvent[]>().notNull(),
  acceptedOn: localDate('believed_on').notNull(),
});

/** The last reads of each feed. */
export const feedReads = pgTable('feed_reads', {
  tenantId: uuid('tenant_id').notNull(),
  connectionId: uuid('connection_id').notNull(),
  id: uuid('id').notNull(),
  createdAt: instant('created_at').notNull(),
  outcome: text('outcome').$type<ReadRecord['outcome']>().notNull(),
  events: integer('events').notNull(),
  added: integer('added').notNull(),
  moved: integer('moved').notNull(),
  removed: integer('removed').notNull(),
  durationMs: integer('duration_ms').notNull(),
  error: text('error'),
});

export const feedTokens = pgTable('feed_tokens', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  resourceId: uuid('resource_id').notNull(),
  name: text('name'),
  excludeConnectionId: uuid('exclude_connection_id'),
  livemode: boolean('livemode').notNull(),
  createdAt: instant('created_at').notNull(),
  lastAccessedAt: instant('last_accessed_at'),
  /** Of the last body that was read with the token, and when it became that. */
  bodyEtag: text('body_etag'),
  bodyChangedAt: instant('body_changed_at'),
});

export const feedTokenSecrets = pgTable('feed_token_secrets', {
  tenantId: uuid('tenant_id').notNull(),
  feedTokenId: uuid('feed_token_id').notNull(),
  digest: bytes('digest').notNull(),
  expiresAt: instant('expires_at'),
});

export const conflicts = pgTable('conflicts', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  connectionId: uuid('connection_id').notNull(),
  listingId: uuid('listing_id').notNull(),
  reservationId: uuid('reservation_id').notNull(),
  resourceId: uuid('resource_id').notNull(),
  inboundEvent: text('inbound_event').notNull(),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  status: text('status').$type<ConflictStatus>().notNull().default('open'),
  createdAt: createdAt(),
  /** When inventory reported the overlap last. */
  reportedAt: instant('told_at'),
});
