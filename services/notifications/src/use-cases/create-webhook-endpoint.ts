import type { WebhookEventType } from '@lodging/contract-notifications';
import { ok, refuse } from '@lodging/kernel';
import type { Clock, NewId, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { EndpointRepository, EndpointWithSecret, SecretVault, WebhookSender } from '../ports.ts';

export interface CreateWebhookEndpointDeps {
  readonly endpoints: Pick<EndpointRepository, 'create'>;
  readonly sender: Pick<WebhookSender, 'check'>;
  readonly vault: Pick<SecretVault, 'seal'>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly newSecret: () => string;
}

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
  const endpoint = await endpoints.create(tenantId, {
    id,
    url,
    eventTypes: [...new Set(eventTypes)],
    sealedSecret: vault.seal(tenantId, id, secret),
    createdAt: clock.now(),
  });
  return endpoint === undefined
    ? refuse('webhook_endpoint_limit_reached', 'The tenant has as many webhook endpoints as it may have.')
    : ok({ ...endpoint, secret });
}
