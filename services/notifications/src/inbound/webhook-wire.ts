import type {
  surveyedEndpoint,
  webhookDelivery,
  webhookEndpoint,
  webhookEndpointWithSecret,
  webhookEvent,
} from '@lodging/contract-notifications';
import type { z } from 'zod';
import type { EndpointWithSecret } from '../use-cases/manage-endpoints.ts';
import type { Delivery, Endpoint, SurveyedEndpoint } from '../use-cases/webhook-ports.ts';

const moment = (instant: Temporal.Instant): string => instant.toString({ smallestUnit: 'millisecond' });
const momentOrNull = (instant: Temporal.Instant | null) => (instant === null ? null : moment(instant));

export function endpointRecord(endpoint: Endpoint): z.input<typeof webhookEndpoint> {
  const { id, url, eventTypes, enabled, failureCount, lastFailureAt, lastSuccessAt, createdAt } = endpoint;
  return {
    id,
    url,
    eventTypes,
    enabled,
    failureCount,
    lastFailureAt: momentOrNull(lastFailureAt),
    lastSuccessAt: momentOrNull(lastSuccessAt),
    createdAt: moment(createdAt),
  };
}

export function endpointRecordWithSecret(
  endpoint: EndpointWithSecret,
): z.input<typeof webhookEndpointWithSecret> {
  return { ...endpointRecord(endpoint), secret: endpoint.secret };
}

export function surveyedRecord(endpoint: SurveyedEndpoint): z.input<typeof surveyedEndpoint> {
  const { failingSince, lastError, waiting, oldestWaitingAt, dead } = endpoint;
  return {
    ...endpointRecord(endpoint),
    failingSince: momentOrNull(failingSince),
    lastError,
    waiting,
    oldestWaitingAt: momentOrNull(oldestWaitingAt),
    dead,
  };
}

export function deliveryRecord(delivery: Delivery): z.input<typeof webhookDelivery> {
  const { nextAttemptAt, createdAt, ...same } = delivery;
  return { ...same, nextAttemptAt: momentOrNull(nextAttemptAt), createdAt: moment(createdAt) };
}

/** Rendered by us; what it says is passed on as it is. */
export function eventRecord(body: string): z.input<typeof webhookEvent> {
  return JSON.parse(body) as z.input<typeof webhookEvent>;
}
