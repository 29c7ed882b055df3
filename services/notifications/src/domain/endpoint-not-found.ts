import { refuse } from '@lodging/kernel';

export function endpointNotFound() {
  return refuse('webhook_endpoint_not_found', 'There is no such webhook endpoint.');
}
