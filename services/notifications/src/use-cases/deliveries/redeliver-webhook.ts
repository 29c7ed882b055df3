import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { endpointNotFound, tooManyRequests } from '../../domain/endpoints/endpoint-refusals.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';
import type { Delivery } from '../../domain/deliveries/delivery.ts';

export type RedeliverWebhookDeps = Pick<NotificationsDeps, 'deliveries' | 'clock' | 'dispatcher'>;

export interface RedeliverWebhook {
  readonly endpointId: string;
  readonly deliveryId: string;
}

export async function redeliverWebhook(
  { deliveries, clock, dispatcher }: RedeliverWebhookDeps,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
  { endpointId, deliveryId }: RedeliverWebhook,
): Promise<Result<Delivery>> {
  const delivery = await deliveries.redeliver(tenantId, endpointId, deliveryId, clock.now());
  if (delivery === 'limited') return tooManyRequests();
  if (delivery === 'no-endpoint') return endpointNotFound();
  if (delivery === 'no-delivery')
    return refuse('webhook_delivery_not_found', 'There is no such delivery at this webhook endpoint.');
  dispatcher.wake({ tenantId, endpointId });
  return ok(delivery);
}
