import { uuid } from '@lodging/contract-wire';
import { z } from 'zod';

export const feedToken = z.object({
  id: uuid,
  resourceId: uuid,
  name: z.string().nullable(),
  /** Whole in the create and rotate answers, null in lists: only a hash is stored. */
  url: z.string().nullable(),
  createdAt: z.string(),
  lastAccessedAt: z.string().nullable(),
});
export type FeedToken = z.infer<typeof feedToken>;
/** The answer of create and rotate, where the token is shown once. */
export const issuedFeedToken = feedToken.extend({ url: z.string(), token: z.string() });

export const connectionStatus = z.enum(['active', 'paused', 'error']);
export const connection = z.object({
  id: uuid,
  channel: z.string(),
  feedUrl: z.string(),
  status: connectionStatus,
  createdAt: z.string(),
  /** The last try. */
  lastSyncAt: z.string().nullable(),
  /** The last good one; an unchanged feed is one too. */
  lastSuccessAt: z.string().nullable(),
  /** In words an operator understands; null after a good one. */
  lastError: z.string().nullable(),
  eventCount: z.int(),
  nextSyncAt: z.string().nullable(),
});
export type Connection = z.infer<typeof connection>;

export const listing = z.object({
  id: uuid,
  connectionId: uuid,
  resourceId: uuid,
  externalListingId: z.string().nullable(),
  createdAt: z.string(),
});
export type Listing = z.infer<typeof listing>;

export const conflictStatus = z.enum(['open', 'resolved_relocated', 'resolved_cancelled']);
export const conflict = z.object({
  id: uuid,
  connectionId: uuid,
  listingId: uuid,
  reservationId: uuid,
  resourceId: uuid,
  inboundEvent: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  createdAt: z.string(),
  status: conflictStatus,
});
export type ConflictRecord = z.infer<typeof conflict>;
