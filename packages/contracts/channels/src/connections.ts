import { exampleOf, listOf, pageRequest, rpc, text, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { conflict, conflictStatus, connection, feedRead, listing } from './records.ts';

const context = 'channels';
const nextAfter = z.object({ createdAt: z.string(), id: uuid }).nullable();

/** A refused address (private, loopback, link-local, not http or https, another port) is `validation_failed`, pointer /feedUrl. */
export const createConnection = rpc({
  context,
  name: 'create-connection',
  permission: 'operate',
  request: z.object({
    channel: z.literal('ical'),
    feedUrl: text({ min: 1, max: 2_000 }).meta({
      description: 'https on port 443 or http on port 80. Private addresses are refused.',
    }),
  }),
  response: connection,
  refusals: ['validation_failed', 'limit_reached'],
  idempotent: false,
});
export const listConnections = rpc({
  context,
  name: 'list-connections',
  request: pageRequest,
  response: z.object({ connections: z.array(connection), nextAfter }),
  refusals: [],
  idempotent: true,
});
export const readConnection = rpc({
  context,
  name: 'read-connection',
  request: z.object({ connectionId: uuid }),
  response: connection,
  refusals: ['connection_not_found'],
  idempotent: true,
});
/** The last 200, newest first. */
export const listFeedReads = rpc({
  context,
  name: 'list-feed-reads',
  request: pageRequest.extend({ connectionId: uuid }),
  response: z.object({ reads: z.array(feedRead), nextAfter }),
  refusals: ['connection_not_found'],
  idempotent: true,
});
export const changeConnection = rpc({
  context,
  name: 'change-connection',
  permission: 'operate',
  request: z.object({ connectionId: uuid, status: z.enum(['active', 'paused']) }),
  response: connection,
  refusals: ['connection_not_found'],
  idempotent: true,
});
/** Its blocks are released. */
export const deleteConnection = rpc({
  context,
  name: 'delete-connection',
  permission: 'operate',
  request: z.object({ connectionId: uuid }),
  response: z.object({ deleted: z.literal(true) }),
  refusals: ['connection_not_found'],
  idempotent: false,
});
export const syncConnection = rpc({
  context,
  name: 'sync-connection',
  permission: 'operate',
  request: z.object({ connectionId: uuid }),
  response: connection,
  refusals: ['connection_not_found', 'connection_paused'],
  idempotent: true,
});

/** `limit_reached` has the field `limit`. */
export const createListing = rpc({
  context,
  name: 'create-listing',
  permission: 'operate',
  request: z.object({
    connectionId: uuid,
    resourceId: uuid,
    externalListingId: text({ min: 1, max: 200 })
      .optional()
      .meta({ description: 'The name of the resource in the external calendar.' }),
  }),
  response: listing,
  refusals: ['connection_not_found', 'resource_not_found', 'listing_already_mapped', 'limit_reached'],
  idempotent: false,
});
export const listListings = rpc({
  context,
  name: 'list-listings',
  request: z.object({ connectionId: uuid }),
  response: z.object({ listings: listOf(listing, 10_000) }).meta({
    id: 'ChannelListings',
    description: 'The listings of the connection.',
    example: { listings: [exampleOf(listing)] },
  }),
  refusals: ['connection_not_found'],
  idempotent: true,
});
export const deleteListing = rpc({
  context,
  name: 'delete-listing',
  permission: 'operate',
  request: z.object({ connectionId: uuid, listingId: uuid }),
  response: z.object({ deleted: z.literal(true) }),
  refusals: ['connection_not_found', 'listing_not_found'],
  idempotent: false,
});

export const listConflicts = rpc({
  context,
  name: 'list-conflicts',
  request: pageRequest.extend({ status: conflictStatus.optional() }),
  response: z.object({ conflicts: z.array(conflict), nextAfter }),
  refusals: [],
  idempotent: true,
});
export const readConflict = rpc({
  context,
  name: 'read-conflict',
  request: z.object({ conflictId: uuid }),
  response: conflict,
  refusals: ['conflict_not_found'],
  idempotent: true,
});
export const resolveConflict = rpc({
  context,
  name: 'resolve-conflict',
  permission: 'house',
  request: z.object({ conflictId: uuid, status: z.enum(['resolved_relocated', 'resolved_cancelled']) }),
  response: conflict,
  refusals: ['conflict_not_found', 'conflict_already_resolved'],
  idempotent: false,
});
