import {
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
import { route } from './declare-route.ts';
import type { PublicRoute } from './public-route.ts';
import { calendarResponse } from './wire.ts';

const MAX_LARGE_BODY_BYTES = 1024 * 1024;

export const rateRoutes: readonly PublicRoute[] = [
  route({
    method: 'GET',
    path: '/v1/resources/{id}/rates',
    access: 'secret_key',
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
    access: 'secret_key',
    notFound: 'resource_not_found',
    timeout: 'write',
    body: ratesBody,
    operation: putRates,
    request: ({ id, body }) => ({ ...body, resourceId: id }),
  }),
  route({
    method: 'GET',
    path: '/v1/resources/{id}/pricing',
    access: 'secret_key',
    notFound: 'resource_not_found',
    timeout: 'read',
    operation: readPricing,
    request: ({ id }) => ({ resourceId: id }),
  }),
  route({
    method: 'PUT',
    path: '/v1/resources/{id}/pricing',
    access: 'secret_key',
    notFound: 'resource_not_found',
    bodyLimitBytes: MAX_LARGE_BODY_BYTES,
    timeout: 'write',
    body: pricingBody,
    operation: putPricing,
    request: ({ id, body }) => ({ ...body, resourceId: id }),
  }),
  route({
    method: 'POST',
    path: '/v1/rates/bulk',
    access: 'secret_key',
    timeout: 'booking',
    body: bulkRatesBody,
    operation: setBulkRates,
    request: ({ body }) => body,
  }),
  route({
    method: 'GET',
    path: '/v1/resources/{id}/restrictions',
    access: 'secret_key',
    notFound: 'resource_not_found',
    timeout: 'read',
    operation: readRestrictions,
    request: ({ id }) => ({ resourceId: id }),
  }),
  route({
    method: 'PUT',
    path: '/v1/resources/{id}/restrictions',
    access: 'secret_key',
    notFound: 'resource_not_found',
    bodyLimitBytes: MAX_LARGE_BODY_BYTES,
    timeout: 'write',
    body: restrictionsBody,
    operation: putRestrictions,
    request: ({ id, body }) => ({ ...body, resourceId: id }),
  }),
  route({
    method: 'GET',
    path: '/v1/resources/{id}/calendar',
    access: 'any_key',
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
