import {
  checkAccount,
  createRefund,
  endPayment,
  openCheckoutSession,
  openIntent,
  returnPayment,
  settlePayment,
} from '@lodging/contract-payments';
import { instantText, ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Bus } from '@lodging/kit-messaging';
import type { PaymentsClient, PaymentToOpen } from '../ports.ts';

/** Covers a request of payments to its provider. */
const PROVIDER = { timeoutMs: 12_000 };
/** A refund is not repeated, so its only answer gets longer than the provider's timeout. */
const REFUND = { timeoutMs: 15_000 };

export function createPaymentsClient(bus: Bus): PaymentsClient {
  return {
    checkAccount: async (ctx) => {
      const answer = await bus.request(checkAccount, {}, ctx, PROVIDER);
      return answer.ok ? ok(null) : answer;
    },
    openIntent: (ctx, { idempotencyKey, ...payment }) =>
      bus.request(openIntent, { ...toPaymentRequest(payment), idempotencyKey }, ctx, PROVIDER),
    openCheckout: (ctx, { successUrl, cancelUrl, ...payment }) =>
      bus.request(
        openCheckoutSession,
        { ...toPaymentRequest(payment), successUrl, cancelUrl },
        ctx,
        PROVIDER,
      ),
    refund: (ctx, reservationId, minorUnits) => {
      const amount = minorUnits === undefined ? {} : { amountMinorUnits: minorUnits.toString() };
      return bus.request(createRefund, { reservationId, ...amount }, ctx, REFUND);
    },
    settle: async (ctx, reservationId) =>
      valueOf(await bus.request(settlePayment, { reservationId }, ctx, PROVIDER)).state,
    end: async (ctx, reservationId) =>
      valueOf(await bus.request(endPayment, { reservationId }, ctx, PROVIDER)).outcome,
    returnPayment: async (ctx, reservationId, reason) => {
      valueOf(await bus.request(returnPayment, { reservationId, reason }, ctx, PROVIDER));
    },
  };
}

function toPaymentRequest({ reservationId, amount, until }: PaymentToOpen) {
  return {
    reservationId,
    amountMinorUnits: amount.minorUnits.toString(),
    currency: amount.currency,
    expiresAt: instantText(until),
  };
}

/** The contract of these operations has no refusals. */
function valueOf<T>(answer: Result<T>): T {
  if (answer.ok) return answer.value;
  throw new Error(`payments answered with an undeclared refusal: ${answer.refusal.code}`);
}
