import { z } from 'zod';
import { id } from '../fields.ts';
import { money, moneyText, toMoney } from '../money.ts';
import { defineTool } from '../tool.ts';

export const confirmStay = defineTool({
  name: 'confirm_stay',
  title: 'Confirm a paid stay',
  description:
    'Confirms a hold that is paid, for a guest whose code was verified. `payment_required` means that the guest has not ' +
    'paid yet. A repeat returns the same stay.',
  keys: 'any',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  input: z.object({
    holdId: id,
    guestVerificationToken: z.string().min(1).max(4_000),
    confirm: z.literal(true).describe('The guest wants the stay on the terms of the quote.'),
  }),
  output: z.object({
    bookingId: z.string(),
    state: z.string(),
    from: z.string(),
    to: z.string(),
    total: money,
  }),
  async call({ holdId, guestVerificationToken }, { lodging, signal }) {
    const stay = await lodging.holds.confirm(holdId, { guestVerificationToken }, { signal });
    const total = toMoney(stay.totalMinorUnits, stay.currency);
    const { id: bookingId, state, startsAt: from, endsAt: to } = stay;
    return {
      structured: { bookingId, state, from, to, total },
      text: `Booking ${bookingId} is ${state}: ${from} to ${to}, ${moneyText(total)}.`,
    };
  },
});
