import { refuse } from '@lodging/kernel';
import type { EndpointLimit } from './endpoint-limits.ts';

export function endpointNotFound() {
  return refuse('webhook_endpoint_not_found', 'There is no such webhook endpoint.');
}

export function endpointLimitReached({ of, limit }: EndpointLimit) {
  const detail =
    of === 'host'
      ? `The tenant has ${limit} webhook endpoints at this host, which is as many as one host may have.`
      : `The tenant has ${limit} webhook endpoints, which is as many as it may have.`;
  return refuse('webhook_endpoint_limit_reached', detail, { limit });
}

export const tooManyRequests = () =>
  refuse(
    'rate_limited',
    'The limit of 300 pings and redeliveries a minute for the endpoint, or of deliveries a minute for the tenant, is ' +
      'reached.',
    { retryAfterSeconds: 1 },
  );
