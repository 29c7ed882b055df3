import {
  createResource,
  createRoomType,
  listResources,
  listRoomTypes,
  readResource,
  updateResource,
} from '@lodging/contract-inventory';
import { pageQuery, resourceBody, resourceChangesBody, roomTypeBody } from '@lodging/contract-public';
import { listRoute, route } from './declare-route.ts';
import type { PublicRoute } from './public-route.ts';

export const setupRoutes: readonly PublicRoute[] = [
  listRoute({
    path: '/v1/resources',
    access: 'any_key',
    operation: listResources,
    query: pageQuery,
    request: (page) => page,
    list: 'resources',
  }),
  route({
    method: 'POST',
    path: '/v1/resources',
    access: 'secret_key',
    status: 201,
    timeout: 'write',
    body: resourceBody,
    operation: createResource,
    request: ({ body }) => body,
  }),
  route({
    method: 'GET',
    path: '/v1/resources/{id}',
    access: 'any_key',
    notFound: 'resource_not_found',
    timeout: 'read',
    operation: readResource,
    request: ({ id }) => ({ resourceId: id }),
  }),
  route({
    method: 'PATCH',
    path: '/v1/resources/{id}',
    access: 'secret_key',
    notFound: 'resource_not_found',
    timeout: 'write',
    body: resourceChangesBody,
    operation: updateResource,
    request: ({ id, body }) => ({ resourceId: id, changes: body }),
  }),
  listRoute({
    path: '/v1/room-types',
    access: 'secret_key',
    operation: listRoomTypes,
    query: pageQuery,
    request: (page) => page,
    list: 'room-types',
  }),
  route({
    method: 'POST',
    path: '/v1/room-types',
    access: 'secret_key',
    status: 201,
    timeout: 'write',
    body: roomTypeBody,
    operation: createRoomType,
    request: ({ body }) => body,
  }),
];
