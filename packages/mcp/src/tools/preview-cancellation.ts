import { z } from 'zod';
import { id } from '../fields.ts';
import { money, moneyText, toMoneyOrNull } from '../money.ts';
import { defineTool } from '../tool.ts';

export const previewCancellation = defineTool({
  name: 'preview_cancellation',
  title: 'Preview a cancellation',
  description:
    'What cancelling a booking would cost and refund now. Changes nothing. Show it to the guest before cancel_booking.',
  keys: 'secret',
  annotations: { readOnlyHint: true },
  input: z.object({ bookingId: id }),
  output: z.object({
    possible: z.boolean(),
    state: z.string(),
    version: z.number().describe('Send it to cancel_booking.'),
    refund: money.nullable().describe('Null: no policy decides, and nothing is refunded without a request.'),
    penalty: money.nullable(),
    due: money.nullable().describe('What is missing of the penalty.'),
    validUntil: z.string().nullable().describe('When the amounts change; null: not any more.'),
  }),
  async call({ bookingId }, { lodging, signal }) {
    const [preview, { currency }] = await Promise.all([
      lodging.bookings.previewCancellation(bookingId, { signal }),
      lodging.bookings.get(bookingId, { signal }),
    ]);
    const { legal, from: state, version, validUntil } = preview;
    const refund = toMoneyOrNull(preview.refundMinorUnits, currency);
    const penalty = toMoneyOrNull(preview.penaltyMinorUnits, currency);
    const due = toMoneyOrNull(preview.dueMinorUnits, currency);
    const terms =
      refund === null || penalty === null
        ? 'No policy decides: nothing is refunded without a request.'
        : `${moneyText(penalty)} fee, ${moneyText(refund)} refunded.`;
    return {
      structured: { possible: legal, state, version, refund, penalty, due, validUntil },
      text: legal ? `${terms} Version ${version}.` : `The booking is ${state} and cannot be cancelled.`,
    };
  },
});
