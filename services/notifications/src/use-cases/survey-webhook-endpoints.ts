import type { RequestContext } from '@lodging/kit-runtime';
import { maskUrl } from '../domain/mask-url.ts';
import type { EndpointStatsRepository, EndpointWithStats } from '../ports.ts';

export interface SurveyWebhookEndpointsDeps {
  readonly endpointStats: EndpointStatsRepository;
}

/** The endpoints of a tenant for the platform's operator, without the secrets that their addresses may contain. */
export async function collectWebhookEndpointStats(
  { endpointStats }: SurveyWebhookEndpointsDeps,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
): Promise<EndpointWithStats[]> {
  const endpoints = await endpointStats.list(tenantId);
  return endpoints.map((endpoint) => ({ ...endpoint, url: maskUrl(endpoint.url) }));
}
