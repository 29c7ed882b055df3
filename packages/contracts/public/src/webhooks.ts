// Owns what a webhook endpoint is sent: one body for every event, with the record it is about inside.
import { paymentFacts, refund } from '@lodging/contract-payments';
import { reservationFacts } from '@lodging/contract-reservations';
import { uuid } from '@lodging/contract-wire';
import { z } from 'zod';

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
