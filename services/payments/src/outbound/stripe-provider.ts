// Owns every call to the payment provider: direct charges on the tenant's connected account, by the real SDK.
import { ok, refuse } from '@lodging/kernel';
import type { Clock, Result } from '@lodging/kernel';
import type Stripe from 'stripe';
import type {
  IntentOrder,
  Provider,
  ProviderIntent,
  ProviderRefusal,
  Purse,
  RefundOrder,
} from '../use-cases/ports.ts';
import type { StripeClientOf } from './stripe-clients.ts';
import { asUnavailable, blamesAccount, isDefiniteRefusal, isUnexpectedState } from './stripe-errors.ts';
import { intentReport, refundReport } from './stripe-reports.ts';

/** Newest first, so an intent that was made a moment ago is on the first page. */
const PAGE = 100;
const LOOK_AT_MOST = 1_000;
/** Our clock and the provider's may differ. */
const CLOCK_SKEW_SECONDS = 600;

export function stripeProvider(clientOf: StripeClientOf, clock: Clock): Provider {
  const read = async (purse: Purse, call: () => Promise<Stripe.PaymentIntent>): Promise<ProviderIntent> => {
    const asOf = wholeSeconds(clock.now());
    const intent = await answered(call);
    return { report: intentReport(intent, purse.accountId, asOf), clientSecret: intent.client_secret };
  };
  const readIntent = (purse: Purse, intentId: string): Promise<ProviderIntent> =>
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
      const gte = Math.floor(since.epochMilliseconds / 1000) - CLOCK_SKEW_SECONDS;
      const found = await answered(() =>
        firstOf(
          paymentIntents.list({ created: { gte }, limit: PAGE }, on(purse)),
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
    createRefund: (purse, order) => createRefund(clientOf(purse.livemode), purse, order),
    async listRefunds(purse, intentId) {
      const { refunds } = clientOf(purse.livemode);
      const options = { payment_intent: intentId, limit: PAGE };
      const found = await answered(() =>
        refunds.list(options, on(purse)).autoPagingToArray({ limit: LOOK_AT_MOST }),
      );
      return found.map(refundReport);
    },
  };
}

function createIntent(stripe: Stripe, purse: Purse, order: IntentOrder): Promise<Stripe.PaymentIntent> {
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

async function createRefund(
  stripe: Stripe,
  purse: Purse,
  order: RefundOrder,
): Promise<Result<ReturnType<typeof refundReport>, ProviderRefusal>> {
  const { tenantId, reservationId, paymentId, refundId } = order;
  const params = {
    payment_intent: order.intentId,
    amount: Number(order.amountMinorUnits),
    metadata: { tenantId, reservationId, paymentId, refundId },
  };
  try {
    const options = { ...on(purse), idempotencyKey: order.providerKey };
    return ok(refundReport(await answered(() => stripe.refunds.create(params, options))));
  } catch (error) {
    if (!isDefiniteRefusal(error)) throw error;
    return refuse('provider_refused', error.message);
  }
}

/** The provider's words for an account that cannot charge carry no code, so the account itself is asked. */
async function whyRefused(
  stripe: Stripe,
  purse: Purse,
  error: Stripe.errors.StripeError,
): Promise<[ProviderRefusal['code'], string]> {
  if (blamesAccount(error)) return ['account_cannot_charge', error.message];
  const account = await stripe.accounts.retrieve(purse.accountId).catch(() => undefined);
  return [account?.charges_enabled === false ? 'account_cannot_charge' : 'provider_refused', error.message];
}

function on({ accountId }: Purse): { stripeAccount: string } {
  return { stripeAccount: accountId };
}

async function answered<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw asUnavailable(error);
  }
}

async function firstOf<T>(list: AsyncIterable<T>, fits: (item: T) => boolean): Promise<T | undefined> {
  let looked = 0;
  for await (const item of list) {
    if (fits(item)) return item;
    looked += 1;
    if (looked >= LOOK_AT_MOST) return undefined;
  }
  return undefined;
}

/** The provider dates its events by whole seconds; what is read is dated alike, so that the two compare. */
function wholeSeconds(instant: Temporal.Instant): Temporal.Instant {
  return instant.round({ smallestUnit: 'second', roundingMode: 'floor' });
}
