import {
  createWebhookEndpoint,
  exampleEventId,
  webhookDelivery,
  webhookEventType,
} from '@lodging/contract-notifications';
import { paymentFacts, refundFacts } from '@lodging/contract-payments';
import { exampleConfirmed, reservationFacts } from '@lodging/contract-reservations';
import { exampleOf, timestamp, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { listPage, pageQuery } from './paging.ts';

/** The notifications service decides whether events may be posted to the address. */
export const webhookEndpointBody = createWebhookEndpoint.request.meta({
  id: 'NewWebhookEndpoint',
  description: 'Where to send events, and which.',
  example: {
    url: 'https://hooks.shop.example/lodging',
    eventTypes: ['reservation.created', 'reservation.confirmed', 'reservation.cancelled'],
  },
});

export const deliveryPage = listPage('deliveries', webhookDelivery, {
  id: 'WebhookDeliveryPage',
  description: 'A page of deliveries.',
});

export const eventsQuery = pageQuery.extend({
  type: webhookEventType.optional().meta({ description: 'Events of this type.' }),
  reservationId: uuid.optional().meta({ description: 'Events of this reservation.' }),
});

interface EventMetadata {
  id: string;
  description: string;
  /** Of the example. `object` is the example of the record where absent. */
  sequence: number;
  object?: unknown;
}

/** The object never holds guest data. */
function webhookEvent<const Type extends string, Record extends z.ZodType>(
  type: Type,
  record: Record,
  { id, description, sequence, object = exampleOf(record) }: EventMetadata,
) {
  return z
    .object({
      id: uuid.meta({
        description: 'The same on every delivery of the event: receivers recognise repeats by it.',
      }),
      type: z.literal(type),
      timestamp,
      apiVersion: z.literal('v1'),
      livemode: z.boolean(),
      sequence: z.int().min(0).meta({ description: 'Grows per reservation, over all event types.' }),
      data: z.object({ object: record }),
    })
    .meta({
      id,
      description,
      example: {
        id: exampleEventId,
        type,
        timestamp: '2027-05-03T09:05:00.000Z',
        apiVersion: 'v1',
        livemode: true,
        sequence,
        data: { object },
      },
    });
}

export const webhookEvents = {
  'reservation.created': webhookEvent('reservation.created', reservationFacts, {
    id: 'ReservationCreated',
    description: 'A hold or a booking was made.',
    sequence: 1,
  }),
  'reservation.confirmed': webhookEvent('reservation.confirmed', reservationFacts, {
    id: 'ReservationConfirmed',
    description: 'A reservation was confirmed, however it came about; once.',
    sequence: 3,
    object: exampleConfirmed,
  }),
  'reservation.cancelled': webhookEvent('reservation.cancelled', reservationFacts, {
    id: 'ReservationCancelled',
    description: 'A reservation was cancelled.',
    sequence: 4,
    object: { ...exampleConfirmed, state: 'cancelled' },
  }),
  'payment.succeeded': webhookEvent('payment.succeeded', paymentFacts, {
    id: 'PaymentSucceeded',
    description: 'A payment landed.',
    sequence: 2,
    object: { ...Object(exampleOf(paymentFacts)), state: 'succeeded' },
  }),
  'payment.failed': webhookEvent('payment.failed', paymentFacts, {
    id: 'PaymentFailed',
    description: 'A payment failed; its state is `requires_payment` where the guest can try again.',
    sequence: 2,
  }),
  'refund.created': webhookEvent('refund.created', refundFacts, {
    id: 'RefundCreated',
    description: 'A refund was made: by request, or by itself; `reason` says why.',
    sequence: 5,
  }),
  'refund.failed': webhookEvent('refund.failed', refundFacts, {
    id: 'RefundFailed',
    description: 'A refund that was made has failed at the bank: the money is still here.',
    sequence: 6,
    object: { ...Object(exampleOf(refundFacts)), state: 'failed' },
  }),
} as const;
export type WebhookEventType = keyof typeof webhookEvents;

/** An event in the log of events. */
export const anyWebhookEvent = z
  .discriminatedUnion('type', [
    webhookEvents['reservation.created'],
    webhookEvents['reservation.confirmed'],
    webhookEvents['reservation.cancelled'],
    webhookEvents['payment.succeeded'],
    webhookEvents['payment.failed'],
    webhookEvents['refund.created'],
    webhookEvents['refund.failed'],
  ])
  .meta({
    id: 'WebhookEvent',
    description: 'An event, as endpoints are sent it.',
    example: exampleOf(webhookEvents['reservation.created']),
  });

export const eventPage = listPage('events', anyWebhookEvent, {
  id: 'WebhookEventPage',
  description: 'A page of events.',
});
