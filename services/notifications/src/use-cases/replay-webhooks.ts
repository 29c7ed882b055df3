import { ok } from '@lodging/kernel';
import type { Clock, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { endpointNotFound } from '../domain/endpoint-refusals.ts';
import type { DeliveryRepository, EndpointKey } from '../ports.ts';

export interface ReplayWebhooksDeps {
  readonly deliveries: Pick<DeliveryRepository, 'replay'>;
  readonly clock: Clock;
  readonly wake: (endpoint: EndpointKey) => void;
}

export interface ReplayWebhooks {
  readonly endpointId: string;
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
}

/** For a receiver that lost what it was told: by the operator of the platform, so it is not limited. */
export async function replayWebhooks(
  { deliveries, clock, wake }: ReplayWebhooksDeps,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
  { endpointId, ...between }: ReplayWebhooks,
): Promise<Result<{ readonly deliveries: number }>> {
  const count = await deliveries.replay(tenantId, endpointId, between, clock.now());
  if (count === undefined) return endpointNotFound();
  if (count > 0) wake({ tenantId, endpointId });
  return ok({ deliveries: count });
}
