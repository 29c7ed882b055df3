import {
  block,
  changeBlock,
  createBlock,
  deleteBlock,
  listBlocks,
  readBlock,
} from '@lodging/contract-inventory';
import { blockBody, blockChangesBody, blockPage, blocksQuery } from '@lodging/contract-public';
import { knownTags, matchedTags } from '../../../domain/entity-tags.ts';
import { listRoute, route } from '../declare-route.ts';
import type { PublicRoute } from '../public-route.ts';
import { blockResponse } from '../responses.ts';

export const blockRoutes: readonly PublicRoute[] = [
  listRoute({
    path: '/v1/blocks',
    docs: {
      operationId: 'listBlocks',
      tag: 'Blocks',
      summary: 'List blocks',
      description:
        'Ordered by creation. `from` and `to` select blocks that overlap the period; each may be sent alone. A date ' +
        'is that of each resource. `imported=true` adds the blocks of connected calendars: `external`, with their ' +
        '`connectionId` and `listingId`, in the order in which their dates last changed. They cannot be changed here. ' +
        'A cursor is valid only with the filters of its first request.',
      response: blockPage,
    },
    access: 'secret_key',
    query: blocksQuery,
    operation: listBlocks,
    request: (page, { cursor: _cursor, limit: _limit, ...filters }) => ({ ...page, ...filters }),
    list: 'blocks',
    boundToQuery: true,
  }),
  route({
    method: 'POST',
    path: '/v1/blocks',
    docs: {
      operationId: 'createBlock',
      tag: 'Blocks',
      summary: 'Take units off sale',
      description:
        'The units are unavailable with the reason `external_block`, in feeds they are busy, without the note. For ' +
        'lodging `from` and `to` are dates, otherwise date-times; `to` is exclusive. At most 731 nights or started ' +
        'days; a block may be in the past. If the units are not free, also because of imported blocks, ' +
        '`block_conflict` names the first such period and the stays in the way. At most 10,000 blocks that are not ' +
        'over: `limit_reached`. Archived resources may be blocked. Idempotency keys are separate from those of other ' +
        'operations and kept for 30 days; after the deletion of the block, its key is `block_not_found`.',
      existing: 'The block that an earlier request with this Idempotency-Key created, in its current state.',
    },
    access: 'secret_key',
    permission: 'house',
    takesIdempotencyKey: true,
    status: 201,
    timeout: 'write',
    body: blockBody,
    operation: createBlock,
    request: ({ idempotencyKey, body }) => ({ ...body, idempotencyKey }),
  }),
  route({
    method: 'GET',
    path: '/v1/blocks/{id}',
    docs: {
      operationId: 'readBlock',
      tag: 'Blocks',
      summary: 'Retrieve a block',
      description:
        'The ETag is the `version`, which increases with every change. Imported blocks are only listed.',
      response: block,
      etag: true,
    },
    access: 'secret_key',
    permission: 'read',
    notFound: 'block_not_found',
    timeout: 'read',
    operation: readBlock,
    request: ({ id, ifNoneMatch }) => ({
      blockId: id,
      ...(ifNoneMatch !== undefined && { knownTags: knownTags(ifNoneMatch) }),
    }),
    toResponse: blockResponse,
  }),
  route({
    method: 'PATCH',
    path: '/v1/blocks/{id}',
    docs: {
      operationId: 'changeBlock',
      tag: 'Blocks',
      summary: 'Update a block',
      description:
        'Absent fields stay unchanged. The units are moved in one step: there is no moment without the block, and a ' +
        'refusal changes nothing. What lies within the block is always granted. With `If-Match`, any other version ' +
        'is `version_mismatch`.',
      ifMatch: true,
    },
    access: 'secret_key',
    permission: 'house',
    notFound: 'block_not_found',
    timeout: 'write',
    body: blockChangesBody,
    operation: changeBlock,
    request: ({ id, ifMatch, body }) => ({ ...body, ...preconditionOf(ifMatch), blockId: id }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/blocks/{id}',
    docs: {
      operationId: 'deleteBlock',
      tag: 'Blocks',
      summary: 'Delete a block',
      description: 'Its units are on sale again.',
      ifMatch: true,
    },
    access: 'secret_key',
    permission: 'house',
    notFound: 'block_not_found',
    status: 204,
    timeout: 'write',
    operation: deleteBlock,
    request: ({ id, ifMatch }) => ({ ...preconditionOf(ifMatch), blockId: id }),
  }),
];

function preconditionOf(ifMatch: string | undefined) {
  return ifMatch === undefined ? {} : { ifMatch: matchedTags(ifMatch) };
}
