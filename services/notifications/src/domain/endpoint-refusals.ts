import { refuse } from '@lodging/kernel';

export function endpointNotFound() {
  return refuse('webhook_endpoint_not_found', 'There is no such webhook endpoint.');
}

export const tooManyRequests = () =>
  refuse('rate_limited', 'The endpoint had 300 pings and redeliveries in a minute. Go on more slowly.', {
    retryAfterSeconds: 1,
  });
