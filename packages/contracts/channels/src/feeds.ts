import { exampleOf, listOf, MAX_CALENDAR_BYTES, rpc, text, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { feedToken, issuedFeedToken } from './records.ts';

const context = 'channels';

/** `publicUrl` is the public base address of the gateway, which serves the feed. `limit_reached` has the field `limit`. */
export const createFeedToken = rpc({
  context,
  name: 'create-feed-token',
  permission: 'operate',
  request: z.object({
    resourceId: uuid,
    name: text({ min: 1, max: 200 })
      .optional()
      .meta({ description: 'A label, such as the calendar that reads the feed.' }),
    /** Leaves out the blocks of that connection, so that a channel never imports its own blocks. */
    excludeConnectionId: uuid.optional(),
    publicUrl: z.string(),
  }),
  response: issuedFeedToken,
  refusals: ['resource_not_found', 'connection_not_found', 'limit_reached'],
  idempotent: false,
});
export const listFeedTokens = rpc({
  context,
  name: 'list-feed-tokens',
  request: z.object({ resourceId: uuid }),
  response: z.object({ feedTokens: listOf(feedToken, 10_000) }).meta({
    id: 'FeedTokens',
    description: 'The feed tokens of the resource.',
    example: { feedTokens: [exampleOf(feedToken)] },
  }),
  refusals: ['resource_not_found'],
  idempotent: true,
});
export const deleteFeedToken = rpc({
  context,
  name: 'delete-feed-token',
  permission: 'operate',
  request: z.object({ resourceId: uuid, feedTokenId: uuid }),
  response: z.object({ deleted: z.literal(true) }),
  refusals: ['resource_not_found', 'feed_token_not_found'],
  idempotent: false,
});
/** The old token stays valid for another 24 hours. */
export const rotateFeedToken = rpc({
  context,
  name: 'rotate-feed-token',
  permission: 'operate',
  request: z.object({ resourceId: uuid, feedTokenId: uuid, publicUrl: z.string() }),
  response: issuedFeedToken,
  refusals: ['resource_not_found', 'feed_token_not_found'],
  idempotent: false,
});

/** The token is the credential: the call carries the nil tenant. `body` is null where `knownEtags` holds the ETag. */
export const renderFeed = rpc({
  context,
  name: 'render-feed',
  request: z.object({ token: z.string().max(200), knownEtags: z.array(z.string()).max(100) }),
  response: z.object({ etag: z.string(), lastModified: z.string(), body: z.string().nullable() }),
  refusals: ['not_found'],
  idempotent: true,
  maxReplyBytes: MAX_CALENDAR_BYTES,
});
