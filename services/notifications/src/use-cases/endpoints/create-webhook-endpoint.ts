import type { WebhookEventType } from '@lodging/contract-notifications';
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkAddress } from './check-address.ts';
import { endpointLimitReached } from '../../domain/endpoints/endpoint-refusals.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';
import { NO_DELIVERIES } from '../../domain/endpoints/endpoint.ts';
import type { EndpointWithSecret } from '../../domain/endpoints/endpoint.ts';

export type CreateWebhookEndpointDeps = Pick<
  NotificationsDeps,
  'endpoints' | 'sender' | 'vault' | 'clock' | 'newId' | 'newSecret'
>;

export interface CreateWebhookEndpoint {
  readonly url: string;
  readonly eventTypes: readonly WebhookEventType[];
}

export async function createWebhookEndpoint(
  { endpoints, sender, vault, clock, newId, newSecret }: CreateWebhookEndpointDeps,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
  { url, eventTypes }: CreateWebhookEndpoint,
): Promise<Result<EndpointWithSecret>> {
  const checked = await checkAddress({ sender }, url);
  if (!checked.ok) return checked;
  const [id, secret] = [newId(), newSecret()];
  const created = await endpoints.create(tenantId, {
    id,
    url,
    host: checked.value,
    eventTypes: [...new Set(eventTypes)],
    sealedSecret: vault.seal(tenantId, id, secret),
    createdAt: clock.now(),
  });
  return created.ok
    ? ok({ ...created.value, ...NO_DELIVERIES, secret })
    : endpointLimitReached(created.refusal);
}
