import * as contract from '@lodging/contract-notifications';
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import type { listEvents } from '../use-cases/list-events.ts';
import type { manageDeliveries } from '../use-cases/manage-deliveries.ts';
import type { manageEndpoints } from '../use-cases/manage-endpoints.ts';
import type { surveyEndpoints } from '../use-cases/survey-endpoints.ts';
import {
  deliveryRecord,
  endpointRecord,
  endpointRecordWithSecret,
  eventRecord,
  surveyedRecord,
} from './webhook-wire.ts';

export interface WebhookUseCases {
  readonly endpoints: ReturnType<typeof manageEndpoints>;
  readonly deliveries: ReturnType<typeof manageDeliveries>;
  readonly listEvents: ReturnType<typeof listEvents>;
  readonly surveyEndpoints: ReturnType<typeof surveyEndpoints>;
}

export function webhookRoutes({
  endpoints,
  deliveries,
  listEvents: events,
  surveyEndpoints: survey,
}: WebhookUseCases): Route[] {
  return [
    on(contract.createWebhookEndpoint, async (request, ctx) =>
      mapped(await endpoints.create(ctx, request), endpointRecordWithSecret),
    ),
    on(contract.listWebhookEndpoints, async (_, ctx) =>
      ok({ webhookEndpoints: (await endpoints.list(ctx)).map(endpointRecord) }),
    ),
    on(contract.surveyWebhookEndpoints, async (_, ctx) =>
      ok({ webhookEndpoints: (await survey(ctx)).map(surveyedRecord) }),
    ),
    on(contract.readWebhookEndpoint, async ({ webhookEndpointId }, ctx) =>
      mapped(await endpoints.read(ctx, webhookEndpointId), endpointRecord),
    ),
    on(contract.deleteWebhookEndpoint, ({ webhookEndpointId }, ctx) =>
      endpoints.delete(ctx, webhookEndpointId),
    ),
    on(contract.rotateWebhookSecret, async ({ webhookEndpointId }, ctx) =>
      mapped(await endpoints.rotateSecret(ctx, webhookEndpointId), endpointRecordWithSecret),
    ),
    on(contract.pingWebhookEndpoint, ({ webhookEndpointId }, ctx) => deliveries.ping(ctx, webhookEndpointId)),
    on(contract.listWebhookDeliveries, async ({ webhookEndpointId, ...page }, ctx) =>
      mapped(await deliveries.list(ctx, webhookEndpointId, page), (found) => ({
        deliveries: found.deliveries.map(deliveryRecord),
        nextAfter: found.nextAfter,
      })),
    ),
    on(contract.redeliverWebhook, async ({ webhookEndpointId, deliveryId }, ctx) =>
      mapped(await deliveries.redeliver(ctx, webhookEndpointId, deliveryId), deliveryRecord),
    ),
    on(contract.listEvents, async (request, ctx) => {
      const { bodies, nextAfter } = await events(ctx, request);
      return ok({ events: bodies.map(eventRecord), nextAfter });
    }),
  ];
}

function mapped<From, To>(result: Result<From>, write: (value: From) => To): Result<To> {
  return result.ok ? ok(write(result.value)) : result;
}
