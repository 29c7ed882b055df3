import {
  changeConnection,
  createConnection,
  createListing,
  deleteConnection,
  deleteListing,
  listConflicts,
  listConnections,
  listListings,
  readConnection,
  resolveConflict,
  syncConnection,
} from '@lodging/contract-channels';
import {
  conflictPage,
  conflictResolutionBody,
  conflictsQuery,
  connectionBody,
  connectionChangesBody,
  connectionPage,
  listingBody,
  pageQuery,
} from '@lodging/contract-public';
import { listRoute, route } from './declare-route.ts';
import type { PublicRoute } from './public-route.ts';

const ofConnection = { access: 'secret_key', notFound: 'connection_not_found' } as const;

const connectionRoutes: readonly PublicRoute[] = [
  route({
    method: 'POST',
    path: '/v1/channel-connections',
    docs: {
      operationId: 'createChannelConnection',
      tag: 'Channels',
      summary: 'Connect a calendar elsewhere',
      description:
        '`channel` is `ical`. The feed is read at once, then every 15 minutes; it blocks nothing until a resource is mapped ' +
        'with a listing. A `feedUrl` that is not http or https, or leads to a private, loopback or link-local address, is ' +
        '`validation_failed` with the pointer `/feedUrl`. A feed has at most 10 MiB and 20 000 events, answers within 30 ' +
        'seconds and redirects at most 3 times.',
    },
    access: 'secret_key',
    permission: 'operate',
    status: 201,
    timeout: 'booking',
    body: connectionBody,
    operation: createConnection,
    request: ({ body }) => body,
  }),
  listRoute({
    path: '/v1/channel-connections',
    docs: {
      operationId: 'listChannelConnections',
      tag: 'Channels',
      summary: 'List connections',
      description: 'Each with how its last reading went. Secrets in `feedUrl` are masked.',
      response: connectionPage,
    },
    access: 'secret_key',
    query: pageQuery,
    operation: listConnections,
    request: (page) => page,
    list: 'connections',
  }),
  route({
    ...ofConnection,
    method: 'GET',
    path: '/v1/channel-connections/{id}',
    docs: {
      operationId: 'readChannelConnection',
      tag: 'Channels',
      summary: 'Read a connection',
      description:
        'While `status` is `error`, `lastError` says why, and the blocks of the last good reading stay. A feed that cannot be ' +
        'read, is empty, is no calendar, or lost more than half of its events at once frees no night.',
    },
    permission: 'read',
    timeout: 'read',
    operation: readConnection,
    request: ({ id }) => ({ connectionId: id }),
  }),
  route({
    ...ofConnection,
    method: 'PATCH',
    path: '/v1/channel-connections/{id}',
    docs: {
      operationId: 'changeChannelConnection',
      tag: 'Channels',
      summary: 'Pause or resume a connection',
      description: 'A paused connection is not read, and keeps its blocks.',
    },
    permission: 'operate',
    timeout: 'write',
    body: connectionChangesBody,
    operation: changeConnection,
    request: ({ id, body }) => ({ ...body, connectionId: id }),
  }),
  route({
    ...ofConnection,
    method: 'DELETE',
    path: '/v1/channel-connections/{id}',
    docs: {
      operationId: 'deleteChannelConnection',
      tag: 'Channels',
      summary: 'Disconnect a calendar',
      description: 'Its blocks go with it.',
    },
    permission: 'operate',
    status: 204,
    timeout: 'booking',
    operation: deleteConnection,
    request: ({ id }) => ({ connectionId: id }),
  }),
  route({
    ...ofConnection,
    method: 'POST',
    path: '/v1/channel-connections/{id}/sync',
    docs: {
      operationId: 'syncChannelConnection',
      tag: 'Channels',
      summary: 'Read the feed now',
      description:
        'Answers before the feed is read; `lastSyncAt` tells when it was. While paused, `connection_paused`.',
    },
    permission: 'operate',
    status: 202,
    timeout: 'write',
    operation: syncConnection,
    request: ({ id }) => ({ connectionId: id }),
  }),
];

const listingRoutes: readonly PublicRoute[] = [
  route({
    ...ofConnection,
    method: 'POST',
    path: '/v1/channel-connections/{id}/listings',
    docs: {
      operationId: 'createChannelListing',
      tag: 'Channels',
      summary: 'Map a connection to a resource',
      description:
        'From then on each event of the feed takes one unit of the resource. A connection may have several resources, and a ' +
        'resource several connections; the same pair twice is `listing_already_mapped`.',
    },
    permission: 'operate',
    status: 201,
    timeout: 'booking',
    body: listingBody,
    operation: createListing,
    request: ({ id, body }) => ({ ...body, connectionId: id }),
  }),
  route({
    ...ofConnection,
    method: 'GET',
    path: '/v1/channel-connections/{id}/listings',
    docs: {
      operationId: 'listChannelListings',
      tag: 'Channels',
      summary: 'List what a connection is mapped to',
      description: 'In the order in which they were made.',
    },
    permission: 'read',
    timeout: 'read',
    operation: listListings,
    request: ({ id }) => ({ connectionId: id }),
  }),
  route({
    ...ofConnection,
    method: 'DELETE',
    path: '/v1/channel-connections/{id}/listings/{listingId}',
    docs: {
      operationId: 'deleteChannelListing',
      tag: 'Channels',
      summary: 'Unmap a resource',
      description: 'Its blocks go with it; those of other resources stay.',
    },
    permission: 'operate',
    innerNotFound: 'listing_not_found',
    status: 204,
    timeout: 'booking',
    operation: deleteListing,
    request: ({ id, innerId }) => ({ connectionId: id, listingId: innerId }),
  }),
];

const conflictRoutes: readonly PublicRoute[] = [
  listRoute({
    path: '/v1/channel/conflicts',
    docs: {
      operationId: 'listChannelConflicts',
      tag: 'Channels',
      summary: 'List conflicts',
      description:
        'An event of another calendar over a stay that is held, confirmed or checked in, where more units are then taken than ' +
        'there are. The night is blocked all the same; which of the two stays has to go is the operator’s to decide.',
      response: conflictPage,
    },
    access: 'secret_key',
    query: conflictsQuery,
    operation: listConflicts,
    request: (page, { status }) => ({ ...page, status }),
    list: 'conflicts',
  }),
  route({
    method: 'PATCH',
    path: '/v1/channel/conflicts/{id}',
    docs: {
      operationId: 'resolveChannelConflict',
      tag: 'Channels',
      summary: 'Resolve a conflict',
      description:
        'Takes `resolved_relocated` or `resolved_cancelled`, once; then it is `conflict_already_resolved`. It stays resolved ' +
        'until the event’s dates change.',
    },
    access: 'secret_key',
    permission: 'operate',
    notFound: 'conflict_not_found',
    timeout: 'write',
    body: conflictResolutionBody,
    operation: resolveConflict,
    request: ({ id, body }) => ({ ...body, conflictId: id }),
  }),
];

export const channelRoutes: readonly PublicRoute[] = [
  ...connectionRoutes,
  ...listingRoutes,
  ...conflictRoutes,
];
