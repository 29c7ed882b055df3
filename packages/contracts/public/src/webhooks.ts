import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deliveryStatus,
  exampleEventId,
  webhookDelivery,
  webhookEventType,
} from '@lodging/contract-notifications';
import { paymentFacts, refundFacts } from '@lodging/contract-payments';
import {
  cancelledFacts,
  changedField,
  duePayment,
  erasedGuest,
  exampleConfirmed,
  reservationFacts,
  stayOfChange,
} from '@lodging/contract-reservations';
import { exampleOf, instant, listOf, timestamp, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { listPage, pageQuery } from './paging.ts';

/** The notifications service decides whether events may be posted to the address. */
export const webhookEndpointBody = createWebhookEndpoint.request.meta({
  id: 'NewWebhookEndpoint',
  description: 'The address and event types of an endpoint.',
  example: {
    url: 'https://hooks.shop.example/lodging',
    eventTypes: ['reservation.created', 'reservation.confirmed', 'reservation.cancelled'],
  },
});

const { webhookEndpointId: _id, ...endpointChanges } = changeWebhookEndpoint.request.shape;
const CHANGES = Object.keys(endpointChanges) as (keyof typeof endpointChanges)[];

export const webhookEndpointChangesBody = z
  .object(endpointChanges)
  .refine((body) => CHANGES.some((name) => body[name] !== undefined), 'must change something')
  .meta({
    id: 'WebhookEndpointChanges',
    description: 'The fields to change.',
    example: { enabled: true },
  });

export const deliveriesQuery = pageQuery.extend({
  status: deliveryStatus.optional().meta({ description: 'Deliveries with this status.' }),
});

export const deliveryPage = listPage('deliveries', webhookDelivery, {
  id: 'WebhookDeliveryPage',
  description: 'A page of deliveries.',
});

export const eventsQuery = pageQuery.extend({
  type: webhookEventType.optional().meta({ description: 'Events of this type.' }),
  reservationId: uuid.optional().meta({ description: 'Events of this reservation.' }),
  from: instant.optional().meta({ description: 'Events whose `timestamp` is this time or later.' }),
  to: instant.optional().meta({ description: 'Events whose `timestamp` is before this time.' }),
  order: z.enum(['asc', 'desc']).optional().meta({ description: '`desc`: newest first.' }),
});

interface EventMetadata {
  id: string;
  description: string;
  /** Of the example. `object` is the example of the record where absent. */
  sequence: number;
  object?: unknown;
  /** Fields beside the object, with their example. */
  more?: { readonly shape: z.ZodRawShape; readonly example: object };
}

/** The object never holds guest data. */
function webhookEvent<const Type extends string, Record extends z.ZodType>(
  type: Type,
  record: Record,
  { id, description, sequence, object = exampleOf(record), more }: EventMetadata,
) {
  return z
    .object({
      id: uuid.meta({
        description: 'The same for every delivery of the event. Use it to deduplicate.',
      }),
      type: z.literal(type),
      timestamp,
      apiVersion: z.literal('v1'),
      livemode: z.boolean(),
      sequence: z.int().min(0).meta({ description: 'Increases per reservation, over all event types.' }),
      data: z.object({ object: record, ...more?.shape }),
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
        data: { object, ...more?.example },
      },
    });
}

