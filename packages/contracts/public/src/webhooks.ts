import { createWebhookEndpoint, webhookEventType } from '@lodging/contract-notifications';
import { paymentFacts, refund } from '@lodging/contract-payments';
import { reservationFacts } from '@lodging/contract-reservations';
import { uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { pageQuery } from './paging.ts';

/** Whether the address may be posted to is told by the service that posts to it. */
export const webhookEndpointBody = createWebhookEndpoint.request;

export const eventsQuery = pageQuery.extend({
  type: webhookEventType.optional(),
  reservationId: uuid.optional(),
});

/** `sequence` grows per reservation over all event types; the object holds nothing of the guest. */
function webhookEvent<const Type extends string, Record extends z.ZodType>(type: Type, object: Record) {
  return z.object({
    id: uuid,
    type: z.literal(type),
    timestamp: z.string(),
    apiVersion: z.literal('v1'),
    livemode: z.boolean(),
    sequence: z.int().min(0),
    data: z.object({ object }),
  });
}

export const webhookEvents = {
  'reservation.created': webhookEvent('reservation.created', reservationFacts),
  'reservation.confirmed': webhookEvent('reservation.confirmed', reservationFacts),
  'reservation.cancelled': webhookEvent('reservation.cancelled', reservationFacts),
  'payment.succeeded': webhookEvent('payment.succeeded', paymentFacts),
  'payment.failed': webhookEvent('payment.failed', paymentFacts),
  'refund.created': webhookEvent('refund.created', refund),
} as const;
export type WebhookEventType = keyof typeof webhookEvents;

/** Any of them, as the log of events shows it. */
export const anyWebhookEvent = z.discriminatedUnion('type', [
  webhookEvents['reservation.created'],
  webhookEvents['reservation.confirmed'],
  webhookEvents['reservation.cancelled'],
  webhookEvents['payment.succeeded'],
  webhookEvents['payment.failed'],
  webhookEvents['refund.created'],
]);
