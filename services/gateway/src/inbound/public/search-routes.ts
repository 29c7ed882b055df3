import { searchStays } from '@lodging/contract-inventory';
import { searchBody, searchResponse } from '@lodging/contract-public';
import { searchRoute } from './declare-route.ts';
import type { PublicRoute } from './public-route.ts';

export const searchRoutes: readonly PublicRoute[] = [
  searchRoute({
    path: '/v1/search',
    docs: {
      operationId: 'searchStays',
      tag: 'Availability',
      summary: 'Find a place to stay',
      description:
        'All resources on sale for one stay, or for the best of flexible dates: the lowest total per night, then fewer ' +
        'nights, then the earlier ones. Each result agrees with availability, and each total with a quote of the same ' +
        'moment (`asOf`); send `from`, `to` and the plan of an offer to `POST /v1/quotes`. `dates` are local to each ' +
        'resource, from its check-in to its check-out; `window` is read in each time zone. An empty list is no filter. ' +
        'A resource without a price for the stay is not bookable (`no_pricing_rule`); one without an exchange rate to ' +
        '`currency` has no `displayTotal` and comes after those with one. `sort: price` in several currencies needs ' +
        '`currency`. `nextCursor` is good for 15 minutes and for the same body; `limit` may change. More than 1,000 ' +
        'resources, except in order of `created`, or 40,000 windows times plans are `search_too_broad`; a page of ' +
        '`created` may be short. With `alternatives` and `bookableOnly: false` a result that is not available has stays near it, ' +
        'of other resources too where these are of the `kinds` and have the `features` of the search. A search counts as one request for each 1,000 windows times plans, ' +
        'one that is too broad as 50 at the most.',
      response: searchResponse,
    },
    access: 'any_key',
    permission: 'read',
    operation: searchStays,
    list: 'search',
    body: searchBody,
    request: ({ after }, { cursor: _cursor, ...search }) => ({ ...search, after }),
  }),
];
