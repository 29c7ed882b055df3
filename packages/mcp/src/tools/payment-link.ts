import { z } from 'zod';
import { id } from '../fields.ts';
import { money, moneyText, toMoney } from '../money.ts';
import { ToolRefusal } from '../refusal.ts';
import { defineTool } from '../tool.ts';

const url = z.url({ protocol: /^https?$/ }).max(2_000);

export const paymentLink = defineTool({
  name: 'payment_link',
  title: 'Open a payment page',
  description:
    'Opens a payment page of the provider for a hold. The guest pays there, with a card that no tool ever sees. Use it ' +
    'only after the guest has agreed to the price and the terms of cancellation of the quote.',
  keys: 'any',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  input: z.object({
    holdId: id,
    confirm: z.literal(true).describe('The guest has agreed to the price and the terms of cancellation.'),
    successUrl: url.optional().describe('Where the page sends the guest after the payment.'),
    cancelUrl: url.optional().describe('Where the page sends a guest who does not pay.'),
  }),
  output: z.object({ url: z.string(), price: money, expiresAt: z.string() }),
  async call({ holdId, successUrl, cancelUrl }, { lodging, returnUrl, signal }) {
    const [success, cancel] = [successUrl ?? returnUrl, cancelUrl ?? returnUrl];
    if (success === undefined || cancel === undefined)
      throw new ToolRefusal(
        'return_url_required',
        'The server has no return URL.',
        'Send `successUrl` and `cancelUrl`, of an origin that the hotel has allowed for payments.',
      );
    const session = await lodging.holds.createCheckoutSession(
      holdId,
      { successUrl: success, cancelUrl: cancel },
      { signal },
    );
    const price = toMoney(session.amountMinorUnits, session.currency);
    return {
      structured: { url: session.url, price, expiresAt: session.expiresAt },
      text: `The guest pays ${moneyText(price)} at ${session.url} until ${session.expiresAt}.`,
    };
  },
});
