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
import {
  deliveryPage,
  eventPage,
  eventsQuery,
  pageQuery,
  webhookEndpointBody,
} from '@lodging/contract-public';
import { listRoute, route, opaqueListRoute } from './declare-route.ts';
import type { PublicRoute } from './public-route.ts';

const ofEndpoint = { access: 'secret_key', notFound: 'webhook_endpoint_not_found' } as const;

const endpointRoutes: readonly PublicRoute[] = [
  route({
    method: 'POST',
    path: '/v1/webhook-endpoints',
    docs: {
      operationId: 'createWebhookEndpoint',
      tag: 'Events',
      summary: 'Register a webhook endpoint',
      description:
        'Answers the signing secret, this once. From then on every event of these types is sent to the address. A `url` that ' +
        'is not https, or leads to a private, loopback or link-local address, is `validation_failed` with the pointer `/url`; ' +
        'the address is looked at again with every delivery. A tenant has at most 200 of them.',
    },
    access: 'secret_key',
    permission: 'operate',
    status: 201,
    timeout: 'booking',
    body: webhookEndpointBody,
    operation: createWebhookEndpoint,
    request: ({ body }) => body,
  }),
  route({
    method: 'GET',
    path: '/v1/webhook-endpoints',
    docs: {
      operationId: 'listWebhookEndpoints',
      tag: 'Events',
      summary: 'List webhook endpoints',
      description: 'In the order in which they were made, without their secrets.',
    },
    access: 'secret_key',
    permission: 'read',
    timeout: 'read',
    operation: listWebhookEndpoints,
    request: () => ({}),
  }),
  route({
    ...ofEndpoint,
    method: 'GET',
    path: '/v1/webhook-endpoints/{id}',
    docs: {
      operationId: 'readWebhookEndpoint',
      tag: 'Events',
      summary: 'Read a webhook endpoint',
      description: 'Shows how its deliveries fare. Its secret is not shown again.',
    },
    permission: 'read',
    timeout: 'read',
    operation: readWebhookEndpoint,
    request: ({ id }) => ({ webhookEndpointId: id }),
  }),
  route({
    ...ofEndpoint,
    method: 'DELETE',
    path: '/v1/webhook-endpoints/{id}',
    docs: {
      operationId: 'deleteWebhookEndpoint',
      tag: 'Events',
      summary: 'Delete a webhook endpoint',
      description: 'Its open deliveries go with it. The log of events keeps what happened.',
    },
    permission: 'operate',
    status: 204,
    timeout: 'write',
    operation: deleteWebhookEndpoint,
    request: ({ id }) => ({ webhookEndpointId: id }),
  }),
  route({
    ...ofEndpoint,
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/rotate-secret',
    docs: {
      operationId: 'rotateWebhookSecret',
      tag: 'Events',
      summary: 'Replace the signing secret',
      description:
        'Answers the new secret, this once. For 24 hours every delivery carries the signatures of both, and of no more than ' +
        'four secrets that were replaced.',
    },
    permission: 'operate',
    timeout: 'write',
    operation: rotateWebhookSecret,
    request: ({ id }) => ({ webhookEndpointId: id }),
  }),
  route({
    ...ofEndpoint,
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/ping',
    docs: {
      operationId: 'pingWebhookEndpoint',
      tag: 'Events',
      summary: 'Send a test event',
      description:
        'A `webhook.ping` with `sequence` 0, to this endpoint alone and whatever it subscribes to. It is not in the log of ' +
        'events; how it went is in the deliveries.',
    },
    permission: 'operate',
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
    docs: {
      operationId: 'listWebhookDeliveries',
      tag: 'Events',
      summary: 'List the deliveries of an endpoint',
      description:
        'Newest first, each with its 32 newest tries. After the last one a delivery is `dead`, and is kept for 30 days. ' +
        'Where receivers answered at length, a page may be shorter than its `limit`: go on while there is a `nextCursor`.',
      response: deliveryPage,
    },
    query: pageQuery,
    operation: listWebhookDeliveries,
    request: (page, _query, { id }) => ({ ...page, webhookEndpointId: id }),
    list: 'deliveries',
  }),
  route({
    ...ofEndpoint,
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver',
    docs: {
      operationId: 'redeliverWebhook',
      tag: 'Events',
      summary: 'Deliver again',
      description: 'The same event under the same `webhook-id`, whatever became of it before.',
    },
    permission: 'operate',
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
    docs: {
      operationId: 'listEvents',
      tag: 'Events',
      summary: 'List what happened',
      description:
        'The events of the last 30 days, oldest first, with the bodies that endpoints are sent, whether anyone subscribed or ' +
        'not. Follow the pages to catch up after an outage: no event ever appears before a page that was read. To follow the ' +
        'log, read its last page again with the cursor that led to it, and recognise repeats by `id`.',
      response: eventPage,
    },
    access: 'secret_key',
    query: eventsQuery,
    operation: listEvents,
    request: (page, { type, reservationId }) => ({ ...page, type, reservationId }),
    list: 'events',
  }),
];
