import { deliveryPage, eventPage } from '@lodging/contract-public';
import type { OperationDocs } from './operation-docs.ts';

const endpointOperations: Readonly<Record<string, OperationDocs>> = {
  'POST /v1/webhook-endpoints': {
    operationId: 'createWebhookEndpoint',
    tag: 'Events',
    summary: 'Register a webhook endpoint',
    description:
      'Answers the signing secret, this once. From then on every event of these types is sent to the address. A `url` that ' +
      'is not https, or leads to a private, loopback or link-local address, is `validation_failed` with the pointer `/url`; ' +
      'the address is looked at again with every delivery. A tenant has at most 200 of them.',
  },
  'GET /v1/webhook-endpoints': {
    operationId: 'listWebhookEndpoints',
    tag: 'Events',
    summary: 'List webhook endpoints',
    description: 'In the order in which they were made, without their secrets.',
  },
  'GET /v1/webhook-endpoints/{id}': {
    operationId: 'readWebhookEndpoint',
    tag: 'Events',
    summary: 'Read a webhook endpoint',
    description: 'Shows how its deliveries fare. Its secret is not shown again.',
  },
  'DELETE /v1/webhook-endpoints/{id}': {
    operationId: 'deleteWebhookEndpoint',
    tag: 'Events',
    summary: 'Delete a webhook endpoint',
    description: 'Its open deliveries go with it. The log of events keeps what happened.',
  },
  'POST /v1/webhook-endpoints/{id}/rotate-secret': {
    operationId: 'rotateWebhookSecret',
    tag: 'Events',
    summary: 'Replace the signing secret',
    description:
      'Answers the new secret, this once. For 24 hours every delivery carries the signatures of both, and of no more than ' +
      'four secrets that were replaced.',
  },
  'POST /v1/webhook-endpoints/{id}/ping': {
    operationId: 'pingWebhookEndpoint',
    tag: 'Events',
    summary: 'Send a test event',
    description:
      'A `webhook.ping` with `sequence` 0, to this endpoint alone and whatever it subscribes to. It is not in the log of ' +
      'events; how it went is in the deliveries.',
  },
};

export const webhookOperations: Readonly<Record<string, OperationDocs>> = {
  ...endpointOperations,
  'GET /v1/webhook-endpoints/{id}/deliveries': {
    operationId: 'listWebhookDeliveries',
    tag: 'Events',
    summary: 'List the deliveries of an endpoint',
    description:
      'Newest first, each with its 32 newest tries. After the last one a delivery is `dead`, and is kept for 30 days. ' +
      'Where receivers answered at length, a page may be shorter than its `limit`: go on while there is a `nextCursor`.',
    response: deliveryPage,
  },
  'POST /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver': {
    operationId: 'redeliverWebhook',
    tag: 'Events',
    summary: 'Deliver again',
    description: 'The same event under the same `webhook-id`, whatever became of it before.',
  },
  'GET /v1/events': {
    operationId: 'listEvents',
    tag: 'Events',
    summary: 'List what happened',
    description:
      'The events of the last 30 days, oldest first, with the bodies that endpoints are sent, whether anyone subscribed or ' +
      'not. Follow the pages to catch up after an outage: no event ever appears before a page that was read. To follow the ' +
      'log, read its last page again with the cursor that led to it, and recognise repeats by `id`.',
    response: eventPage,
  },
};
