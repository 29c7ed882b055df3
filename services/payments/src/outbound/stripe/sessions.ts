import { ok, refuse } from '@lodging/kernel';
import type { Clock } from '@lodging/kernel';
import type Stripe from 'stripe';
import type {
  ProviderAccount,
  ProviderClient,
  ProviderSession,
  SessionParams,
} from '../../ports/provider.ts';
import { classifyRefusal } from './accounts.ts';
import { isDefiniteRefusal } from './errors.ts';
import { createdSince, epochSeconds, findFirst, onAccount, orUnavailable, wholeSeconds } from './requests.ts';
import type { StripeClients } from './sdk-clients.ts';
import { toSessionSnapshot } from './snapshots.ts';

/** Of a session whose stay has no name: it fits a room and any other resource. */
const PRODUCT_NAME = 'Stay';

export type SessionCalls = Pick<
  ProviderClient,
  'createSession' | 'readSession' | 'findSession' | 'expireSession'
>;

export function sessionCalls(clients: StripeClients, clock: Clock): SessionCalls {
  const sessionsOf = ({ livemode }: ProviderAccount) => clients(livemode).checkout.sessions;
  const toProviderSession = async (
    account: ProviderAccount,
    call: () => Promise<Stripe.Checkout.Session>,
  ): Promise<ProviderSession> => {
    const asOf = wholeSeconds(clock.now());
    const session = await orUnavailable(call);
    const snapshot = toSessionSnapshot(session, account.accountId, asOf);
    return { kind: 'session', snapshot, url: session.url };
  };
  const readSession = (account: ProviderAccount, sessionId: string): Promise<ProviderSession> =>
    toProviderSession(account, () => sessionsOf(account).retrieve(sessionId, {}, onAccount(account)));

  return {
    readSession,
    async createSession(account, params) {
      const options = { ...onAccount(account), idempotencyKey: params.idempotencyKey };
      try {
        const create = () => sessionsOf(account).create(createParams(params), options);
        return ok(await toProviderSession(account, create));
      } catch (error) {
        if (!isDefiniteRefusal(error)) throw error;
        return refuse(...(await classifyRefusal(clients(account.livemode), account, error)));
      }
    },
    async findSession(account, paymentId, since) {
      const found = await orUnavailable(() =>
        findFirst(
          sessionsOf(account).list(createdSince(since), onAccount(account)),
          (session) => session.metadata?.['paymentId'] === paymentId,
        ),
      );
      return found && readSession(account, found.id);
    },
    async expireSession(account, sessionId) {
      const expire = () => sessionsOf(account).expire(sessionId, {}, onAccount(account));
      try {
        // Without an idempotency key: a refused expiry would be replayed when it could succeed.
        return await toProviderSession(account, expire);
      } catch (error) {
        if (isDefiniteRefusal(error)) return readSession(account, sessionId);
        throw error;
      }
    },
  };
}

function createParams(params: SessionParams): Stripe.Checkout.SessionCreateParams {
  const { tenantId, reservationId, paymentId } = params;
  const metadata = { tenantId, reservationId, paymentId };
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    // Cards only: a payment method that is `processing` for days would outlive every hold.
    allowed_payment_method_types: ['card'],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: params.currency.toLowerCase(),
          unit_amount: Number(params.amountMinorUnits),
          product_data: { name: params.redirectUrls.productName ?? PRODUCT_NAME },
        },
      },
    ],
    client_reference_id: reservationId,
    metadata,
    payment_intent_data: { metadata },
    success_url: params.redirectUrls.successUrl,
    cancel_url: params.redirectUrls.cancelUrl,
    expires_at: epochSeconds(params.expiresAt),
  };
}
