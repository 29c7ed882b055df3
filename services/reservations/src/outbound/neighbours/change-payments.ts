import {
  cancelAttempt,
  openChangeIntent,
  openChangeSession,
  returnChangePayment,
  settleChange,
} from '@lodging/contract-payments';
import { instantText } from '@lodging/kernel';
import type { Bus } from '@lodging/kit-messaging';
import type { ChangePayment, PaymentsClient } from '../../ports/neighbours.ts';
import { PROVIDER, valueOf } from './payment-calls.ts';

type ChangePayments = Pick<
  PaymentsClient,
  'openChangeIntent' | 'openChangeSession' | 'cancelAttempt' | 'settleChange' | 'returnChangePayment'
>;

/** The money of changed stays. */
export function createChangePayments(bus: Bus): ChangePayments {
  return {
    openChangeIntent: (ctx, payment) => bus.request(openChangeIntent, toRequest(payment), ctx, PROVIDER),
    openChangeSession: (ctx, { successUrl, cancelUrl, productName, ...payment }) =>
      bus.request(
        openChangeSession,
        { ...toRequest(payment), successUrl, cancelUrl, productName },
        ctx,
        PROVIDER,
      ),
    cancelAttempt: async (ctx, attempt) =>
      valueOf(await bus.request(cancelAttempt, attempt, ctx, PROVIDER)).outcome,
    settleChange: async (ctx, { keepMinorUnits, offlineMinorUnits, ...change }) => {
      const amounts = {
        keepMinorUnits: keepMinorUnits.toString(),
        offlineMinorUnits: offlineMinorUnits.toString(),
      };
      return valueOf(await bus.request(settleChange, { ...change, ...amounts }, ctx, PROVIDER)).refunds;
    },
    returnChangePayment: async (ctx, change) => {
      valueOf(await bus.request(returnChangePayment, change, ctx, PROVIDER));
    },
  };
}

function toRequest({ reservationId, changeId, amount, expiresAt, byGuest }: ChangePayment) {
  return {
    reservationId,
    changeId,
    amountMinorUnits: amount.minorUnits.toString(),
    currency: amount.currency,
    expiresAt: instantText(expiresAt),
    byGuest,
  };
}
