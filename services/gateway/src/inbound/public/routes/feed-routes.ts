import {
  createFeedToken,
  deleteFeedToken,
  listFeedTokens,
  renderFeed,
  rotateFeedToken,
} from '@lodging/contract-channels';
import { calendarFeed, feedTokenBody } from '@lodging/contract-public';
import { isWellFormedSecret, refuse } from '@lodging/kernel';
import { knownTags } from '../../../domain/entity-tags.ts';
import { STAY_BODY_BYTES } from '../body-limits.ts';
import { route } from '../declare-route.ts';
import type { ForwardedRoute, PublicRoute } from '../public-route.ts';
import { feedResponse } from '../responses.ts';

/** Per client network, for all tokens together, because tokens can be guessed. */
const READS_PER_MINUTE = 600;
const ofResource = { access: 'secret_key', notFound: 'resource_not_found' } as const;

const servedFeed = route({
  method: 'GET',
  path: '/v1/feeds/{token}.ics',
  docs: {
    operationId: 'readFeed',
    tag: 'Channels',
    summary: 'Get the unavailable nights of a resource as iCalendar',
    description:
      'For other calendars to subscribe to. Takes no key: the token is the credential; an unknown, replaced or ' +
      'deleted token is 404. Contains confirmed stays and blocks, own and imported, from 30 days back to 730 ' +
      'days ahead: lodging as all-day events whose DTEND is the day of departure, generic resources in UTC times. ' +
      '`SUMMARY` is `Reserved` or `Not available`; the feed contains no guest data. The UID of a stay never ' +
      'changes, and the ETag changes only when the body changes. 600 requests a minute per address. HEAD is ' +
      'supported.',
    response: calendarFeed,
    etag: true,
    lastModified: true,
  },
  access: 'open',
  permission: null,
  cors: false,
  requestsPerMinute: READS_PER_MINUTE,
  timeout: 'report',
  cacheControl: 'no-cache',
  mediaType: 'text/calendar; charset=utf-8',
  operation: renderFeed,
  request: ({ token, ifNoneMatch }) => ({ token, knownEtags: knownTags(ifNoneMatch) }),
  toResponse: feedResponse,
});

/** A token that was never issued costs no request to another service: the checksum in it is wrong. */
const readFeed: ForwardedRoute = {
  ...servedFeed,
  read: (request) =>
    isWellFormedSecret(0, request.token)
      ? servedFeed.read(request)
      : refuse('not_found', 'There is no feed at this address.'),
};

export const feedRoutes: readonly PublicRoute[] = [
  route({
    ...ofResource,
    method: 'POST',
    path: '/v1/resources/{id}/feed-tokens',
    docs: {
      operationId: 'createFeedToken',
      tag: 'Channels',
      summary: 'Create a feed of a resource',
      description:
        'Returns the address of the feed once: only a hash of its token is stored. Create one token for each ' +
        'calendar that reads the feed, with `excludeConnectionId` if that calendar is also imported here, so that it ' +
        'does not receive its own events back. At most 20 tokens per resource: `limit_reached`.',
    },
    permission: 'operate',
    status: 201,
    timeout: 'write',
    bodyLimitBytes: STAY_BODY_BYTES,
    body: feedTokenBody,
    operation: createFeedToken,
    request: ({ id, body, publicUrl }) => ({ ...body, resourceId: id, publicUrl }),
  }),
  route({
    ...ofResource,
    method: 'GET',
    path: '/v1/resources/{id}/feed-tokens',
    docs: {
      operationId: 'listFeedTokens',
      tag: 'Channels',
      summary: 'List the feed tokens of a resource',
      description: '`url` is null. `lastAccessedAt` is the time of the last access by the other calendar.',
    },
    permission: 'read',
    timeout: 'read',
    operation: listFeedTokens,
    request: ({ id }) => ({ resourceId: id }),
  }),
  route({
    ...ofResource,
    method: 'DELETE',
    path: '/v1/resources/{id}/feed-tokens/{tokenId}',
    docs: {
      operationId: 'deleteFeedToken',
      tag: 'Channels',
      summary: 'Delete a feed',
      description: 'Its address, and an address replaced by a rotation, then return 404.',
    },
    permission: 'operate',
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
    docs: {
      operationId: 'rotateFeedToken',
      tag: 'Channels',
      summary: 'Rotate the address of a feed',
      description: 'Returns the new address once. The old one works for another 24 hours.',
    },
    permission: 'operate',
    innerNotFound: 'feed_token_not_found',
    status: 201,
    timeout: 'write',
    operation: rotateFeedToken,
    request: ({ id, innerId, publicUrl }) => ({ resourceId: id, feedTokenId: innerId, publicUrl }),
  }),
  readFeed,
];
