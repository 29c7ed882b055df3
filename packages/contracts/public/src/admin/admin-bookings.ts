import { lostPayment, parkedNotification } from '@lodging/contract-payments';
import { text, traceEntry, tracedBooking } from '@lodging/contract-wire';
import { z } from 'zod';
import { unreachableService } from './admin-ops.ts';

export const adminBooking = tracedBooking;
export type AdminBooking = z.infer<typeof adminBooking>;

/** Oldest first. */
export const bookingTimeline = z.object({
  booking: tracedBooking,
  entries: z.array(traceEntry.extend({ service: z.string() })),
  unreachable: z.array(unreachableService),
});
export type BookingTimeline = z.infer<typeof bookingTimeline>;

export const lostPaymentList = z.object({ lostPayments: z.array(lostPayment) });
export type LostPaymentList = z.infer<typeof lostPaymentList>;

export const parkedNotificationList = z.object({ parkedNotifications: z.array(parkedNotification) });
export const parkedNotificationResponse = parkedNotification;
export const parkedDismissalBody = z.strictObject({
  eventId: text({ min: 1, max: 255 }),
  reason: text({ min: 1, max: 500 }),
});
