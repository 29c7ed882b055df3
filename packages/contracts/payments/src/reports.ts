import { currency, instant, minorUnits, rpc, text, uuid } from '@lodging/contract-wire';
import { z } from 'zod';

const context = 'payments';

/** What moved from one moment up to, not including, another, over all reservations: by the time at which money moved. */
export const summarizeMoney = rpc({
  context,
  name: 'summarize-money',
  request: z.object({ from: instant, to: instant }),
  response: z.object({
    totals: z.array(
      z.object({
        currency,
        collectedMinorUnits: minorUnits,
        returnedMinorUnits: minorUnits,
      }),
    ),
  }),
  refusals: [],
  idempotent: true,
  calledFor: ['reservations.v1.summarize-period'],
});

/** Paid at the provider, and unknown here: the database was set back to before it. */
export const lostPayment = z.object({
  intentId: z.string(),
  accountId: z.string(),
  livemode: z.boolean(),
  tenantId: uuid,
  paymentId: uuid,
  /** Null where the provider's copy of it names none. */
  reservationId: uuid.nullable(),
  amountMinorUnits: minorUnits,
  currency,
  paidAt: z.string(),
  foundAt: z.string(),
});
export type LostPayment = z.infer<typeof lostPayment>;

/** Oldest first, at most 1,000, of all tenants. */
export const listLostPayments = rpc({
  context,
  name: 'list-lost-payments',
  request: z.object({}),
  response: z.object({ lostPayments: z.array(lostPayment) }),
  refusals: [],
  idempotent: true,
  platformOnly: true,
});

/** A signed notification of the provider that fits no stored payment; it has no effect, and waits for an operator. */
export const parkedNotification = z.object({
  eventId: z.string(),
  accountId: z.string(),
  /** Null where it names none. */
  livemode: z.boolean().nullable(),
  type: z.string(),
  reason: z.string(),
  /** Null where the notification is about something else than a payment. */
  intentId: z.string().nullable(),
  parkedAt: z.string(),
});
export type ParkedNotification = z.infer<typeof parkedNotification>;

/** Those that wait, oldest first, at most 1,000, of all tenants. */
export const listParkedNotifications = rpc({
  context,
  name: 'list-parked-notifications',
  request: z.object({}),
  response: z.object({ parkedNotifications: z.array(parkedNotification) }),
  refusals: [],
  idempotent: true,
  platformOnly: true,
});

/** Ends the wait for an operator. The notification is kept, and still has no effect. */
export const dismissParkedNotification = rpc({
  context,
  name: 'dismiss-parked-notification',
  request: z.object({ eventId: text({ min: 1, max: 255 }), reason: text({ min: 1, max: 500 }) }),
  response: parkedNotification,
  refusals: ['parked_notification_not_found'],
  idempotent: false,
  platformOnly: true,
});
