import {
  changeConnection,
  createConnection,
  createListing,
  deleteConnection,
  deleteListing,
  listConflicts,
  listConnections,
  listFeedReads,
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
  feedReadPage,
  listingBody,
  pageQuery,
} from '@lodging/contract-public';
import { applyRefusals } from '@lodging/contract-reservations';
import { createdFields } from '../../../domain/audit/audit.ts';
import { STAY_BODY_BYTES } from '../body-limits.ts';
import { callOf, listRoute, route, routeByInput } from '../declare-route.ts';
import type { PublicRoute } from '../public-route.ts';
import { relocateStay } from '../relocate-stay.ts';
import { STAY_CHANGED } from './stay-change-audit.ts';

const ofConnection = { access: 'secret_key', notFound: 'connection_not_found' } as const;

const connectionRoutes: readonly PublicRoute[] = [
  route({
    method: 'POST',
    path: '/v1/channel-connections',
    docs: {
      operationId: 'createChannelConnection',
      tag: 'Channels',
      summary: 'Connect an external calendar',
      description:
        '`channel` is `ical`. The feed is synced at once and then every 15 minutes. It blocks no nights until a ' +
        'listing maps it to a resource. A `feedUrl` that is not http or https, or resolves to a private, loopback or ' +
        'link-local address, is `validation_failed` with the pointer `/feedUrl`. A feed may have 10 MiB and 20,000 ' +
        'events, must respond within 30 seconds, and may redirect 3 times.',
    },
    access: 'secret_key',
    permission: 'operate',
    status: 201,
    timeout: 'booking',
    bodyLimitBytes: STAY_BODY_BYTES,
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
      description: 'Each with the result of its last sync. Secrets in `feedUrl` are masked.',
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
      summary: 'Retrieve a connection',
      description:
        'While `status` is `error`, `lastError` has the reason, and the blocks of the last successful sync remain. A ' +
        'feed that is unreachable, empty or not a calendar, or has lost more than half of its events at once, frees ' +
        'no night.',
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
      description: 'A paused connection is not synced, and keeps its blocks.',
    },
    permission: 'operate',
    timeout: 'write',
    bodyLimitBytes: STAY_BODY_BYTES,
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
      description: 'Its blocks are removed.',
    },
    permission: 'operate',
    status: 204,
    timeout: 'booking',
    operation: deleteConnection,
    request: ({ id }) => ({ connectionId: id }),
  }),
  listRoute({
    ...ofConnection,
    path: '/v1/channel-connections/{id}/reads',
    docs: {
      operationId: 'listChannelReads',
      tag: 'Channels',
      summary: 'List the reads of a connection',
      description: 'The last 200 fetches of the feed, newest first.',
      response: feedReadPage,
    },
    query: pageQuery,
    operation: listFeedReads,
    request: (page, _query, { id }) => ({ ...page, connectionId: id }),
    list: 'reads',
  }),
  route({
    ...ofConnection,
    method: 'POST',
    path: '/v1/channel-connections/{id}/sync',
    docs: {
      operationId: 'syncChannelConnection',
      tag: 'Channels',
      summary: 'Start a sync',
      description:
        'Returns before the feed is read; `lastSyncAt` is the time of the last sync. While paused: ' +
        '`connection_paused`.',
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
        'From then on each event of the feed blocks one unit of the resource. A connection may have several ' +
        'resources, and a resource several connections; a second mapping of the same pair is ' +
        '`listing_already_mapped`. At most 1,000 listings per connection: `limit_reached`.',
    },
    permission: 'operate',
    status: 201,
    timeout: 'booking',
    bodyLimitBytes: STAY_BODY_BYTES,
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
      summary: 'List the listings of a connection',
      description: 'Ordered by creation.',
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
      description: 'Its blocks are removed; those of other resources stay.',
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
        'A conflict is an event of an external calendar that overlaps a held, confirmed or checked-in stay and ' +
        'exceeds the units of the resource. The event blocks its nights; the operator decides which stay to relocate ' +
        'or cancel.',
      response: conflictPage,
    },
    access: 'secret_key',
    query: conflictsQuery,
    operation: listConflicts,
    request: (page, { status }) => ({ ...page, status }),
    list: 'conflicts',
  }),
  routeByInput({
    method: 'PATCH',
    path: '/v1/channel/conflicts/{id}',
    docs: {
      operationId: 'resolveChannelConflict',
      tag: 'Channels',
      summary: 'Resolve a conflict',
      description:
        'Takes `resolved_relocated` or `resolved_cancelled`. A resolved conflict is `conflict_already_resolved` ' +
        'until the dates of the event change. A `changeToken` of its stay needs the permission `book`: the change is ' +
        'applied first, as with `settle: later`; if that is refused, the conflict stays open.',
    },
    access: 'secret_key',
    permission: 'house',
    notFound: 'conflict_not_found',
    timeout: 'booking',
    body: conflictResolutionBody,
    bodyPermission: ({ changeToken }) => (changeToken === undefined ? undefined : 'book'),
    operation: { ...resolveConflict, refusals: [...resolveConflict.refusals, ...applyRefusals] },
    call({ id: conflictId, body: { status, changeToken } }) {
      if (changeToken === undefined) return callOf(resolveConflict, { conflictId, status });
      return (bus, ctx, { timeoutMs }) => relocateStay({ bus, ctx, timeoutMs }, { conflictId, changeToken });
    },
    audit: {
      action: STAY_CHANGED,
      details: ({ id, body: { changeToken } }) =>
        changeToken === undefined
          ? undefined
          : { target: { kind: 'conflict', id }, changes: createdFields({ conflictId: id }) },
      learn: ({ reservationId, status }) => ({
        target: { kind: 'booking', id: reservationId },
        changes: createdFields({ status }),
      }),
    },
  }),
];

export const channelRoutes: readonly PublicRoute[] = [
  ...connectionRoutes,
  ...listingRoutes,
  ...conflictRoutes,
];
