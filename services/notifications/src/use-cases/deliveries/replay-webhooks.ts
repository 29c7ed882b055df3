import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { endpointNotFound } from '../../domain/endpoints/endpoint-refusals.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';

export type ReplayWebhooksDeps = Pick<NotificationsDeps, 'deliveries' | 'clock' | 'dispatcher'>;

export interface ReplayWebhooks {
  readonly endpointId: string;
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
}

/** For a receiver that lost events. The platform operator requests it, so it is not limited. */
export async function replayWebhooks(
  { deliveries, clock, dispatcher }: ReplayWebhooksDeps,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
  { endpointId, ...between }: ReplayWebhooks,
): Promise<Result<{ readonly deliveries: number }>> {
  const count = await deliveries.replay(tenantId, endpointId, between, clock.now());
  if (count === undefined) return endpointNotFound();
  if (count > 0) dispatcher.wake({ tenantId, endpointId });
  return ok({ deliveries: count });
}
