import {
  paymentFailed,
  paymentOpened,
  paymentSucceeded,
  refundCreated,
  refundFailed,
} from '@lodging/contract-payments';
import type { PaymentHandle } from '@lodging/contract-payments';
import type { EventToPublish } from '@lodging/kit-messaging';
import { publicState } from '../domain/ledger/payment.ts';
import type { PaymentWithIntent } from '../domain/ledger/payment.ts';
import { findPayment } from '../domain/ledger/ledger.ts';
import type { Ledger, LedgerEvent } from '../domain/ledger/ledger.ts';
import { reasonToWire, refundToWire } from './refunds.ts';

const EVENT_TYPES = {
  'payment.opened': paymentOpened.type,
  'payment.succeeded': paymentSucceeded.type,
  'payment.failed': paymentFailed.type,
  'refund.created': refundCreated.type,
  'refund.failed': refundFailed.type,
} as const;

interface Envelope extends Pick<EventToPublish, 'id' | 'tenantId' | 'occurredAt'> {
  /** Of the event of the provider that reported the change, if one did. */
  readonly providerEventId: string | null;
}

/**
 * `ledger` is the ledger after the change that is published. It is the aggregate: its events stay in order. The version is
 * that of the payment or refund, which consumers compare per payment or refund.
 */
export function eventToWire(
  event: LedgerEvent,
  ledger: Ledger,
  { providerEventId, ...envelope }: Envelope,
): EventToPublish {
  const { reservationId } = ledger;
  const type = EVENT_TYPES[event.type];
  const reportedBy = providerEventId === null ? {} : { providerEventId };
  if ('refund' in event) {
    const { refund } = event;
    return {
      ...envelope,
      type,
      livemode: findPayment(ledger, refund.paymentId)?.livemode ?? false,
      aggregateId: reservationId,
      aggregateVersion: refund.version + 1,
      data: {
        refund: { ...refundToWire(reservationId, refund), reason: reasonToWire(refund.reason) },
        ...(refund.requestedBy && { requestedBy: refund.requestedBy }),
        ...reportedBy,
      },
    };
  }
  const { payment } = event;
  const { livemode, requestedBy } = payment;
  const ofPayment = {
    ...envelope,
    type,
    livemode,
    aggregateId: reservationId,
    aggregateVersion: payment.version + 1,
  };
  if (event.type === 'payment.opened')
    return {
      ...ofPayment,
      data: { reservationId, paymentId: payment.id, ...(requestedBy && { requestedBy }) },
    };
  return {
    ...ofPayment,
    data: {
      payment: paymentToWire(reservationId, event.payment),
      purpose: payment.purpose,
      changeId: payment.changeId ?? null,
      ...reportedBy,
    },
  };
}

function paymentToWire(
  reservationId: string,
  payment: PaymentWithIntent,
): Omit<PaymentHandle, 'clientSecret'> {
  return {
    reservationId,
    providerPaymentIntentId: payment.intentId,
    amountMinorUnits: payment.amountMinorUnits.toString(),
    currency: payment.currency,
    state: publicState(payment),
  };
}
