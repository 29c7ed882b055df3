import { occupancyQuery } from '@lodging/contract-public';
import { occupancyPage, readOccupancy } from '@lodging/contract-reservations';
import { knownTags } from '../../../domain/entity-tags.ts';
import { listRoute } from '../declare-route.ts';
import type { PublicRoute } from '../public-route.ts';
import { OCCUPANCY, occupancyResponse } from '../responses.ts';

export const occupancyRoutes: readonly PublicRoute[] = [
  listRoute({
    path: '/v1/occupancy',
    docs: {
      operationId: 'readOccupancy',
      tag: 'Blocks',
      summary: 'Get what takes the units of resources',
      description:
        'Stays, holds and blocks, own and imported, that take one of the nights, by resource, in the order of `GET ' +
        '/v1/resources`. Cancelled and expired bookings and no-shows are left out, checked-out ones are in. At most 92 ' +
        'nights and 10,000 entries of a page: `range_too_large`; ask for fewer resources. Dates are local to each ' +
        'resource. The ETag changes exactly when the page, apart from `asOf`, changes. A cursor is valid only with ' +
        'the filters of its first request.',
      response: occupancyPage,
      etag: true,
    },
    access: 'secret_key',
    query: occupancyQuery,
    operation: readOccupancy,
    request: (page, { from, to, roomTypeId, resourceIds }, { ifNoneMatch }) => ({
      ...page,
      from,
      to,
      roomTypeId,
      resourceIds,
      knownEtags: knownTags(ifNoneMatch),
    }),
    list: OCCUPANCY,
    boundToQuery: true,
    toResponse: occupancyResponse,
  }),
];
