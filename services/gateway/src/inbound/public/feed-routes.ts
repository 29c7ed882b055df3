import {
  createFeedToken,
  deleteFeedToken,
  listFeedTokens,
  renderFeed,
  rotateFeedToken,
} from '@lodging/contract-channels';
import { calendarFeed, feedTokenBody } from '@lodging/contract-public';
import { isWellFormedSecret, refuse } from '@lodging/kernel';
import { knownTags } from '../../domain/entity-tags.ts';
import { route } from './declare-route.ts';
import type { ForwardedRoute, PublicRoute } from './public-route.ts';
import { feedResponse } from './wire.ts';

/** Per client network, whatever the token: anybody can invent tokens. */
const READS_PER_MINUTE = 600;
const ofResource = { access: 'secret_key', notFound: 'resource_not_found' } as const;

const servedFeed = route({
  method: 'GET',
  path: '/v1/feeds/{token}.ics',
  docs: {
    operationId: 'readFeed',
    tag: 'Channels',
    summary: 'A resource’s taken nights, as iCalendar',
    description:
      'For other calendars to subscribe to. Takes no key: the token is the credential, and one that is unknown, replaced or ' +
      'deleted is 404. Confirmed stays and blocks from other calendars, from 30 days back to 730 days ahead: lodging as ' +
      'all-day events whose DTEND is the day of departure, generic resources in UTC times. `SUMMARY` is `Reserved` or ' +
      '`Not available`; nothing of a guest is in it. UIDs last as long as the stay, and the ETag changes only when the ' +
      'body does. 600 reads a minute for each address. HEAD works, too.',
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
      summary: 'Open a feed of a resource',
      description:
        'Answers the feed’s address, this once: only a hash of its token is stored. Give each calendar that reads it a token ' +
        'of its own, with `excludeConnectionId` where that calendar is read here too, so that it never gets its own blocks ' +
        'back.',
    },
    permission: 'operate',
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
    docs: {
      operationId: 'listFeedTokens',
      tag: 'Channels',
      summary: 'List the feed tokens of a resource',
      description: '`url` is null. `lastAccessedAt` tells whether the other calendar still reads the feed.',
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
      summary: 'Close a feed',
      description: 'Its address answers 404 from then on, and so does the one that a rotation had replaced.',
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
      summary: 'Replace the address of a feed',
      description: 'Answers the new address, this once. The old one lives for another 24 hours.',
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
