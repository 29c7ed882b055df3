import { bill, scheduledPayments } from '@lodging/contract-inventory';
import { paymentPurpose, paymentState } from '@lodging/contract-payments';
import {
  currency,
  listOf,
  minorUnits,
  positiveInteger,
  rpc,
  shownTranslations,
  timestamp,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { bookingCancellation } from '../cancellation-records.ts';
import { reservationState } from '../states.ts';

const context = 'reservations';

/** A mail reports the newest ones. */
const NEWEST = 50;

export const mailFacts = z.object({
  reservationId: uuid,
  /** Null where bookings have none yet. */
  reference: z.string().nullable(),
  state: reservationState,
  version: z.int(),
  wasConfirmed: z.boolean(),
  guest: z.object({
    email: z.string().nullable(),
    name: z.string().nullable(),
    language: z.string().nullable(),
    erased: z.boolean(),
  }),
  /** The name of the resource; null where inventory does not know it. */
  room: z.string().nullable(),
  roomTranslations: shownTranslations,
  isLodging: z.boolean(),
  startsAt: timestamp,
  endsAt: timestamp,
  timeZone: z.string(),
  quantity: z.int(),
  adults: z.int().nullable(),
  children: z.int(),
  currency,
  totalMinorUnits: minorUnits,
  bill: bill.nullable(),
  schedule: scheduledPayments,
  money: z.object({
    collectedMinorUnits: minorUnits,
    returnedMinorUnits: minorUnits,
    dueMinorUnits: minorUnits,
    payments: listOf(
      z.object({
        providerPaymentIntentId: z.string().nullable(),
        purpose: paymentPurpose,
        amountMinorUnits: minorUnits,
        state: paymentState,
      }),
      NEWEST,
    ),
    refunds: listOf(
      z.object({ id: uuid, amountMinorUnits: minorUnits, state: z.enum(['pending', 'succeeded', 'failed']) }),
      NEWEST,
    ),
  }),
  /** What cancelling costs from now on; null without a policy, and once it cannot be cancelled. */
  terms: z
    .object({
      timeline: listOf(z.object({ until: timestamp.nullable(), penaltyMinorUnits: minorUnits }), NEWEST),
      noShowPenaltyMinorUnits: minorUnits,
    })
    .nullable(),
  cancellation: bookingCancellation.nullable(),
  /** Of the page where the guest manages the stay; null where there is none. */
  manageToken: z.string().nullable(),
});
export type MailFacts = z.infer<typeof mailFacts>;

/** What a mail to the guest says, at the time of writing. */
export const readMailFacts = rpc({
  context,
  name: 'read-mail-facts',
  request: z.object({ reservationId: uuid }),
  response: mailFacts,
  refusals: ['booking_not_found'],
  idempotent: true,
  calledBy: ['notifications'],
});

const position = z.object({ startsAt: z.string(), id: uuid });

/**
 * The confirmed stays whose reminder falls after one moment and not after another. It falls at 10:00, local, `daysBefore` the
 * arrival. A stay that was confirmed afterwards has none.
 */
export const listDueReminders = rpc({
  context,
  name: 'list-due-reminders',
  request: z.object({
    after: timestamp,
    until: timestamp,
    daysBefore: positiveInteger,
    limit: z.int().min(1).max(500),
    position: position.nullable(),
  }),
  response: z.object({
    reminders: z.array(z.object({ reservationId: uuid, version: z.int(), arrivalDate: z.string() })),
    next: position.nullable(),
  }),
  refusals: [],
  idempotent: true,
  calledBy: ['notifications'],
});
