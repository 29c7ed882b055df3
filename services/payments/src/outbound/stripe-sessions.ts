import { ok, refuse } from '@lodging/kernel';
import type { Clock } from '@lodging/kernel';
import type Stripe from 'stripe';
import type { Provider, ProviderSession, ProviderAccount, SessionOrder } from '../use-cases/ports.ts';
import { whyRefused } from './stripe-accounts.ts';
import { answered, epochSeconds, firstOf, madeSince, on, wholeSeconds } from './stripe-calls.ts';
import type { StripeClientOf } from './stripe-clients.ts';
import { isDefiniteRefusal } from './stripe-errors.ts';
import { sessionReport } from './stripe-reports.ts';

/** What the guest reads on the page: neutral, since it is the same for a room and for anything else. */
const PRODUCT_NAME = 'Stay';

export type SessionCalls = Pick<Provider, 'createSession' | 'readSession' | 'findSession' | 'expireSession'>;

export function sessionCalls(clientOf: StripeClientOf, clock: Clock): SessionCalls {
  const read = async (
    purse: ProviderAccount,
    call: () => Promise<Stripe.Checkout.Session>,
  ): Promise<ProviderSession> => {
    const asOf = wholeSeconds(clock.now());
    const session = await answered(call);
    return { kind: 'session', report: sessionReport(session, purse.accountId, asOf), url: session.url };
  };
  const sessionsOf = (purse: ProviderAccount) => clientOf(purse.livemode).checkout.sessions;
  const readSession = (purse: ProviderAccount, sessionId: string): Promise<ProviderSession> =>
    read(purse, () => sessionsOf(purse).retrieve(sessionId, {}, on(purse)));

  return {
    readSession,
    async createSession(purse, order) {
      const options = { ...on(purse), idempotencyKey: order.providerKey };
      try {
        return ok(await read(purse, () => sessionsOf(purse).create(paramsOf(order), options)));
      } catch (error) {
        if (!isDefiniteRefusal(error)) throw error;
        return refuse(...(await whyRefused(clientOf(purse.livemode), purse, error)));
      }
    },
    async findSession(purse, paymentId, since) {
      const found = await answered(() =>
        firstOf(
          sessionsOf(purse).list(madeSince(since), on(purse)),
          (session) => session.metadata?.['paymentId'] === paymentId,
        ),
      );
      return found && readSession(purse, found.id);
    },
    async expireSession(purse, sessionId) {
      try {
        // No key of our own: a refused end would be repeated under it when it might succeed.
        return await read(purse, () => sessionsOf(purse).expire(sessionId, {}, on(purse)));
      } catch (error) {
        if (isDefiniteRefusal(error)) return readSession(purse, sessionId);
        throw error;
      }
    },
  };
}

function paramsOf(order: SessionOrder): Stripe.Checkout.SessionCreateParams {
  const { tenantId, reservationId, paymentId } = order;
  const metadata = { tenantId, reservationId, paymentId };
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    // Cards alone: a payment that stays `processing` for days would outlive every hold.
    allowed_payment_method_types: ['card'],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: order.currency.toLowerCase(),
          unit_amount: Number(order.amountMinorUnits),
          product_data: { name: PRODUCT_NAME },
        },
      },
    ],
    client_reference_id: reservationId,
    metadata,
    payment_intent_data: { metadata },
    success_url: order.returnTo.successUrl,
    cancel_url: order.returnTo.cancelUrl,
    expires_at: epochSeconds(order.expiresAt),
  };
}
