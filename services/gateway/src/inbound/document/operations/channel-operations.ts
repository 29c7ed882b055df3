import { calendarFeed, conflictPage, connectionPage } from '@lodging/contract-public';
import type { OperationDocs } from './operation-docs.ts';

const feedOperations: Readonly<Record<string, OperationDocs>> = {
  'POST /v1/resources/{id}/feed-tokens': {
    operationId: 'createFeedToken',
    tag: 'Channels',
    summary: 'Open a feed of a resource',
    description:
      'Answers the feed’s address, this once: only a hash of its token is stored. Give each calendar that reads it a token ' +
      'of its own, with `excludeConnectionId` where that calendar is read here too, so that it never gets its own blocks ' +
      'back.',
  },
  'GET /v1/resources/{id}/feed-tokens': {
    operationId: 'listFeedTokens',
    tag: 'Channels',
    summary: 'List the feed tokens of a resource',
    description: '`url` is null. `lastAccessedAt` tells whether the other calendar still reads the feed.',
  },
  'DELETE /v1/resources/{id}/feed-tokens/{tokenId}': {
    operationId: 'deleteFeedToken',
    tag: 'Channels',
    summary: 'Close a feed',
    description: 'Its address answers 404 from then on, and so does the one that a rotation had replaced.',
  },
  'POST /v1/resources/{id}/feed-tokens/{tokenId}/rotate': {
    operationId: 'rotateFeedToken',
    tag: 'Channels',
    summary: 'Replace the address of a feed',
    description: 'Answers the new address, this once. The old one lives for another 24 hours.',
  },
  'GET /v1/feeds/{token}.ics': {
    operationId: 'readFeed',
    tag: 'Channels',
    summary: 'A resource’s taken nights, as iCalendar',
    description:
      'For other calendars to subscribe to. Takes no key: the token is the credential, and one that is unknown, replaced or ' +
      'deleted is 404. Confirmed stays and blocks from other calendars, from 30 days back to 730 days ahead: lodging as ' +
      'all-day events whose DTEND is the day of departure, generic resources in UTC times. `SUMMARY` is `Reserved` or ' +
      '`Not available`; nothing of a guest is in it. UIDs last as long as the stay, and the ETag changes only when the ' +
      'body does. 600 reads a minute for each token and address. HEAD works, too.',
    response: calendarFeed,
    etag: true,
    lastModified: true,
  },
};

const connectionOperations: Readonly<Record<string, OperationDocs>> = {
  'POST /v1/channel-connections': {
    operationId: 'createChannelConnection',
    tag: 'Channels',
    summary: 'Connect a calendar elsewhere',
    description:
      '`channel` is `ical`. The feed is read at once, then every 15 minutes; it blocks nothing until a resource is mapped ' +
      'with a listing. A `feedUrl` that is not http or https, or leads to a private, loopback or link-local address, is ' +
      '`validation_failed` with the pointer `/feedUrl`. A feed has at most 10 MiB and 20 000 events, answers within 30 ' +
      'seconds and redirects at most 3 times.',
  },
  'GET /v1/channel-connections': {
    operationId: 'listChannelConnections',
    tag: 'Channels',
    summary: 'List connections',
    description: 'Each with how its last reading went. Secrets in `feedUrl` are masked.',
    response: connectionPage,
  },
  'GET /v1/channel-connections/{id}': {
    operationId: 'readChannelConnection',
    tag: 'Channels',
    summary: 'Read a connection',
    description:
      'While `status` is `error`, `lastError` says why, and the blocks of the last good reading stay. A feed that cannot be ' +
      'read, is empty, is no calendar, or lost more than half of its events at once frees no night.',
  },
  'PATCH /v1/channel-connections/{id}': {
    operationId: 'changeChannelConnection',
    tag: 'Channels',
    summary: 'Pause or resume a connection',
    description: 'A paused connection is not read, and keeps its blocks.',
  },
  'DELETE /v1/channel-connections/{id}': {
    operationId: 'deleteChannelConnection',
    tag: 'Channels',
    summary: 'Disconnect a calendar',
    description: 'Its blocks go with it.',
  },
  'POST /v1/channel-connections/{id}/sync': {
    operationId: 'syncChannelConnection',
    tag: 'Channels',
    summary: 'Read the feed now',
    description:
      'Answers before the feed is read; `lastSyncAt` tells when it was. While paused, `connection_paused`.',
  },
  'POST /v1/channel-connections/{id}/listings': {
    operationId: 'createChannelListing',
    tag: 'Channels',
    summary: 'Map a connection to a resource',
    description:
      'From then on each event of the feed takes one unit of the resource. A connection may have several resources, and a ' +
      'resource several connections; the same pair twice is `listing_already_mapped`.',
  },
  'GET /v1/channel-connections/{id}/listings': {
    operationId: 'listChannelListings',
    tag: 'Channels',
    summary: 'List what a connection is mapped to',
    description: 'In the order in which they were made.',
  },
  'DELETE /v1/channel-connections/{id}/listings/{listingId}': {
    operationId: 'deleteChannelListing',
    tag: 'Channels',
    summary: 'Unmap a resource',
    description: 'Its blocks go with it; those of other resources stay.',
  },
};

const conflictOperations: Readonly<Record<string, OperationDocs>> = {
  'GET /v1/channel/conflicts': {
    operationId: 'listChannelConflicts',
    tag: 'Channels',
    summary: 'List conflicts',
    description:
      'An event of another calendar over a stay that is held, confirmed or checked in, where more units are then taken than ' +
      'there are. The night is blocked all the same; which of the two stays has to go is the operator’s to decide.',
    response: conflictPage,
  },
  'PATCH /v1/channel/conflicts/{id}': {
    operationId: 'resolveChannelConflict',
    tag: 'Channels',
    summary: 'Resolve a conflict',
    description:
      'Takes `resolved_relocated` or `resolved_cancelled`, once; then it is `conflict_already_resolved`. It stays resolved ' +
      'until the event’s dates change.',
  },
};

export const channelOperations: Readonly<Record<string, OperationDocs>> = {
  ...feedOperations,
  ...connectionOperations,
  ...conflictOperations,
};
