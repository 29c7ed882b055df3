import type {
  webhookEndpointStats,
  webhookDelivery,
  webhookEndpoint,
  webhookEndpointWithSecret,
  webhookEvent,
} from '@lodging/contract-notifications';
import { instantText } from '@lodging/kernel';
import type { z } from 'zod';
import type { Delivery, Endpoint, EndpointWithSecret, EndpointWithStats } from '../ports.ts';

const instantOrNull = (instant: Temporal.Instant | null) => (instant === null ? null : instantText(instant));

export function endpointToWire(endpoint: Endpoint): z.input<typeof webhookEndpoint> {
  const { id, url, eventTypes, enabled, failureCount, lastFailureAt, lastSuccessAt, createdAt } = endpoint;
  return {
    id,
    url,
    eventTypes,
    enabled,
    failureCount,
    lastFailureAt: instantOrNull(lastFailureAt),
    lastSuccessAt: instantOrNull(lastSuccessAt),
    createdAt: instantText(createdAt),
  };
}

export function endpointWithSecretToWire(
  endpoint: EndpointWithSecret,
): z.input<typeof webhookEndpointWithSecret> {
  return { ...endpointToWire(endpoint), secret: endpoint.secret };
}

export function endpointWithStatsToWire(endpoint: EndpointWithStats): z.input<typeof webhookEndpointStats> {
  const { failingSince, lastError, waiting, oldestWaitingAt, dead } = endpoint;
  return {
    ...endpointToWire(endpoint),
    failingSince: instantOrNull(failingSince),
    lastError,
    waiting,
    oldestWaitingAt: instantOrNull(oldestWaitingAt),
    dead,
  };
}

export function deliveryToWire(delivery: Delivery): z.input<typeof webhookDelivery> {
  const { nextAttemptAt, createdAt, ...rest } = delivery;
  return { ...rest, nextAttemptAt: instantOrNull(nextAttemptAt), createdAt: instantText(createdAt) };
}

/** A body is logged as it was rendered. */
export function eventToWire(body: string): z.input<typeof webhookEvent> {
  return JSON.parse(body) as z.input<typeof webhookEvent>;
}
