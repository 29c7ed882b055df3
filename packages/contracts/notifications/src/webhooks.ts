import {
  boundedArray,
  instant,
  listOf,
  pageRequest,
  rpc,
  text,
  timestamp,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { webhookEventType } from './webhook-event-types.ts';

const context = 'notifications';
const nextAfter = z.object({ createdAt: z.string(), id: uuid }).nullable();

const exampleEndpoint = {
  id: '0197a2d1-4a4b-7c4d-8e4f-404142434445',
  url: 'https://hooks.shop.example/lodging',
  eventTypes: ['reservation.created', 'reservation.confirmed', 'reservation.cancelled'],
  enabled: true,
  failureCount: 0,
  lastFailureAt: '2027-05-03T09:05:00.310Z',
  lastSuccessAt: '2027-05-03T09:05:05.420Z',
  failingSince: null,
  lastError: null,
  waiting: 0,
  dead: 0,
  createdAt: '2027-05-03T08:30:00.000Z',
};
const exampleDeliveryId = '0197a2d2-5a5b-7c5d-8e5f-505152535455';
export const exampleEventId = '0197a206-7788-7990-8aab-bccddeeff001';

export const webhookEndpoint = z
  .object({
    id: uuid,
    url: z.string(),
    eventTypes: listOf(webhookEventType, 20),
    enabled: z
      .boolean()
      .meta({ description: 'False after a response with 410, or after five days of failed attempts only.' }),
    failureCount: z.int().meta({ description: 'Consecutive failed attempts; a success resets it to 0.' }),
    lastFailureAt: timestamp.nullable(),
    lastSuccessAt: timestamp.nullable().meta({ description: 'Null after the address was changed.' }),
    failingSince: timestamp.nullable().meta({
      description: 'The first of the consecutive failed attempts; null after a success.',
    }),
    lastError: z.string().nullable().meta({
      description: 'The error message of the last failed attempt; null after a success.',
    }),
    waiting: z.int().meta({
      description: 'The number of pending deliveries. Above 10,000 they are not counted further.',
    }),
    dead: z.int().meta({
      description: 'The number of `dead` deliveries. Above 10,000 they are not counted further.',
    }),
    createdAt: timestamp,
  })
  .meta({
    id: 'WebhookEndpoint',
    description: 'An endpoint that receives events, with the state of its deliveries.',
    example: exampleEndpoint,
  });

/** Only the responses of create and rotate contain the secret. */
export const webhookEndpointWithSecret = webhookEndpoint
  .extend({
    secret: z
      .string()
      .meta({ description: '`whsec_` and 32 bytes in base64, as defined by Standard Webhooks.' }),
  })
  .meta({
    id: 'IssuedWebhookEndpoint',
    description: 'A webhook endpoint with its secret, which is not shown again.',
    example: {
      ...exampleEndpoint,
      lastFailureAt: null,
      lastSuccessAt: null,
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    },
  });

/** A refused address is `validation_failed`, pointer /url. `webhook_endpoint_limit_reached` has the field `limit`. */
export const createWebhookEndpoint = rpc({
  context,
  name: 'create-webhook-endpoint',
  permission: 'operate',
  request: z.object({
    url: text({ min: 1, max: 2_000 }).meta({
      description: 'https on port 443. Private addresses are refused.',
    }),
    eventTypes: boundedArray(webhookEventType, { min: 1, max: 20 }),
  }),
  response: webhookEndpointWithSecret,
  refusals: ['validation_failed', 'webhook_endpoint_limit_reached'],
  idempotent: false,
});
export const listWebhookEndpoints = rpc({
  context,
  name: 'list-webhook-endpoints',
  request: z.object({}),
  response: z.object({ webhookEndpoints: listOf(webhookEndpoint, 1_000) }).meta({
    id: 'WebhookEndpoints',
    description: 'Every webhook endpoint of the tenant.',
    example: { webhookEndpoints: [exampleEndpoint] },
  }),
  refusals: [],
  idempotent: true,
});
/** For the operator of the platform: an endpoint with its failures and its backlog. */
export const webhookEndpointStats = webhookEndpoint.extend({
  /** With those that wait in the log for the budget of the tenant, of its next 10,000 events. */
  waiting: z.int(),
  oldestWaitingAt: z.string().nullable(),
});
export type WebhookEndpointStats = z.infer<typeof webhookEndpointStats>;
export const collectWebhookEndpointStats = rpc({
  context,
  name: 'survey-webhook-endpoints',
  request: z.object({}),
  response: z.object({ webhookEndpoints: z.array(webhookEndpointStats) }),
  refusals: [],
  idempotent: true,
  platformOnly: true,
});
export const readWebhookEndpoint = rpc({
  context,
  name: 'read-webhook-endpoint',
  request: z.object({ webhookEndpointId: uuid }),
  response: webhookEndpoint,
  refusals: ['webhook_endpoint_not_found'],
  idempotent: true,
});
const newEndpoint = createWebhookEndpoint.request.shape;
/**
 * What is absent stays as it is. A refused address is `validation_failed`, pointer /url. An endpoint that is enabled again, or
 * has a new address, begins without failures.
 */
export const changeWebhookEndpoint = rpc({
  context,
  name: 'change-webhook-endpoint',
  permission: 'operate',
  request: z.object({
    webhookEndpointId: uuid,
    enabled: z.boolean().optional(),
    eventTypes: newEndpoint.eventTypes.optional(),
    url: newEndpoint.url.optional(),
  }),
  response: webhookEndpoint,
  refusals: ['validation_failed', 'webhook_endpoint_not_found', 'webhook_endpoint_limit_reached'],
  idempotent: true,
});
/** Deletes the open deliveries of the endpoint, too. */
export const deleteWebhookEndpoint = rpc({
  context,
  name: 'delete-webhook-endpoint',
  permission: 'operate',
  request: z.object({ webhookEndpointId: uuid }),
  response: z.object({ deleted: z.literal(true) }),
  refusals: ['webhook_endpoint_not_found'],
  idempotent: false,
});
/** Deliveries are signed with both secrets for 24 hours. */
export const rotateWebhookSecret = rpc({
  context,
  name: 'rotate-webhook-secret',
  permission: 'operate',
  request: z.object({ webhookEndpointId: uuid }),
  response: webhookEndpointWithSecret,
  refusals: ['webhook_endpoint_not_found'],
  idempotent: false,
});
/** Sends a `webhook.ping` to this endpoint alone, with sequence 0. It is not in the event log. */
export const pingWebhookEndpoint = rpc({
  context,
  name: 'ping-webhook-endpoint',
  permission: 'operate',
  request: z.object({ webhookEndpointId: uuid }),
  response: z.object({ deliveryId: uuid }).meta({
    id: 'WebhookPing',
    description: 'The delivery of the ping.',
    example: { deliveryId: exampleDeliveryId },
  }),
  refusals: ['webhook_endpoint_not_found', 'rate_limited'],
  idempotent: false,
});

export const deliveryStatus = z.enum(['pending', 'succeeded', 'dead']);

export const webhookDelivery = z
  .object({
    id: uuid,
    eventId: uuid,
    eventType: z.string(),
    status: deliveryStatus,
    /** The newest 32. */
    attempts: listOf(
      z.object({
        at: timestamp,
        /** The HTTP status; null where the receiver did not respond. */
        status: z.int().nullable(),
        durationMs: z.int(),
        error: z.string().nullable(),
        /** The first 4 KiB of the response body as text; absent where it was empty. */
        answer: z.string().optional(),
      }),
      100,
    ),
    nextAttemptAt: timestamp.nullable().meta({ description: 'Null after success, and once it is `dead`.' }),
    createdAt: timestamp,
  })
  .meta({
    id: 'WebhookDelivery',
    description: 'A delivery of an event to an endpoint, with all attempts.',
    example: {
      id: exampleDeliveryId,
      eventId: exampleEventId,
      eventType: 'reservation.created',
      status: 'succeeded',
      attempts: [
        { at: '2027-05-03T09:05:00.250Z', status: 503, durationMs: 60, error: 'the answer was 503' },
        { at: '2027-05-03T09:05:05.380Z', status: 204, durationMs: 40, error: null },
      ],
      nextAttemptAt: null,
      createdAt: '2027-05-03T09:05:00.200Z',
    },
  });
/** Newest first. A page may be shorter than its limit where the response bodies of receivers are long. */
export const listWebhookDeliveries = rpc({
  context,
  name: 'list-webhook-deliveries',
  request: pageRequest.extend({ webhookEndpointId: uuid, status: deliveryStatus.optional() }),
  response: z.object({ deliveries: z.array(webhookDelivery), nextAfter }),
  refusals: ['webhook_endpoint_not_found'],
  idempotent: true,
});
export const redeliverWebhook = rpc({
  context,
  name: 'redeliver-webhook',
  permission: 'operate',
  request: z.object({ webhookEndpointId: uuid, deliveryId: uuid }),
  response: webhookDelivery,
  refusals: ['webhook_endpoint_not_found', 'webhook_delivery_not_found', 'rate_limited'],
  idempotent: false,
});

/** Every delivery of the endpoint that was made from one moment up to, not including, another, oldest first; at most 10,000. */
export const replayWebhooks = rpc({
  context,
  name: 'replay-webhooks',
  request: z.object({ webhookEndpointId: uuid, from: instant, to: instant }),
  response: z.object({ deliveries: z.int() }),
  refusals: ['webhook_endpoint_not_found'],
  idempotent: true,
  platformOnly: true,
});

/** The body of a delivery. */
export const webhookEvent = z.object({
  id: uuid,
  type: z.string(),
  timestamp: z.string(),
  apiVersion: z.literal('v1'),
  livemode: z.boolean(),
  sequence: z.int(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
/** The events of 30 days, oldest first unless `order` says otherwise. The order never places an event before one that was read. Positions are opaque. */
export const listEvents = rpc({
  context,
  name: 'list-events',
  request: z.object({
    limit: z.int().min(1).max(100),
    after: z.string().nullable(),
    type: webhookEventType.optional(),
    reservationId: uuid.optional(),
    from: instant.optional(),
    to: instant.optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  response: z.object({ events: z.array(webhookEvent), nextAfter: z.string().nullable() }),
  refusals: ['invalid_window'],
  idempotent: true,
});
