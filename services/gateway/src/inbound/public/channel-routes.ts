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
  conflictResolutionBody,
  conflictsQuery,
  connectionBody,
  connectionChangesBody,
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
    access: 'secret_key',
    status: 201,
    timeout: 'booking',
    body: connectionBody,
    operation: createConnection,
    request: ({ body }) => body,
  }),
  listRoute({
    path: '/v1/channel-connections',
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
    timeout: 'read',
    operation: readConnection,
    request: ({ id }) => ({ connectionId: id }),
  }),
  route({
    ...ofConnection,
    method: 'PATCH',
    path: '/v1/channel-connections/{id}',
    timeout: 'write',
    body: connectionChangesBody,
    operation: changeConnection,
    request: ({ id, body }) => ({ ...body, connectionId: id }),
  }),
  route({
    ...ofConnection,
    method: 'DELETE',
    path: '/v1/channel-connections/{id}',
    status: 204,
    timeout: 'booking',
    operation: deleteConnection,
    request: ({ id }) => ({ connectionId: id }),
  }),
  route({
    ...ofConnection,
    method: 'POST',
    path: '/v1/channel-connections/{id}/sync',
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
    timeout: 'read',
    operation: listListings,
    request: ({ id }) => ({ connectionId: id }),
  }),
  route({
    ...ofConnection,
    method: 'DELETE',
    path: '/v1/channel-connections/{id}/listings/{listingId}',
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
    access: 'secret_key',
    query: conflictsQuery,
    operation: listConflicts,
    request: (page, { status }) => ({ ...page, status }),
    list: 'conflicts',
  }),
  route({
    method: 'PATCH',
    path: '/v1/channel/conflicts/{id}',
    access: 'secret_key',
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
