import { responseInfo } from '@lodging/client';
import { z } from 'zod';
import { id } from '../fields.ts';
import { keyOfQuote } from '../key-of-quote.ts';
import { money, moneyText, toMoney } from '../money.ts';
import { defineTool } from '../tool.ts';

export const hold = defineTool({
  name: 'hold',
  title: 'Hold a stay',
  description:
    'Takes the units of a quote off sale for 15 minutes. Costs nothing. A repeat with the same token returns the same ' +
    'hold. Next: send_code, or payment_link.',
  keys: 'any',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  input: z.object({
    signedQuoteToken: z.string().min(1).max(8_000),
    idempotencyKey: id
      .optional()
      .describe('Leave it out: it is derived from the token, so that a repeat makes no second hold.'),
  }),
  output: z.object({
    holdId: z.string(),
    reference: z.string().describe('The name of the booking for guests and staff.'),
    state: z.string(),
    from: z.string(),
    to: z.string(),
    total: money,
    expiresAt: z.string().nullable(),
    repeated: z.boolean().describe('An earlier call made this hold.'),
  }),
  async call({ signedQuoteToken, idempotencyKey }, { lodging, signal }) {
    const held = await lodging.holds.create(
      { signedQuoteToken },
      { idempotencyKey: idempotencyKey ?? keyOfQuote(signedQuoteToken), signal },
    );
    const total = toMoney(held.totalMinorUnits, held.currency);
    return {
      structured: {
        holdId: held.id,
        reference: held.reference,
        state: held.state,
        from: held.startsAt,
        to: held.endsAt,
        total,
        expiresAt: held.holdExpiresAt,
        repeated: responseInfo(held)?.replayed ?? false,
      },
      text: `Hold ${held.id} is ${held.state} until ${held.holdExpiresAt ?? 'cancelled'}. Total: ${moneyText(total)}.`,
    };
  },
});
