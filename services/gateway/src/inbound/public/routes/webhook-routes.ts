import {
  changeWebhookEndpoint,
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
  deliveriesQuery,
  webhookEndpointBody,
  webhookEndpointChangesBody,
} from '@lodging/contract-public';
import { STAY_BODY_BYTES } from '../body-limits.ts';
import { listRoute, route, opaqueListRoute } from '../declare-route.ts';
import type { PublicRoute } from '../public-route.ts';

const ofEndpoint = { access: 'secret_key', notFound: 'webhook_endpoint_not_found' } as const;

const endpointRoutes: readonly PublicRoute[] = [
  route({
    method: 'POST',
    path: '/v1/webhook-endpoints',
    docs: {
      operationId: 'createWebhookEndpoint',
      tag: 'Events',
      summary: 'Create a webhook endpoint',
      description:
        'Returns the signing secret once. From then on, events of these types are sent to the address. A `url` that ' +
        'is not https, or resolves to a private, loopback or link-local address, is `validation_failed` with the ' +
        'pointer `/url`; the address is checked again with every delivery. At most 50 endpoints, and ' +
        '5 with the same host: `webhook_endpoint_limit_reached`. Until its first 2xx response, an endpoint ' +
        'receives at most one attempt a second, and all such endpoints of one host five a second; further deliveries ' +
        'wait.',
    },
    access: 'secret_key',
    permission: 'operate',
    status: 201,
    timeout: 'booking',
    bodyLimitBytes: STAY_BODY_BYTES,
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
      description: 'Ordered by creation, without their secrets.',
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
      summary: 'Retrieve a webhook endpoint',
      description: 'Includes the state of its deliveries. The secret is not returned again.',
    },
    permission: 'read',
    timeout: 'read',
    operation: readWebhookEndpoint,
    request: ({ id }) => ({ webhookEndpointId: id }),
  }),
  route({
    ...ofEndpoint,
    method: 'PATCH',
    path: '/v1/webhook-endpoints/{id}',
    docs: {
      operationId: 'changeWebhookEndpoint',
      tag: 'Events',
      summary: 'Change a webhook endpoint',
      description:
        'Absent fields stay unchanged. An endpoint that is enabled again receives the events from then on, and its ' +
        'failures are counted from zero; so are those of a new `url`, which is checked as at creation. Pending deliveries ' +
        'go to the new address; those of an endpoint that is disabled become `dead`.',
    },
    permission: 'operate',
    timeout: 'booking',
    bodyLimitBytes: STAY_BODY_BYTES,
    body: webhookEndpointChangesBody,
    operation: changeWebhookEndpoint,
    request: ({ id, body }) => ({ ...body, webhookEndpointId: id }),
  }),
  route({
    ...ofEndpoint,
    method: 'DELETE',
    path: '/v1/webhook-endpoints/{id}',
    docs: {
      operationId: 'deleteWebhookEndpoint',
      tag: 'Events',
      summary: 'Delete a webhook endpoint',
      description: 'Its pending deliveries are removed. The event log is unchanged.',
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
      summary: 'Rotate the signing secret',
      description:
        'Returns the new secret once. For 24 hours, every delivery is signed with the new secret and with at most ' +
        'four replaced ones.',
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
        'A `webhook.ping` with `sequence` 0, to this endpoint only, whatever its subscriptions. It is not in the ' +
        'event log; its result is in the deliveries.',
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
        'Newest first, each with its 32 newest attempts. A tenant has 6,000 deliveries a minute; further deliveries ' +
        'start, and appear here, in a later minute. After its last failed attempt a delivery is `dead`, and is kept ' +
        'for 30 days. A page with long responses may be shorter than `limit`: continue while there is a `nextCursor`.',
      response: deliveryPage,
    },
    query: deliveriesQuery,
    operation: listWebhookDeliveries,
    request: (page, { status }, { id }) => ({ ...page, status, webhookEndpointId: id }),
    list: 'deliveries',
    boundToQuery: ['status'],
  }),
  route({
    ...ofEndpoint,
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver',
    docs: {
      operationId: 'redeliverWebhook',
      tag: 'Events',
      summary: 'Redeliver an event',
      description: 'The same event with the same `webhook-id`, whatever the result of earlier attempts.',
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
      summary: 'List events',
      description:
        'The events of the last 30 days, oldest first, with the bodies that endpoints receive, including events ' +
        'without a subscription. With `order=desc` newest first: read until an event that you know. Follow the pages to catch up after an outage: new events appear only after the ' +
        'pages that were read. To follow the log, read its last page again with the same cursor, and deduplicate by ' +
        '`id`.',
      response: eventPage,
    },
    access: 'secret_key',
    query: eventsQuery,
    operation: listEvents,
    request: (page, { cursor: _cursor, limit: _limit, ...filters }) => ({ ...page, ...filters }),
    list: 'events',
    boundToQuery: ['order'],
  }),
];
