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
    on(contract.createWebhookEndpoint, async (request, call) =>
      mapped(await endpoints.create(call, request), endpointRecordWithSecret),
    ),
    on(contract.listWebhookEndpoints, async (_, call) =>
      ok({ webhookEndpoints: (await endpoints.list(call)).map(endpointRecord) }),
    ),
    on(contract.surveyWebhookEndpoints, async (_, call) =>
      ok({ webhookEndpoints: (await survey(call)).map(surveyedRecord) }),
    ),
    on(contract.readWebhookEndpoint, async ({ webhookEndpointId }, call) =>
      mapped(await endpoints.read(call, webhookEndpointId), endpointRecord),
    ),
    on(contract.deleteWebhookEndpoint, ({ webhookEndpointId }, call) =>
      endpoints.delete(call, webhookEndpointId),
    ),
    on(contract.rotateWebhookSecret, async ({ webhookEndpointId }, call) =>
      mapped(await endpoints.rotateSecret(call, webhookEndpointId), endpointRecordWithSecret),
    ),
    on(contract.pingWebhookEndpoint, ({ webhookEndpointId }, call) =>
      deliveries.ping(call, webhookEndpointId),
    ),
    on(contract.listWebhookDeliveries, async ({ webhookEndpointId, ...page }, call) =>
      mapped(await deliveries.list(call, webhookEndpointId, page), (found) => ({
        deliveries: found.deliveries.map(deliveryRecord),
        nextAfter: found.nextAfter,
      })),
    ),
    on(contract.redeliverWebhook, async ({ webhookEndpointId, deliveryId }, call) =>
      mapped(await deliveries.redeliver(call, webhookEndpointId, deliveryId), deliveryRecord),
    ),
    on(contract.listEvents, async (request, call) => {
      const { bodies, nextAfter } = await events(call, request);
      return ok({ events: bodies.map(eventRecord), nextAfter });
    }),
  ];
}

function mapped<From, To>(result: Result<From>, write: (value: From) => To): Result<To> {
  return result.ok ? ok(write(result.value)) : result;
}
