import { ok, refuse } from '@lodging/kernel';
import type Stripe from 'stripe';
import type { RefundReport } from '../domain/observe-refund.ts';
import type { AccountRefund, Provider, ProviderAccount, RefundOrder } from '../use-cases/ports.ts';
import { answered, epochSeconds, on, PAGE } from './stripe-calls.ts';
import type { StripeClientOf } from './stripe-clients.ts';
import { isDefiniteRefusal } from './stripe-errors.ts';
import { refundReport } from './stripe-reports.ts';

export type RefundCalls = Pick<Provider, 'createRefund' | 'listRefunds' | 'listAccountRefunds'>;

/** More than any payment has. */
const OF_ONE_PAYMENT = 1_000;
/** The largest that the SDK gathers at once. */
const OF_ONE_ACCOUNT = 10_000;

export function refundCalls(clientOf: StripeClientOf): RefundCalls {
  const list = (
    purse: ProviderAccount,
    params: Stripe.RefundListParams,
    limit: number,
  ): Promise<Stripe.Refund[]> => {
    const { refunds } = clientOf(purse.livemode);
    const wanted = { ...params, limit: PAGE };
    return answered(() => refunds.list(wanted, on(purse)).autoPagingToArray({ limit }));
  };
  return {
    async createRefund(purse, order) {
      const options = { ...on(purse), idempotencyKey: order.providerKey };
      try {
        const { refunds } = clientOf(purse.livemode);
        return ok(refundReport(await answered(() => refunds.create(paramsOf(order), options))));
      } catch (error) {
        if (!isDefiniteRefusal(error)) throw error;
        return refuse('provider_refused', error.message);
      }
    },
    async listRefunds(purse, intentId): Promise<RefundReport[]> {
      return (await list(purse, { payment_intent: intentId }, OF_ONE_PAYMENT)).map(refundReport);
    },
    async listAccountRefunds(purse, since): Promise<AccountRefund[]> {
      const found = await list(purse, { created: { gte: epochSeconds(since) } }, OF_ONE_ACCOUNT);
      return found.flatMap((refund) => {
        const intentId = intentOf(refund);
        return intentId === null ? [] : [{ report: refundReport(refund), intentId }];
      });
    },
  };
}

function paramsOf(order: RefundOrder): Stripe.RefundCreateParams {
  const { tenantId, reservationId, paymentId, refundId } = order;
  return {
    payment_intent: order.intentId,
    amount: Number(order.amountMinorUnits),
    metadata: { tenantId, reservationId, paymentId, refundId },
  };
}

function intentOf({ payment_intent: intent }: Stripe.Refund): string | null {
  return typeof intent === 'string' ? intent : (intent?.id ?? null);
}
