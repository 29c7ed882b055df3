import type { RequestContext } from '@lodging/kit-runtime';
import { maskUrl } from '../../domain/endpoints/mask-url.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';
import type { EndpointWithStats } from '../../domain/endpoints/endpoint.ts';

export type CollectWebhookEndpointStatsDeps = Pick<NotificationsDeps, 'endpointStats'>;

/** The endpoints of a tenant for the platform's operator, without the secrets that their addresses may contain. */
export async function collectWebhookEndpointStats(
  { endpointStats }: CollectWebhookEndpointStatsDeps,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
): Promise<EndpointWithStats[]> {
  const endpoints = await endpointStats.list(tenantId);
  return endpoints.map((endpoint) => ({ ...endpoint, url: maskUrl(endpoint.url) }));
}
