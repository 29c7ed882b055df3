import {
  createResource,
  createRoomType,
  listResources,
  listRoomTypes,
  readResource,
  updateResource,
} from '@lodging/contract-inventory';
import {
  pageQuery,
  resourceBody,
  resourceChangesBody,
  resourcePage,
  resourcesQuery,
  roomTypeBody,
  roomTypePage,
} from '@lodging/contract-public';
import { listRoute, route } from '../declare-route.ts';
import type { PublicRoute } from '../public-route.ts';

export const setupRoutes: readonly PublicRoute[] = [
  listRoute({
    path: '/v1/resources',
    docs: {
      operationId: 'listResources',
      tag: 'Setup',
      summary: 'List resources',
      description:
        'Ordered by creation, each with its room type and all its rate plans. Archived resources are excluded; ' +
        '`archived=true` lists only them, and is `secret_key_required` for a publishable key.',
      response: resourcePage,
    },
    access: 'any_key',
    operation: listResources,
    query: resourcesQuery,
    request: (page, { archived }) => ({ ...page, ...(archived && { archived }) }),
    list: 'resources',
  }),
  route({
    method: 'POST',
    path: '/v1/resources',
    docs: {
      operationId: 'createResource',
      tag: 'Setup',
      summary: 'Create a resource',
      description:
        'A lodging kind (`hotel_room`, `apartment`, `villa`) needs `roomTypeId`; `generic` takes none. `units` is ' +
        'the number of identical units of the resource. Kind and currency cannot be changed. ' +
        '`cancellationPolicyCode` and `deposit` are for generic resources; a lodging resource has them in its plans. ' +
        'An unknown room type is `room_type_not_found`, an unknown policy `unknown_policy_code`. At most ' +
        '5,000 resources that are not archived: `limit_reached`.',
    },
    access: 'secret_key',
    permission: 'operate',
    status: 201,
    timeout: 'write',
    body: resourceBody,
    operation: createResource,
    request: ({ body }) => body,
  }),
  route({
    method: 'GET',
    path: '/v1/resources/{id}',
    docs: {
      operationId: 'readResource',
      tag: 'Setup',
      summary: 'Retrieve a resource',
      description: '`roomType` is null and `ratePlans` is empty for a generic resource.',
    },
    access: 'any_key',
    permission: 'read',
    notFound: 'resource_not_found',
    timeout: 'read',
    operation: readResource,
    request: ({ id }) => ({ resourceId: id }),
  }),
  route({
    method: 'PATCH',
    path: '/v1/resources/{id}',
    docs: {
      operationId: 'updateResource',
      tag: 'Setup',
      summary: 'Update a resource',
      description:
        'Absent fields stay unchanged. Existing stays stay unchanged: fewer `units` than are in use at any future ' +
        'time are `units_in_use`. `archived: true` takes the resource off sale: availability and new quotes return ' +
        '`stop_sell`, and lists and searches exclude it; an existing quote may still be held. `archived: false` is ' +
        '`limit_reached` if the tenant has 5,000 others on sale.',
    },
    access: 'secret_key',
    permission: 'operate',
    notFound: 'resource_not_found',
    timeout: 'write',
    body: resourceChangesBody,
    operation: updateResource,
    request: ({ id, body }) => ({ resourceId: id, changes: body }),
  }),
  listRoute({
    path: '/v1/room-types',
    docs: {
      operationId: 'listRoomTypes',
      tag: 'Setup',
      summary: 'List room types',
      description: 'Room types belong to the tenant and are shared by resources.',
      response: roomTypePage,
    },
    access: 'secret_key',
    operation: listRoomTypes,
    query: pageQuery,
    request: (page) => page,
    list: 'room-types',
  }),
  route({
    method: 'POST',
    path: '/v1/room-types',
    docs: {
      operationId: 'createRoomType',
      tag: 'Setup',
      summary: 'Create a room type',
      description:
        'The `code` is unique within the tenant; a second one is `code_taken`. At most 500 room types: `limit_reached`.',
    },
    access: 'secret_key',
    permission: 'operate',
    status: 201,
    timeout: 'write',
    body: roomTypeBody,
    operation: createRoomType,
    request: ({ body }) => body,
  }),
];
