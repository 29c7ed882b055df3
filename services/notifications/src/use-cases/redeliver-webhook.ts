import { ok, refuse } from '@lodging/kernel';
import type { Clock, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { endpointNotFound } from '../domain/endpoint-not-found.ts';
import type { Delivery, DeliveryRepository, EndpointKey, EndpointRepository } from '../ports.ts';

export interface RedeliverWebhookDeps {
  readonly endpoints: Pick<EndpointRepository, 'find'>;
  readonly deliveries: Pick<DeliveryRepository, 'redeliver'>;
  readonly clock: Clock;
  readonly wake: (endpoint: EndpointKey) => void;
}

export interface RedeliverWebhook {
  readonly endpointId: string;
  readonly deliveryId: string;
}

export async function redeliverWebhook(
  { endpoints, deliveries, clock, wake }: RedeliverWebhookDeps,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
  { endpointId, deliveryId }: RedeliverWebhook,
): Promise<Result<Delivery>> {
  const delivery = await deliveries.redeliver(tenantId, endpointId, deliveryId, clock.now());
  if (delivery !== undefined) {
    wake({ tenantId, endpointId });
    return ok(delivery);
  }
  return (await endpoints.find(tenantId, endpointId)) === undefined
    ? endpointNotFound()
    : refuse('webhook_delivery_not_found', 'There is no such delivery at this webhook endpoint.');
}
