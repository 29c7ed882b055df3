import { ok } from '@lodging/kernel';
import type { Clock, NewId, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { endpointNotFound, tooManyRequests } from '../domain/endpoint-refusals.ts';
import { PING, renderPing } from '../domain/event-body.ts';
import type { DeliveryRepository, EndpointKey } from '../ports.ts';

export interface PingWebhookEndpointDeps {
  readonly deliveries: Pick<DeliveryRepository, 'addPing' | 'admitRequest'>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly wake: (endpoint: EndpointKey) => void;
}

export async function pingWebhookEndpoint(
  { deliveries, clock, newId, wake }: PingWebhookEndpointDeps,
  { tenantId, livemode }: Pick<RequestContext, 'tenantId' | 'livemode'>,
  endpointId: string,
): Promise<Result<{ deliveryId: string }>> {
  const now = clock.now();
  const admission = await deliveries.admitRequest(tenantId, endpointId, now);
  if (admission === 'limited') return tooManyRequests();
  if (admission === 'not-found') return endpointNotFound();
  const [deliveryId, eventId] = [newId(), newId()];
  const body = renderPing({ id: eventId, endpointId, livemode, occurredAt: now.toString() });
  const ping = { deliveryId, eventId, type: PING, body, now };
  if (!(await deliveries.addPing(tenantId, endpointId, ping))) return endpointNotFound();
  wake({ tenantId, endpointId });
  return ok({ deliveryId });
}