export const webhookEvents = {
  'reservation.created': webhookEvent('reservation.created', reservationFacts, {
    id: 'ReservationCreated',
    description: 'A hold or a booking was created.',
    sequence: 1,
  }),
  'reservation.confirmed': webhookEvent('reservation.confirmed', reservationFacts, {
    id: 'ReservationConfirmed',
    description: 'A reservation was confirmed. Sent once.',
    sequence: 3,
    object: exampleConfirmed,
  }),
  'reservation.cancelled': webhookEvent('reservation.cancelled', cancelledFacts, {
    id: 'ReservationCancelled',
    description:
      'A reservation was cancelled. `cancellation` has the retained amount if a policy or penalty applied; refund ' +
      'and amount due are known once the settlement is complete.',
    sequence: 4,
    object: { ...exampleConfirmed, state: 'cancelled' },
  }),
  'reservation.expired': webhookEvent('reservation.expired', reservationFacts, {
    id: 'ReservationExpired',
    description: 'A hold expired unpaid, and its units are released.',
    sequence: 2,
    object: { ...Object(exampleOf(reservationFacts)), state: 'expired', version: 2 },
  }),
  'reservation.checked_in': webhookEvent('reservation.checked_in', reservationFacts, {
    id: 'ReservationCheckedIn',
    description: 'The guests have arrived.',
    sequence: 4,
    object: { ...exampleConfirmed, state: 'checked_in', version: 3 },
  }),
  'reservation.checked_out': webhookEvent('reservation.checked_out', reservationFacts, {
    id: 'ReservationCheckedOut',
    description: 'The guests have left.',
    sequence: 5,
    object: { ...exampleConfirmed, state: 'checked_out', version: 4 },
  }),
  'reservation.no_show': webhookEvent('reservation.no_show', reservationFacts, {
    id: 'ReservationNoShow',
    description: 'The guests did not come, and the nights are free.',
    sequence: 4,
    object: { ...exampleConfirmed, state: 'no_show', version: 3 },
  }),
  'reservation.updated': webhookEvent('reservation.updated', reservationFacts, {
    id: 'ReservationUpdated',
    description: 'Fields of a booking were changed with PATCH; `changes` are their names.',
    sequence: 4,
    object: { ...exampleConfirmed, version: 3 },
    more: {
      shape: {
        changes: listOf(z.string(), 50).meta({
          description: 'Guest data and notes are named without values.',
        }),
      },
      example: { changes: ['externalReference', 'notes'] },
    },
  }),
  'reservation.changed': webhookEvent('reservation.changed', reservationFacts, {
    id: 'ReservationChanged',
    description: 'Dates, room, plan, party or units of a stay were changed; `previous` is the stay before.',
    sequence: 4,
    object: { ...exampleConfirmed, version: 3 },
    more: {
      shape: {
        previous: stayOfChange,
        changes: listOf(changedField, 20).meta({ description: 'The fields that differ.' }),
      },
      example: { previous: exampleOf(stayOfChange), changes: ['to', 'totalMinorUnits'] },
    },
  }),
  'guest.erased': webhookEvent('guest.erased', erasedGuest, {
    id: 'GuestErased',
    description:
      'A guest was erased: delete your copies of the data, too. It belongs to no reservation, so its `sequence` is 0.',
    sequence: 0,
  }),
  'payment.succeeded': webhookEvent('payment.succeeded', paymentFacts, {
    id: 'PaymentSucceeded',
    description: 'A payment succeeded.',
    sequence: 2,
    object: { ...Object(exampleOf(paymentFacts)), state: 'succeeded' },
  }),
  'payment.failed': webhookEvent('payment.failed', paymentFacts, {
    id: 'PaymentFailed',
    description: 'A payment failed; its state is `requires_payment` if the guest can try again.',
    sequence: 2,
  }),
  'payment.due': webhookEvent('payment.due', duePayment, {
    id: 'PaymentDue',
    description: 'A later part of the price is due. Sent once, unless it is already paid.',
    sequence: 4,
  }),
  'refund.created': webhookEvent('refund.created', refundFacts, {
    id: 'RefundCreated',
    description: 'A refund was created, on request or automatically; see `reason`.',
    sequence: 5,
  }),
  'refund.failed': webhookEvent('refund.failed', refundFacts, {
    id: 'RefundFailed',
    description: 'A completed refund has failed at the bank; the amount is still held.',
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
    webhookEvents['reservation.expired'],
    webhookEvents['reservation.checked_in'],
    webhookEvents['reservation.checked_out'],
    webhookEvents['reservation.no_show'],
    webhookEvents['reservation.updated'],
    webhookEvents['reservation.changed'],
    webhookEvents['guest.erased'],
    webhookEvents['payment.succeeded'],
    webhookEvents['payment.failed'],
    webhookEvents['payment.due'],
    webhookEvents['refund.created'],
    webhookEvents['refund.failed'],
  ])
  .meta({
    id: 'WebhookEvent',
    description: 'An event as sent to endpoints.',
    example: exampleOf(webhookEvents['reservation.created']),
  });

export const eventPage = listPage('events', anyWebhookEvent, {
  id: 'WebhookEventPage',
  description: 'A page of events.',
});
