import type { PaymentHandle, Refund as WireRefund } from '@lodging/contract-payments';
import type { Refund } from '../domain/refund.ts';
import type { Handle, OpenedIntent } from '../use-cases/open-intent.ts';
import type { SettledPayment } from '../use-cases/settle-payment.ts';

export function wireOpened({ handle, outcome }: OpenedIntent) {
  return { handle: wireHandle(handle), outcome };
}

function wireHandle(handle: Handle): PaymentHandle {
  return {
    reservationId: handle.reservationId,
    providerPaymentIntentId: handle.intentId,
    clientSecret: handle.clientSecret,
    amountMinorUnits: handle.amountMinorUnits.toString(),
    currency: handle.currency,
    state: handle.state,
  };
}

export function wireSettled({ state, amountMinorUnits, currency }: SettledPayment) {
  return { state, amountMinorUnits: amountMinorUnits?.toString() ?? null, currency };
}

export function wireRefund(reservationId: string, refund: Refund): WireRefund {
  return {
    id: refund.id,
    reservationId,
    amountMinorUnits: refund.amountMinorUnits.toString(),
    currency: refund.currency,
    state: refund.state,
    providerRefundId: refund.providerRefundId,
  };
}
