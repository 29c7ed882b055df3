import { searchStays } from '@lodging/contract-inventory';
import { searchBody, searchResponse } from '@lodging/contract-public';
import { DETAILS_BODY_BYTES } from '../body-limits.ts';
import { searchRoute } from '../declare-route.ts';
import type { PublicRoute } from '../public-route.ts';

export const searchRoutes: readonly PublicRoute[] = [
  searchRoute({
    path: '/v1/search',
    docs: {
      operationId: 'searchStays',
      tag: 'Availability',
      summary: 'Search available stays',
      description:
        'Searches all resources on sale for one stay, or for the best of flexible dates: the lowest total per night, ' +
        'then fewer nights, then earlier nights. At `asOf`, results equal those of availability and ' +
        'totals those of quotes; send `from`, `to` and the plan of an offer to `POST /v1/quotes`. `dates` ' +
        'are local to each resource, from its check-in to its check-out; `window` applies in each time zone. An ' +
        'empty list does not filter. A resource without a price for the stay is not bookable (`no_pricing_rule`); ' +
        'one without an exchange rate to `currency` has no `displayTotal` and is sorted after those with one. `sort: ' +
        'price` with several currencies needs `currency`. `nextCursor` is valid for 15 minutes and for the same ' +
        'body; `limit` may change. More than 1,000 resources (except in order of `created`) or 200,000 ' +
        'nights × plans are `search_too_broad`; a page of `created` may be short. With `alternatives` and ' +
        '`bookableOnly: false`, an unavailable result lists stays near it, including those of other resources that ' +
        'match `kinds` and `features`. A search counts as one request per 1,000 nights × plans, alternatives ' +
        'included, or per 100 resources if that is more; one that is too broad as at most 50. ' +
        'With a publishable key, a client network may run one search at a time (a /56 of IPv6 four, a /48 sixteen); ' +
        'a further one is `rate_limited` for a second.',
      response: searchResponse,
    },
    access: 'any_key',
    permission: 'read',
    inProgress: { most: 1 },
    operation: searchStays,
    list: 'search',
    bodyLimitBytes: DETAILS_BODY_BYTES,
    body: searchBody,
    request: ({ after }, { cursor: _cursor, ...search }) => ({ ...search, after }),
  }),
];
