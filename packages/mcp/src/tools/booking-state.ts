import { z } from 'zod';
import { id } from '../fields.ts';
import { money, moneyText, toMoney } from '../money.ts';
import { defineTool } from '../tool.ts';

export const bookingState = defineTool({
  name: 'booking_state',
  title: 'Read a booking',
  description: 'The state of a hold or booking and its money. Has no data of the guest.',
  keys: 'secret',
  annotations: { readOnlyHint: true },
  input: z.object({ bookingId: id.describe('`holdId` and `bookingId` are the same id.') }),
  output: z.object({
    bookingId: z.string(),
    reference: z.string().describe('The name of the booking for guests and staff.'),
    state: z.string(),
    version: z.number(),
    from: z.string(),
    to: z.string(),
    holdExpiresAt: z.string().nullable(),
    total: money,
    paid: money,
    refunded: money.describe('Refunded, or on its way to the guest.'),
    due: money.describe('What may be charged now.'),
  }),
  async call({ bookingId }, { lodging, signal }) {
    const [booking, payments] = await Promise.all([
      lodging.bookings.get(bookingId, { signal }),
      lodging.bookings.getPayments(bookingId, { signal }),
    ]);
    const { reference, state, version, startsAt: from, endsAt: to, holdExpiresAt } = booking;
    const amount = (minorUnits: string) => toMoney(minorUnits, booking.currency);
    const total = amount(booking.totalMinorUnits);
    const paid = amount(payments.collectedMinorUnits);
    const refunded = amount(payments.returnedMinorUnits);
    const due = amount(payments.dueMinorUnits);
    return {
      structured: {
        bookingId,
        reference,
        state,
        version,
        from,
        to,
        holdExpiresAt,
        total,
        paid,
        refunded,
        due,
      },
      text: `Booking ${reference} (${bookingId}) is ${state}: ${moneyText(paid)} of ${moneyText(total)} paid, ${moneyText(refunded)} refunded.`,
    };
  },
});
