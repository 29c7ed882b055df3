import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { endpointNotFound, tooManyRequests } from '../../domain/endpoints/endpoint-refusals.ts';
import { PING, renderPing } from '../../domain/events/event-body.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';

export type PingWebhookEndpointDeps = Pick<
  NotificationsDeps,
  'deliveries' | 'clock' | 'newId' | 'dispatcher'
>;

export async function pingWebhookEndpoint(
  { deliveries, clock, newId, dispatcher }: PingWebhookEndpointDeps,
  { tenantId, livemode }: Pick<RequestContext, 'tenantId' | 'livemode'>,
  endpointId: string,
): Promise<Result<{ deliveryId: string }>> {
  const now = clock.now();
  const [deliveryId, eventId] = [newId(), newId()];
  const body = renderPing({ id: eventId, endpointId, livemode, occurredAt: now.toString() });
  const ping = { deliveryId, eventId, type: PING, body, now };
  const admission = await deliveries.addPing(tenantId, endpointId, ping);
  if (admission === 'limited') return tooManyRequests();
  if (admission === 'not-found') return endpointNotFound();
  dispatcher.wake({ tenantId, endpointId });
  return ok({ deliveryId });
}
