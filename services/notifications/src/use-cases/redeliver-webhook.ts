import { ok, refuse } from '@lodging/kernel';
import type { Clock, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { endpointNotFound, tooManyRequests } from '../domain/endpoint-refusals.ts';
import type { Delivery, DeliveryRepository, EndpointKey } from '../ports.ts';

export interface RedeliverWebhookDeps {
  readonly deliveries: Pick<DeliveryRepository, 'redeliver' | 'admitRequest'>;
  readonly clock: Clock;
  readonly wake: (endpoint: EndpointKey) => void;
}

export interface RedeliverWebhook {
  readonly endpointId: string;
  readonly deliveryId: string;
}

export async function redeliverWebhook(
  { deliveries, clock, wake }: RedeliverWebhookDeps,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
  { endpointId, deliveryId }: RedeliverWebhook,
): Promise<Result<Delivery>> {
  const now = clock.now();
  const admission = await deliveries.admitRequest(tenantId, endpointId, now);
  if (admission === 'limited') return tooManyRequests();
  if (admission === 'not-found') return endpointNotFound();
  const delivery = await deliveries.redeliver(tenantId, endpointId, deliveryId, now);
  if (delivery !== undefined) {
    wake({ tenantId, endpointId });
    return ok(delivery);
  }
  return refuse('webhook_delivery_not_found', 'There is no such delivery at this webhook endpoint.');
}
