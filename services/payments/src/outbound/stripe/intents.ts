import { isUuid, ok, refuse } from '@lodging/kernel';
import type { Clock } from '@lodging/kernel';
import type Stripe from 'stripe';
import type {
  IntentParams,
  PaidIntent,
  ProviderAccount,
  ProviderClient,
  ProviderIntent,
} from '../../ports/provider.ts';
import { classifyRefusal } from './accounts.ts';
import { isDefiniteRefusal, isUnexpectedState } from './errors.ts';
import {
  createdSince,
  epochSeconds,
  findFirst,
  onAccount,
  PAGE_SIZE,
  orUnavailable,
  wholeSeconds,
} from './requests.ts';
import type { StripeClients } from './sdk-clients.ts';
import { toIntentSnapshot } from './snapshots.ts';

export type IntentCalls = Pick<ProviderClient, 'createIntent' | 'readIntent' | 'findIntent' | 'cancelIntent'>;

/** The maximum of the SDK's automatic pagination. */
const MAX_OF_ACCOUNT = 10_000;

export function intentCalls(clients: StripeClients, clock: Clock): IntentCalls {
  const intentsOf = ({ livemode }: ProviderAccount) => clients(livemode).paymentIntents;
  const toProviderIntent = async (
    account: ProviderAccount,
    call: () => Promise<Stripe.PaymentIntent>,
  ): Promise<ProviderIntent> => {
    const asOf = wholeSeconds(clock.now());
    const intent = await orUnavailable(call);
    const snapshot = toIntentSnapshot(intent, account.accountId, asOf);
    return { kind: 'intent', snapshot, clientSecret: intent.client_secret };
  };
  const readIntent = (account: ProviderAccount, intentId: string): Promise<ProviderIntent> =>
    toProviderIntent(account, () => intentsOf(account).retrieve(intentId, {}, onAccount(account)));

  return {
    readIntent,
    async createIntent(account, params) {
      const options = { ...onAccount(account), idempotencyKey: params.idempotencyKey };
      try {
        const create = () => intentsOf(account).create(createParams(params), options);
        return ok(await toProviderIntent(account, create));
      } catch (error) {
        if (!isDefiniteRefusal(error)) throw error;
        return refuse(...(await classifyRefusal(clients(account.livemode), account, error)));
      }
    },
    async findIntent(account, paymentId, since) {
      const found = await orUnavailable(() =>
        findFirst(
          intentsOf(account).list(createdSince(since), onAccount(account)),
          (intent) => intent.metadata['paymentId'] === paymentId,
        ),
      );
      return found && readIntent(account, found.id);
    },
    async cancelIntent(account, intentId) {
      const cancel = () => intentsOf(account).cancel(intentId, {}, onAccount(account));
      try {
        // Without an idempotency key: a refused cancellation would be replayed when it could succeed.
        return await toProviderIntent(account, cancel);
      } catch (error) {
        if (isUnexpectedState(error)) return readIntent(account, intentId);
        throw error;
      }
    },
  };
}

function createParams(params: IntentParams): Stripe.PaymentIntentCreateParams {
  const { tenantId, reservationId, paymentId } = params;
  return {
    amount: Number(params.amountMinorUnits),
    currency: params.currency.toLowerCase(),
    // Cards only: a payment method that is `processing` for days would outlive every hold.
    allowed_payment_method_types: ['card'],
    metadata: { tenantId, reservationId, paymentId },
  };
}

export function paidIntentCalls(clients: StripeClients): Pick<ProviderClient, 'listPaidIntents'> {
  return {
    async listPaidIntents(account, since) {
      const params = {
        created: { gte: epochSeconds(since) },
        limit: PAGE_SIZE,
        expand: ['data.latest_charge'],
      };
      const list = () => clients(account.livemode).paymentIntents.list(params, onAccount(account));
      const found = await orUnavailable(() => list().autoPagingToArray({ limit: MAX_OF_ACCOUNT }));
      return found.flatMap((intent): PaidIntent[] => {
        const { tenantId = null, paymentId, reservationId = null } = intent.metadata;
        if (intent.status !== 'succeeded' || paymentId === undefined || !isUuid(paymentId)) return [];
        if (isRefunded(intent)) return [];
        const createdAt = Temporal.Instant.fromEpochMilliseconds(intent.created * 1000);
        const snapshot = toIntentSnapshot(intent, account.accountId, createdAt);
        return [{ snapshot, references: { tenantId, paymentId, refundId: null, reservationId }, createdAt }];
      });
    },
  };
}

/** In full: the intent itself stays succeeded. */
function isRefunded({ latest_charge: charge }: Stripe.PaymentIntent): boolean {
  return typeof charge === 'object' && charge?.refunded === true;
}
