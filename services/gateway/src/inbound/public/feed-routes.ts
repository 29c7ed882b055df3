import {
  createFeedToken,
  deleteFeedToken,
  listFeedTokens,
  renderFeed,
  rotateFeedToken,
} from '@lodging/contract-channels';
import { feedTokenBody } from '@lodging/contract-public';
import { knownTags } from '../../domain/entity-tags.ts';
import { route } from './declare-route.ts';
import type { PublicRoute } from './public-route.ts';
import { feedResponse } from './wire.ts';

/** Per token and client network. Calendar clients read every few minutes at most; the limit stops loops. */
const READS_PER_MINUTE = 600;
/** Longer tokens belong to no feed; the contract of channels accepts no more characters. */
const MAX_TOKEN_LENGTH = 200;

const ofResource = { access: 'secret_key', notFound: 'resource_not_found' } as const;

export const feedRoutes: readonly PublicRoute[] = [
  route({
    ...ofResource,
    method: 'POST',
    path: '/v1/resources/{id}/feed-tokens',
    status: 201,
    timeout: 'write',
    body: feedTokenBody,
    operation: createFeedToken,
    request: ({ id, body, publicUrl }) => ({ ...body, resourceId: id, publicUrl }),
  }),
  route({
    ...ofResource,
    method: 'GET',
    path: '/v1/resources/{id}/feed-tokens',
    timeout: 'read',
    operation: listFeedTokens,
    request: ({ id }) => ({ resourceId: id }),
  }),
  route({
    ...ofResource,
    method: 'DELETE',
    path: '/v1/resources/{id}/feed-tokens/{tokenId}',
    innerNotFound: 'feed_token_not_found',
    status: 204,
    timeout: 'write',
    operation: deleteFeedToken,
    request: ({ id, innerId }) => ({ resourceId: id, feedTokenId: innerId }),
  }),
  route({
    ...ofResource,
    method: 'POST',
    path: '/v1/resources/{id}/feed-tokens/{tokenId}/rotate',
    innerNotFound: 'feed_token_not_found',
    status: 201,
    timeout: 'write',
    operation: rotateFeedToken,
    request: ({ id, innerId, publicUrl }) => ({ resourceId: id, feedTokenId: innerId, publicUrl }),
  }),
  route({
    method: 'GET',
    path: '/v1/feeds/{token}.ics',
    access: 'open',
    cors: false,
    requestsPerMinute: READS_PER_MINUTE,
    timeout: 'report',
    cacheControl: 'no-cache',
    mediaType: 'text/calendar; charset=utf-8',
    operation: renderFeed,
    request: ({ token, ifNoneMatch }) => ({
      token: token.slice(0, MAX_TOKEN_LENGTH),
      knownEtags: knownTags(ifNoneMatch),
    }),
    toResponse: feedResponse,
  }),
];
