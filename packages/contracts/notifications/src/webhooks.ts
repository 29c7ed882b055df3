import { pageRequest, rpc, text, uuid } from '@lodging/contract-wire';
import { z } from 'zod';

const context = 'notifications';
const nextAfter = z.object({ createdAt: z.string(), id: uuid }).nullable();

export const webhookEventType = z.enum([
  'reservation.created',
  'reservation.confirmed',
  'reservation.cancelled',
  'payment.succeeded',
  'payment.failed',
  'refund.created',
]);
export type WebhookEventType = z.infer<typeof webhookEventType>;

export const webhookEndpoint = z.object({
  id: uuid,
  url: z.string(),
  eventTypes: z.array(webhookEventType),
  enabled: z.boolean(),
  /** Failed tries in a row; a success brings it back to 0. */
  failureCount: z.int(),
  lastFailureAt: z.string().nullable(),
  lastSuccessAt: z.string().nullable(),
  createdAt: z.string(),
});
/** `whsec_` and base64 of 32 bytes; shown by create and rotate alone. */
export const webhookEndpointWithSecret = webhookEndpoint.extend({ secret: z.string() });

/** An address that may not be posted to is `validation_failed`, pointer /url. */
export const createWebhookEndpoint = rpc({
  context,
  name: 'create-webhook-endpoint',
  request: z.object({
    url: text({ min: 1, max: 2_000 }),
    eventTypes: z.array(webhookEventType).min(1).max(20),
  }),
  response: webhookEndpointWithSecret,
  refusals: ['validation_failed', 'webhook_endpoint_limit_reached'],
  idempotent: false,
});
export const listWebhookEndpoints = rpc({
  context,
  name: 'list-webhook-endpoints',
  request: z.object({}),
  response: z.object({ webhookEndpoints: z.array(webhookEndpoint) }),
  refusals: [],
  idempotent: true,
});
/** For the platform's operator: how the tenant's endpoints do, and what waits for them. */
export const surveyedEndpoint = webhookEndpoint.extend({
  /** The first of the failed tries in a row. */
  failingSince: z.string().nullable(),
  /** What the last failed try met, in words. */
  lastError: z.string().nullable(),
  waiting: z.int(),
  oldestWaitingAt: z.string().nullable(),
  dead: z.int(),
});
export type SurveyedEndpoint = z.infer<typeof surveyedEndpoint>;
export const surveyWebhookEndpoints = rpc({
  context,
  name: 'survey-webhook-endpoints',
  request: z.object({}),
  response: z.object({ webhookEndpoints: z.array(surveyedEndpoint) }),
  refusals: [],
  idempotent: true,
});
export const readWebhookEndpoint = rpc({
  context,
  name: 'read-webhook-endpoint',
  request: z.object({ webhookEndpointId: uuid }),
  response: webhookEndpoint,
  refusals: ['webhook_endpoint_not_found'],
  idempotent: true,
});
/** Its open deliveries go with it. */
export const deleteWebhookEndpoint = rpc({
  context,
  name: 'delete-webhook-endpoint',
  request: z.object({ webhookEndpointId: uuid }),
  response: z.object({ deleted: z.literal(true) }),
  refusals: ['webhook_endpoint_not_found'],
  idempotent: false,
});
/** For 24 hours both secrets sign. */
export const rotateWebhookSecret = rpc({
  context,
  name: 'rotate-webhook-secret',
  request: z.object({ webhookEndpointId: uuid }),
  response: webhookEndpointWithSecret,
  refusals: ['webhook_endpoint_not_found'],
  idempotent: false,
});
/** Sends a `webhook.ping` to this endpoint alone; sequence 0, not in the log. */
export const pingWebhookEndpoint = rpc({
  context,
  name: 'ping-webhook-endpoint',
  request: z.object({ webhookEndpointId: uuid }),
  response: z.object({ deliveryId: uuid }),
  refusals: ['webhook_endpoint_not_found'],
  idempotent: false,
});

export const webhookDelivery = z.object({
  id: uuid,
  eventId: uuid,
  eventType: z.string(),
  status: z.enum(['pending', 'succeeded', 'dead']),
  /** The newest 32. */
  attempts: z.array(
    z.object({
      at: z.string(),
      /** The HTTP status, null where none came. */
      status: z.int().nullable(),
      durationMs: z.int(),
      error: z.string().nullable(),
      /** The first 4 KiB of what the receiver answered, as text; absent where it said nothing. */
      answer: z.string().optional(),
    }),
  ),
  nextAttemptAt: z.string().nullable(),
  createdAt: z.string(),
});
/** Newest first; a page may be shorter than its limit where the answers of receivers are long. */
export const listWebhookDeliveries = rpc({
  context,
  name: 'list-webhook-deliveries',
  request: pageRequest.extend({ webhookEndpointId: uuid }),
  response: z.object({ deliveries: z.array(webhookDelivery), nextAfter }),
  refusals: ['webhook_endpoint_not_found'],
  idempotent: true,
});
export const redeliverWebhook = rpc({
  context,
  name: 'redeliver-webhook',
  request: z.object({ webhookEndpointId: uuid, deliveryId: uuid }),
  response: webhookDelivery,
  refusals: ['webhook_endpoint_not_found', 'webhook_delivery_not_found'],
  idempotent: false,
});

/** The body as it is delivered. */
export const webhookEvent = z.object({
  id: uuid,
  type: z.string(),
  timestamp: z.string(),
  apiVersion: z.literal('v1'),
  livemode: z.boolean(),
  sequence: z.int(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
/** 30 days, oldest first, in an order that never skips an event committed late. `position` is opaque. */
export const listEvents = rpc({
  context,
  name: 'list-events',
  request: z.object({
    limit: z.int().min(1).max(100),
    after: z.string().nullable(),
    type: webhookEventType.optional(),
    reservationId: uuid.optional(),
  }),
  response: z.object({ events: z.array(webhookEvent), nextAfter: z.string().nullable() }),
  refusals: [],
  idempotent: true,
});
