import { z } from 'zod';

export const webhookEventType = z
  .enum([
    'reservation.created',
    'reservation.confirmed',
    'reservation.cancelled',
    'reservation.expired',
    'reservation.checked_in',
    'reservation.checked_out',
    'reservation.no_show',
    'reservation.updated',
    'reservation.changed',
    'guest.erased',
    'payment.succeeded',
    'payment.failed',
    'payment.due',
    'refund.created',
    'refund.failed',
  ])
  .meta({ id: 'WebhookEventType', description: 'The event types of a subscription.' });
export type WebhookEventType = z.infer<typeof webhookEventType>;
