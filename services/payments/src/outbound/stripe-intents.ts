import { ok, refuse } from '@lodging/kernel';
import type { Clock } from '@lodging/kernel';
import type Stripe from 'stripe';
import type { IntentOrder, Provider, ProviderIntent, ProviderAccount } from '../use-cases/ports.ts';
import { answered, firstOf, madeSince, on, wholeSeconds } from './stripe-calls.ts';
import type { StripeClientOf } from './stripe-clients.ts';
import { isDefiniteRefusal, isUnexpectedState } from './stripe-errors.ts';
import { whyRefused } from './stripe-accounts.ts';
import { intentReport } from './stripe-reports.ts';

export type IntentCalls = Pick<Provider, 'createIntent' | 'readIntent' | 'findIntent' | 'cancelIntent'>;

export function intentCalls(clientOf: StripeClientOf, clock: Clock): IntentCalls {
  const read = async (
    purse: ProviderAccount,
    call: () => Promise<Stripe.PaymentIntent>,
  ): Promise<ProviderIntent> => {
    const asOf = wholeSeconds(clock.now());
    const intent = await answered(call);
    return {
      kind: 'intent',
      report: intentReport(intent, purse.accountId, asOf),
      clientSecret: intent.client_secret,
    };
  };
  const readIntent = (purse: ProviderAccount, intentId: string): Promise<ProviderIntent> =>
    read(purse, () => clientOf(purse.livemode).paymentIntents.retrieve(intentId, {}, on(purse)));

  return {
    readIntent,
    async createIntent(purse, order) {
      const stripe = clientOf(purse.livemode);
      try {
        return ok(await read(purse, () => createIntent(stripe, purse, order)));
      } catch (error) {
        if (!isDefiniteRefusal(error)) throw error;
        return refuse(...(await whyRefused(stripe, purse, error)));
      }
    },
    async findIntent(purse, paymentId, since) {
      const { paymentIntents } = clientOf(purse.livemode);
      const found = await answered(() =>
        firstOf(
          paymentIntents.list(madeSince(since), on(purse)),
          (intent) => intent.metadata['paymentId'] === paymentId,
        ),
      );
      return found && readIntent(purse, found.id);
    },
    async cancelIntent(purse, intentId) {
      const { paymentIntents } = clientOf(purse.livemode);
      try {
        // No key of our own: a refused cancellation would be repeated under it when it might succeed.
        return await read(purse, () => paymentIntents.cancel(intentId, {}, on(purse)));
      } catch (error) {
        if (isUnexpectedState(error)) return readIntent(purse, intentId);
        throw error;
      }
    },
  };
}

function createIntent(
  stripe: Stripe,
  purse: ProviderAccount,
  order: IntentOrder,
): Promise<Stripe.PaymentIntent> {
  const { tenantId, reservationId, paymentId } = order;
  return stripe.paymentIntents.create(
    {
      amount: Number(order.amountMinorUnits),
      currency: order.currency.toLowerCase(),
      // Cards alone: a payment that stays `processing` for days would outlive every hold.
      allowed_payment_method_types: ['card'],
      metadata: { tenantId, reservationId, paymentId },
    },
    { ...on(purse), idempotencyKey: order.providerKey },
  );
}
