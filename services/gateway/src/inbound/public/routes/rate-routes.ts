import {
  calendar,
  putPricing,
  putRates,
  putRestrictions,
  readBulkRates,
  readCalendar,
  readPricing,
  readRates,
  readRestrictions,
  setBulkRates,
} from '@lodging/contract-inventory';
import {
  bulkRatesBody,
  bulkRatesQuery,
  calendarQuery,
  pricingBody,
  pricingPage,
  ratesBody,
  ratesQuery,
  restrictionPage,
  restrictionsBody,
  wholeListQuery,
} from '@lodging/contract-public';
import { knownTags } from '../../../domain/entity-tags.ts';
import { DETAILS_BODY_BYTES, LIST_BODY_BYTES } from '../body-limits.ts';
import { opaqueOrder } from '../../cursor.ts';
import { opaqueListRoute, route } from '../declare-route.ts';
import type { PublicRoute } from '../public-route.ts';
import { calendarResponse, listPage } from '../responses.ts';

export const rateRoutes: readonly PublicRoute[] = [
  route({
    method: 'GET',
    path: '/v1/resources/{id}/rates',
    docs: {
      operationId: 'readRates',
      tag: 'Rates',
      summary: 'List rate plans and nightly rates',
      description:
        'All rate plans of the resource. With `from` and `to` (both, at most 366 nights) the response includes ' +
        '`nightlyRates`: the rate of the date (`override`), the base amount of the plan (`base`), or for a derived plan ' +
        'the amount of its parent, scaled and adjusted (`derived`). A year with more than about 40 plans is ' +
        '`range_too_large`: request shorter ranges.',
    },
    access: 'secret_key',
    permission: 'read',
    notFound: 'resource_not_found',
    timeout: 'read',
    query: ratesQuery,
    operation: readRates,
    request: ({ id, query: { from, to } }) => ({
      resourceId: id,
      ...(from === undefined || to === undefined ? {} : { window: { from, to } }),
    }),
  }),
  route({
    method: 'PUT',
    path: '/v1/resources/{id}/rates',
    docs: {
      operationId: 'putRates',
      tag: 'Rates',
      summary: 'Create or update rate plans',
      description:
        'Upserts by `code`; plans and fields that are not sent stay unchanged. The currency of a plan must be that ' +
        'of the resource, otherwise `validation_failed`. `cancellationPolicyCode` must name an existing policy, ' +
        'otherwise `unknown_policy_code`. `derivedFrom` makes the nights of a plan those of another plan of the resource, ' +
        'its parent, scaled and adjusted; lead-time and length-of-stay tiers are the parent’s, restrictions its own. A ' +
        'plan derived from itself, from an unknown plan or from a derived one is `derived_plan_invalid`; what counts is ' +
        'what the request leaves. Returns all plans of the resource, at most 200: `limit_reached`.',
    },
    access: 'secret_key',
    permission: 'operate',
    notFound: 'resource_not_found',
    timeout: 'write',
    body: ratesBody,
    operation: putRates,
    request: ({ id, body }) => ({ ...body, resourceId: id }),
  }),
  opaqueListRoute({
    path: '/v1/resources/{id}/pricing',
    docs: {
      operationId: 'readPricing',
      tag: 'Rates',
      summary: 'List prices',
      description:
        'Returns one entry for each plan with prices; `ratePlanCode` is null for a generic resource. More than 1 MiB ' +
        'is returned in pages: continue while there is a `nextCursor`.',
      response: pricingPage,
    },
    access: 'secret_key',
    notFound: 'resource_not_found',
    query: wholeListQuery,
    operation: readPricing,
    request: (page, _query, { id }) => ({ ...page, resourceId: id }),
    list: 'pricing',
  }),
  route({
    method: 'PUT',
    path: '/v1/resources/{id}/pricing',
    docs: {
      operationId: 'putPricing',
      tag: 'Rates',
      summary: 'Set prices',
      description:
        'Replaces the whole entry of each plan in the request. A night costs round_half_up(base × weekday × season × ' +
        'single) plus what extra guests pay (`occupancy`), with factors in basis points; lead time ' +
        'and length of stay adjust the subtotal. Seasons of one plan must not overlap, nor must tiers. At most 2,000 seasons over all plans of a resource: `limit_reached`. A derived ' +
        'plan takes no prices: `plan_is_derived`; the list shows those that it had before. Returns all prices of the ' +
        'resource, like the list.',
      response: pricingPage,
    },
    access: 'secret_key',
    permission: 'operate',
    notFound: 'resource_not_found',
    bodyLimitBytes: LIST_BODY_BYTES,
    timeout: 'write',
    body: pricingBody,
    operation: putPricing,
    request: ({ id, body }) => ({ ...body, resourceId: id }),
    toResponse: listPage('pricing', opaqueOrder),
  }),
  route({
    method: 'POST',
    path: '/v1/rates/bulk',
    docs: {
      operationId: 'setBulkRates',
      tag: 'Rates',
      summary: 'Set rates and restrictions in bulk',
      description:
        'A nightly rate, a restriction or both, for at most 366 dates (`to` exclusive), optionally for some ' +
        'weekdays only (1 is Monday). `nightlyRate: null` takes the rates of the dates away. A restriction replaces those ' +
        'of the dates; with `merge: true` it changes only the limits that it sends, and null takes one away. Nightly rates may be from one year ago to ten years ahead, ' +
        'otherwise `invalid_window`. They are set for the listed resources of the room type, or for all of them, in ' +
        'one transaction. A listed resource that does not exist is `resource_not_found`; one of another room type ' +
        'or without the plan is `unknown_rate_plan_code`, and one that would have more than 20,000 restrictions ' +
        'over all its plans is `limit_reached`. `updatedNights` is the sum over the resources. The change is ' +
        'visible to the next request. Counts as one request per 1,000 nights that are set, over all resources.',
    },
    access: 'secret_key',
    permission: 'operate',
    timeout: 'booking',
    bodyLimitBytes: DETAILS_BODY_BYTES,
    body: bulkRatesBody,
    operation: setBulkRates,
    request: ({ body }) => body,
  }),
  route({
    method: 'GET',
    path: '/v1/rates/bulk',
    docs: {
      operationId: 'readBulkRates',
      tag: 'Rates',
      summary: 'Get rates and restrictions of a room type',
      description:
        'For each plan of the resources of the room type that are on sale, and each of at most 366 dates (`to` ' +
        'exclusive): the lowest and highest amounts, the limits that apply, and the free units. Plans of one code and ' +
        'currency are one. An answer that would be too long is `range_too_large`: request fewer dates, or one plan. ' +
        'Counts as one request per 1,000 nights × plans of all resources.',
    },
    access: 'secret_key',
    permission: 'read',
    timeout: 'read',
    query: bulkRatesQuery,
    operation: readBulkRates,
    request: ({ query }) => query,
  }),
  opaqueListRoute({
    path: '/v1/resources/{id}/restrictions',
    docs: {
      operationId: 'readRestrictions',
      tag: 'Rates',
      summary: 'List restrictions',
      description:
        'Empty for a resource without a room type. More than 1 MiB (about 4,000) is returned in pages: continue ' +
        'while there is a `nextCursor`.',
      response: restrictionPage,
    },
    access: 'secret_key',
    notFound: 'resource_not_found',
    query: wholeListQuery,
    operation: readRestrictions,
    request: (page, _query, { id }) => ({ ...page, resourceId: id }),
    list: 'restrictions',
  }),
  route({
    method: 'PUT',
    path: '/v1/resources/{id}/restrictions',
    docs: {
      operationId: 'putRestrictions',
      tag: 'Rates',
      summary: 'Set restrictions',
      description:
        'Replaces all restrictions of each plan in the request; other plans stay unchanged, and an empty list ' +
        'changes nothing. `from` to `to` are local dates, `to` exclusive, like a stay. Where entries overlap, the ' +
        'later one applies. Returns all restrictions of the resource, like the list; at most 20,000 over all its ' +
        'plans: `limit_reached`.',
      response: restrictionPage,
    },
    access: 'secret_key',
    permission: 'operate',
    notFound: 'resource_not_found',
    bodyLimitBytes: LIST_BODY_BYTES,
    timeout: 'write',
    body: restrictionsBody,
    operation: putRestrictions,
    request: ({ id, body }) => ({ ...body, resourceId: id }),
    toResponse: listPage('restrictions', opaqueOrder),
  }),
  route({
    method: 'GET',
    path: '/v1/resources/{id}/calendar',
    docs: {
      operationId: 'readCalendar',
      tag: 'Availability',
      summary: 'Get the calendar of a resource',
      description:
        'One entry per night, at most 366. A night is `unavailable` if no unit is free or every enabled plan has a ' +
        'stop-sell. `restrictions` are the least restrictive of all enabled plans, with the effective minimum and ' +
        'maximum stay; `priceHintMinorUnits` is the lowest nightly price of the plans that sell the night, for ' +
        'the adults that the base amount includes, also for reserved nights, or null. The ETag changes exactly when ' +
        'the body changes. Counts as one request per 1,000 ' +
        'nights × enabled plans; as one if nothing has changed (304). With a publishable key, a client network may ' +
        'have six of these requests in progress; a further one ' +
        'is `rate_limited` for a second.',
      response: calendar,
      etag: true,
    },
    access: 'any_key',
    permission: 'read',
    notFound: 'resource_not_found',
    timeout: 'read',
    inProgress: { most: 6 },
    cacheControl: 'private, max-age=60',
    vary: 'Authorization, Origin',
    query: calendarQuery,
    operation: readCalendar,
    request: ({ id, query, ifNoneMatch }) => ({
      ...query,
      resourceId: id,
      knownEtags: knownTags(ifNoneMatch),
    }),
    toResponse: calendarResponse,
  }),
];
