import type { WebhookEventType } from '@lodging/contract-notifications';
import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { endpointLimitReached } from '../../domain/endpoints/endpoint-refusals.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';
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
  const checked = await sender.check(url);
  if (!checked.ok) {
    const message = checked.refusal.detail;
    return refuse('validation_failed', message, { errors: [{ pointer: '/url', message }] });
  }
  const [id, secret] = [newId(), newSecret()];
  const created = await endpoints.create(tenantId, {
    id,
    url,
    host: checked.value,
    eventTypes: [...new Set(eventTypes)],
    sealedSecret: vault.seal(tenantId, id, secret),
    createdAt: clock.now(),
  });
  return created.ok ? ok({ ...created.value, secret }) : endpointLimitReached(created.refusal);
}
