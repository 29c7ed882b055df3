import { ok, refuse } from '@lodging/kernel';
import type Stripe from 'stripe';
import type { RefundSnapshot } from '../../domain/refunds/apply-refund.ts';
import type { AccountRefund, ProviderAccount, ProviderClient, RefundParams } from '../../ports/provider.ts';
import { isDefiniteRefusal } from './errors.ts';
import { epochSeconds, onAccount, orUnavailable, PAGE_SIZE } from './requests.ts';
import type { StripeClients } from './sdk-clients.ts';
import { intentIdOf, toRefundSnapshot } from './snapshots.ts';

export type RefundCalls = Pick<ProviderClient, 'createRefund' | 'listRefunds' | 'listAccountRefunds'>;

/** More than any payment has. */
const MAX_OF_PAYMENT = 1_000;
/** The maximum of the SDK's automatic pagination. */
const MAX_OF_ACCOUNT = 10_000;

export function refundCalls(clients: StripeClients): RefundCalls {
  const list = (
    account: ProviderAccount,
    filter: Stripe.RefundListParams,
    limit: number,
  ): Promise<Stripe.Refund[]> => {
    const { refunds } = clients(account.livemode);
    const params = { ...filter, limit: PAGE_SIZE };
    return orUnavailable(() => refunds.list(params, onAccount(account)).autoPagingToArray({ limit }));
  };
  return {
    async createRefund(account, params) {
      const { refunds } = clients(account.livemode);
      const options = { ...onAccount(account), idempotencyKey: params.idempotencyKey };
      try {
        const refund = await orUnavailable(() => refunds.create(createParams(params), options));
        return ok(toRefundSnapshot(refund));
      } catch (error) {
        if (!isDefiniteRefusal(error)) throw error;
        return refuse('provider_refused', error.message);
      }
    },
    async listRefunds(account, intentId): Promise<RefundSnapshot[]> {
      return (await list(account, { payment_intent: intentId }, MAX_OF_PAYMENT)).map(toRefundSnapshot);
    },
    async listAccountRefunds(account, since): Promise<AccountRefund[]> {
      const found = await list(account, { created: { gte: epochSeconds(since) } }, MAX_OF_ACCOUNT);
      return found.flatMap((refund) => {
        const intentId = intentIdOf(refund);
        return intentId === null ? [] : [{ snapshot: toRefundSnapshot(refund), intentId }];
      });
    },
  };
}

function createParams(params: RefundParams): Stripe.RefundCreateParams {
  const { tenantId, reservationId, paymentId, refundId } = params;
  return {
    payment_intent: params.intentId,
    amount: Number(params.amountMinorUnits),
    metadata: { tenantId, reservationId, paymentId, refundId },
  };
}
