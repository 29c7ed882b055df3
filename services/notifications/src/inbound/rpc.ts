import * as contract from '@lodging/contract-notifications';
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import { endpointNotFound } from '../domain/endpoint-refusals.ts';
import type { EndpointRepository } from '../ports.ts';
import { createWebhookEndpoint } from '../use-cases/create-webhook-endpoint.ts';
import type { CreateWebhookEndpointDeps } from '../use-cases/create-webhook-endpoint.ts';
import { listEvents } from '../use-cases/list-events.ts';
import type { ListEventsDeps } from '../use-cases/list-events.ts';
import { listWebhookDeliveries } from '../use-cases/list-webhook-deliveries.ts';
import type { ListWebhookDeliveriesDeps } from '../use-cases/list-webhook-deliveries.ts';
import { pingWebhookEndpoint } from '../use-cases/ping-webhook-endpoint.ts';
import type { PingWebhookEndpointDeps } from '../use-cases/ping-webhook-endpoint.ts';
import { replayWebhooks } from '../use-cases/replay-webhooks.ts';
import type { ReplayWebhooksDeps } from '../use-cases/replay-webhooks.ts';
import { redeliverWebhook } from '../use-cases/redeliver-webhook.ts';
import type { RedeliverWebhookDeps } from '../use-cases/redeliver-webhook.ts';
import { rotateWebhookSecret } from '../use-cases/rotate-webhook-secret.ts';
import type { RotateWebhookSecretDeps } from '../use-cases/rotate-webhook-secret.ts';
import { sendCodeMail } from '../use-cases/send-code-mail.ts';
import type { SendCodeMailDeps } from '../use-cases/send-code-mail.ts';
import { collectWebhookEndpointStats } from '../use-cases/survey-webhook-endpoints.ts';
import type { SurveyWebhookEndpointsDeps } from '../use-cases/survey-webhook-endpoints.ts';
import {
  deliveryToWire,
  endpointToWire,
  endpointWithSecretToWire,
  endpointWithStatsToWire,
  eventToWire,
} from './wire.ts';

export type EndpointRoutesDeps = CreateWebhookEndpointDeps &
  RotateWebhookSecretDeps &
  SurveyWebhookEndpointsDeps &
  PingWebhookEndpointDeps & { readonly endpoints: EndpointRepository };

export type RpcDeps = SendCodeMailDeps &
  EndpointRoutesDeps &
  ListWebhookDeliveriesDeps &
  RedeliverWebhookDeps &
  ReplayWebhooksDeps &
  ListEventsDeps;

export function rpcRoutes(deps: RpcDeps): Route[] {
  return [...mailRoutes(deps), ...endpointRoutes(deps), ...deliveryRoutes(deps)];
}

export function mailRoutes(deps: SendCodeMailDeps): Route[] {
  return [
    on(contract.sendCodeMail, ({ to, code, expiresAt }) =>
      sendCodeMail(deps, { to, code, expiresAt: Temporal.Instant.from(expiresAt) }),
    ),
  ];
}

export function endpointRoutes(deps: EndpointRoutesDeps): Route[] {
  const { endpoints, clock } = deps;
  return [
    on(contract.createWebhookEndpoint, async (request, ctx) =>
      mapValue(await createWebhookEndpoint(deps, ctx, request), endpointWithSecretToWire),
    ),
    on(contract.listWebhookEndpoints, async (_, { tenantId }) =>
      ok({ webhookEndpoints: (await endpoints.list(tenantId)).map(endpointToWire) }),
    ),
    on(contract.collectWebhookEndpointStats, async (_, ctx) =>
      ok({ webhookEndpoints: (await collectWebhookEndpointStats(deps, ctx)).map(endpointWithStatsToWire) }),
    ),
    on(contract.readWebhookEndpoint, async ({ webhookEndpointId }, { tenantId }) => {
      const endpoint = await endpoints.find(tenantId, webhookEndpointId);
      return endpoint === undefined ? endpointNotFound() : ok(endpointToWire(endpoint));
    }),
    on(contract.deleteWebhookEndpoint, async ({ webhookEndpointId }, { tenantId }) =>
      (await endpoints.delete(tenantId, webhookEndpointId, clock.now()))
        ? ok({ deleted: true as const })
        : endpointNotFound(),
    ),
    on(contract.rotateWebhookSecret, async ({ webhookEndpointId }, ctx) =>
      mapValue(await rotateWebhookSecret(deps, ctx, webhookEndpointId), endpointWithSecretToWire),
    ),
    on(contract.pingWebhookEndpoint, ({ webhookEndpointId }, ctx) =>
      pingWebhookEndpoint(deps, ctx, webhookEndpointId),
    ),
  ];
}

function deliveryRoutes(deps: RpcDeps): Route[] {
  return [
    on(contract.listWebhookDeliveries, async ({ webhookEndpointId: endpointId, ...page }, ctx) =>
      mapValue(
        await listWebhookDeliveries(deps, ctx, { endpointId, ...page }),
        ({ deliveries, nextAfter }) => ({ deliveries: deliveries.map(deliveryToWire), nextAfter }),
      ),
    ),
    on(contract.replayWebhooks, ({ webhookEndpointId: endpointId, from, to }, ctx) =>
      replayWebhooks(deps, ctx, {
        endpointId,
        from: Temporal.Instant.from(from),
        to: Temporal.Instant.from(to),
      }),
    ),
    on(contract.redeliverWebhook, async ({ webhookEndpointId: endpointId, deliveryId }, ctx) =>
      mapValue(await redeliverWebhook(deps, ctx, { endpointId, deliveryId }), deliveryToWire),
    ),
    on(contract.listEvents, async (request, ctx) => {
      const { bodies, nextAfter } = await listEvents(deps, ctx, request);
      return ok({ events: bodies.map(eventToWire), nextAfter });
    }),
  ];
}

function mapValue<From, To>(result: Result<From>, map: (value: From) => To): Result<To> {
  return result.ok ? ok(map(result.value)) : result;
}
