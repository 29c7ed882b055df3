import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listEvents,
  listWebhookDeliveries,
  listWebhookEndpoints,
  pingWebhookEndpoint,
  readWebhookEndpoint,
  redeliverWebhook,
  rotateWebhookSecret,
} from '@lodging/contract-notifications';
import { eventsQuery, pageQuery, webhookEndpointBody } from '@lodging/contract-public';
import { listRoute, route, opaqueListRoute } from './declare-route.ts';
import type { PublicRoute } from './public-route.ts';

const ofEndpoint = { access: 'secret_key', notFound: 'webhook_endpoint_not_found' } as const;

const endpointRoutes: readonly PublicRoute[] = [
  route({
    method: 'POST',
    path: '/v1/webhook-endpoints',
    access: 'secret_key',
    status: 201,
    timeout: 'booking',
    body: webhookEndpointBody,
    operation: createWebhookEndpoint,
    request: ({ body }) => body,
  }),
  route({
    method: 'GET',
    path: '/v1/webhook-endpoints',
    access: 'secret_key',
    timeout: 'read',
    operation: listWebhookEndpoints,
    request: () => ({}),
  }),
  route({
    ...ofEndpoint,
    method: 'GET',
    path: '/v1/webhook-endpoints/{id}',
    timeout: 'read',
    operation: readWebhookEndpoint,
    request: ({ id }) => ({ webhookEndpointId: id }),
  }),
  route({
    ...ofEndpoint,
    method: 'DELETE',
    path: '/v1/webhook-endpoints/{id}',
    status: 204,
    timeout: 'write',
    operation: deleteWebhookEndpoint,
    request: ({ id }) => ({ webhookEndpointId: id }),
  }),
  route({
    ...ofEndpoint,
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/rotate-secret',
    timeout: 'write',
    operation: rotateWebhookSecret,
    request: ({ id }) => ({ webhookEndpointId: id }),
  }),
  route({
    ...ofEndpoint,
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/ping',
    status: 202,
    timeout: 'write',
    operation: pingWebhookEndpoint,
    request: ({ id }) => ({ webhookEndpointId: id }),
  }),
];

const deliveryRoutes: readonly PublicRoute[] = [
  listRoute({
    ...ofEndpoint,
    path: '/v1/webhook-endpoints/{id}/deliveries',
    query: pageQuery,
    operation: listWebhookDeliveries,
    request: (page, _query, { id }) => ({ ...page, webhookEndpointId: id }),
    list: 'deliveries',
  }),
  route({
    ...ofEndpoint,
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver',
    innerNotFound: 'webhook_delivery_not_found',
    status: 202,
    timeout: 'write',
    operation: redeliverWebhook,
    request: ({ id, innerId }) => ({ webhookEndpointId: id, deliveryId: innerId }),
  }),
];

export const webhookRoutes: readonly PublicRoute[] = [
  ...endpointRoutes,
  ...deliveryRoutes,
  opaqueListRoute({
    path: '/v1/events',
    access: 'secret_key',
    query: eventsQuery,
    operation: listEvents,
    request: (page, { type, reservationId }) => ({ ...page, type, reservationId }),
    list: 'events',
  }),
];
