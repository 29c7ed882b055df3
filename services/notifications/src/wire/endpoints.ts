import type {
  webhookEndpoint,
  webhookEndpointStats,
  webhookEndpointWithSecret,
  WebhookEventType,
} from '@lodging/contract-notifications';
import { instantText, instantTextOrNull } from '@lodging/kernel';
import type { z } from 'zod';
import type { EndpointRecord, EndpointWithSecret, EndpointWithStats } from '../domain/endpoints/endpoint.ts';

export function endpointToWire(endpoint: EndpointRecord): z.input<typeof webhookEndpoint> {
  const { id, url, eventTypes, enabled, failureCount, lastFailureAt, lastSuccessAt, createdAt } = endpoint;
  const { failingSince, lastError, waiting, dead } = endpoint;
  return {
    id,
    url,
    // Checked by the contract when the endpoint was created.
    eventTypes: eventTypes as WebhookEventType[],
    enabled,
    failureCount,
    lastFailureAt: instantTextOrNull(lastFailureAt),
    lastSuccessAt: instantTextOrNull(lastSuccessAt),
    failingSince: instantTextOrNull(failingSince),
    lastError,
    waiting,
    dead,
    createdAt: instantText(createdAt),
  };
}

export function endpointWithSecretToWire(
  endpoint: EndpointWithSecret,
): z.input<typeof webhookEndpointWithSecret> {
  return { ...endpointToWire(endpoint), secret: endpoint.secret };
}

export function endpointWithStatsToWire(endpoint: EndpointWithStats): z.input<typeof webhookEndpointStats> {
  return {
    ...endpointToWire(endpoint),
    oldestWaitingAt: instantTextOrNull(endpoint.oldestWaitingAt),
  };
}
