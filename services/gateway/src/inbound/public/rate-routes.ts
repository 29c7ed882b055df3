import {
  calendar,
  putPricing,
  putRates,
  putRestrictions,
  readCalendar,
  readPricing,
  readRates,
  readRestrictions,
  setBulkRates,
} from '@lodging/contract-inventory';
import {
  bulkRatesBody,
  calendarQuery,
  pricingBody,
  ratesBody,
  ratesQuery,
  restrictionsBody,
} from '@lodging/contract-public';
import { knownTags } from '../../domain/entity-tags.ts';
import { LIST_BODY_BYTES } from './body-limits.ts';
import { route } from './declare-route.ts';
import type { PublicRoute } from './public-route.ts';
import { calendarResponse } from './wire.ts';

export const rateRoutes: readonly PublicRoute[] = [
  route({
    method: 'GET',
    path: '/v1/resources/{id}/rates',
    docs: {
      operationId: 'readRates',
      tag: 'Rates',
      summary: 'Read the rate plans, and nightly rates',
      description:
        'Every rate plan of the resource. With `from` and `to` (both, at most 366 nights) it adds `nightlyRates`: the ' +
        'date’s own rate (`override`) or the plan’s base amount (`base`).',
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
      summary: 'Add or change rate plans',
      description:
        'Upserts by `code`; plans that are not named stay, and so do fields that are not sent. A plan’s currency is the ' +
        'resource’s, else `validation_failed`. `cancellationPolicyCode` names a policy that is there, else ' +
        '`unknown_policy_code`. Answers every plan of the resource.',
    },
    access: 'secret_key',
    permission: 'operate',
    notFound: 'resource_not_found',
    timeout: 'write',
    body: ratesBody,
    operation: putRates,
    request: ({ id, body }) => ({ ...body, resourceId: id }),
  }),
  route({
    method: 'GET',
    path: '/v1/resources/{id}/pricing',
    docs: {
      operationId: 'readPricing',
      tag: 'Rates',
      summary: 'Read the prices',
      description: 'One entry per plan that has prices; `ratePlanCode` is null for a generic resource.',
    },
    access: 'secret_key',
    permission: 'read',
    notFound: 'resource_not_found',
    timeout: 'read',
    operation: readPricing,
    request: ({ id }) => ({ resourceId: id }),
  }),
  route({
    method: 'PUT',
    path: '/v1/resources/{id}/pricing',
    docs: {
      operationId: 'putPricing',
      tag: 'Rates',
      summary: 'Set the prices',
      description:
        'Replaces the whole entry of every plan it names. A night costs round_half_up(base × weekday × season), factors ' +
        'in basis points; lead time and length of stay adjust the subtotal. Seasons of one plan, and tiers, may not ' +
        'overlap. A body may have 1 MiB.',
    },
    access: 'secret_key',
    permission: 'operate',
    notFound: 'resource_not_found',
    bodyLimitBytes: LIST_BODY_BYTES,
    timeout: 'write',
    body: pricingBody,
    operation: putPricing,
    request: ({ id, body }) => ({ ...body, resourceId: id }),
  }),
  route({
    method: 'POST',
    path: '/v1/rates/bulk',
    docs: {
      operationId: 'setBulkRates',
      tag: 'Rates',
      summary: 'Set rates and restrictions of many resources at once',
      description:
        'A nightly rate, a restriction or both, over at most 366 dates (`to` exclusive), optionally on some weekdays only ' +
        '(1 is Monday), for the listed resources of the room type, or all of them: everything or nothing. A listed ' +
        'resource that does not exist is `resource_not_found`; one of another room type or without the plan is ' +
        '`unknown_rate_plan_code`. `updatedNights` is the sum over the resources. The next read shows it.',
    },
    access: 'secret_key',
    permission: 'operate',
    timeout: 'booking',
    body: bulkRatesBody,
    operation: setBulkRates,
    request: ({ body }) => body,
  }),
  route({
    method: 'GET',
    path: '/v1/resources/{id}/restrictions',
    docs: {
      operationId: 'readRestrictions',
      tag: 'Rates',
      summary: 'Read the restrictions',
      description: 'Empty for a resource without a room type.',
    },
    access: 'secret_key',
    permission: 'read',
    notFound: 'resource_not_found',
    timeout: 'read',
    operation: readRestrictions,
    request: ({ id }) => ({ resourceId: id }),
  }),
  route({
    method: 'PUT',
    path: '/v1/resources/{id}/restrictions',
    docs: {
      operationId: 'putRestrictions',
      tag: 'Rates',
      summary: 'Set the restrictions',
      description:
        'Replaces the whole list of every plan that the entries name; the others keep theirs, and an empty list changes ' +
        'nothing. `from` to `to` covers local dates, `to` exclusive, like a stay. Of entries that overlap the later one ' +
        'wins. Answers every restriction of the resource. A body may have 1 MiB.',
    },
    access: 'secret_key',
    permission: 'operate',
    notFound: 'resource_not_found',
    bodyLimitBytes: LIST_BODY_BYTES,
    timeout: 'write',
    body: restrictionsBody,
    operation: putRestrictions,
    request: ({ id, body }) => ({ ...body, resourceId: id }),
  }),
  route({
    method: 'GET',
    path: '/v1/resources/{id}/calendar',
    docs: {
      operationId: 'readCalendar',
      tag: 'Availability',
      summary: 'A resource’s nights, one by one',
      description:
        'At most 366 nights. A night is `unavailable` when no unit is free or every enabled plan is stop-sold. ' +
        '`restrictions` is the most open reading over the enabled plans, with effective minimum and maximum; ' +
        '`priceHintMinorUnits` the lowest nightly amount over the plans that sell the night, reserved ones included, or ' +
        'null. The ETag changes when, and only when, the body would.',
      response: calendar,
      etag: true,
    },
    access: 'any_key',
    permission: 'read',
    notFound: 'resource_not_found',
    timeout: 'read',
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
