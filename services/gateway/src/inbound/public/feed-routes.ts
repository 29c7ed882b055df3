import {
  createFeedToken,
  deleteFeedToken,
  listFeedTokens,
  renderFeed,
  rotateFeedToken,
} from '@lodging/contract-channels';
import { feedTokenBody } from '@lodging/contract-public';
import { knownTags } from '../../domain/entity-tags.ts';
import { route } from './public-route.ts';
import type { PublicRoute } from './public-route.ts';
import { calendarFeed } from './write-answer.ts';

/** Calendars ask every few minutes at the most; this stops a loop, not a reader. */
const READS_PER_MINUTE = 600;
/** What is longer names no feed; the wire takes no more. */
const LONGEST_TOKEN = 200;

const ofResource = { access: 'secret_key', missing: 'resource_not_found' } as const;

export const feedRoutes: readonly PublicRoute[] = [
  route({
    ...ofResource,
    method: 'POST',
    path: '/v1/resources/{id}/feed-tokens',
    status: 201,
    patience: 'setup',
    body: feedTokenBody,
    operation: createFeedToken,
    request: ({ id, body, publicUrl }) => ({ ...body, resourceId: id, publicUrl }),
  }),
  route({
    ...ofResource,
    method: 'GET',
    path: '/v1/resources/{id}/feed-tokens',
    patience: 'reading',
    operation: listFeedTokens,
    request: ({ id }) => ({ resourceId: id }),
  }),
  route({
    ...ofResource,
    method: 'DELETE',
    path: '/v1/resources/{id}/feed-tokens/{tokenId}',
    innerMissing: 'feed_token_not_found',
    status: 204,
    patience: 'setup',
    operation: deleteFeedToken,
    request: ({ id, innerId }) => ({ resourceId: id, feedTokenId: innerId }),
  }),
  route({
    ...ofResource,
    method: 'POST',
    path: '/v1/resources/{id}/feed-tokens/{tokenId}/rotate',
    innerMissing: 'feed_token_not_found',
    status: 201,
    patience: 'setup',
    operation: rotateFeedToken,
    request: ({ id, innerId, publicUrl }) => ({ resourceId: id, feedTokenId: innerId, publicUrl }),
  }),
  route({
    method: 'GET',
    path: '/v1/feeds/{token}.ics',
    access: 'open',
    forBrowsers: false,
    requestsPerMinute: READS_PER_MINUTE,
    patience: 'summing',
    cacheControl: 'no-cache',
    mediaType: 'text/calendar; charset=utf-8',
    operation: renderFeed,
    request: ({ token, ifNoneMatch }) => ({
      token: token.slice(0, LONGEST_TOKEN),
      knownEtags: knownTags(ifNoneMatch),
    }),
    write: calendarFeed,
  }),
];
