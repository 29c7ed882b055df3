import { paymentFailed, paymentSucceeded, refundCreated, refundFailed } from '@lodging/contract-payments';
import type { EventToPublish } from '@lodging/kit-messaging';
import { paymentOf } from '../domain/ledger.ts';
import type { Ledger, LedgerEvent } from '../domain/ledger.ts';
import { publicState } from '../domain/payment.ts';
import type { WithIntent } from '../domain/payment.ts';
import type { Refund } from '../domain/refund.ts';

interface Envelope {
  readonly id: string;
  readonly tenantId: string;
  readonly occurredAt: Temporal.Instant;
}

export function publishedEvent(event: LedgerEvent, ledger: Ledger, envelope: Envelope): EventToPublish {
  const { reservationId } = ledger;
  if ('refund' in event) {
    const { refund } = event;
    return {
      ...envelope,
      type: event.type === 'refund.created' ? refundCreated.type : refundFailed.type,
      livemode: paymentOf(ledger, refund.paymentId)?.livemode ?? false,
      aggregateId: refund.id,
      aggregateVersion: refund.version + 1,
      data: { refund: refundFacts(reservationId, refund) },
    };
  }
  const { payment, type } = event;
  return {
    ...envelope,
    type: type === 'payment.succeeded' ? paymentSucceeded.type : paymentFailed.type,
    livemode: payment.livemode,
    aggregateId: payment.id,
    aggregateVersion: payment.version + 1,
    data: { payment: paymentFacts(reservationId, payment) },
  };
}

function paymentFacts(reservationId: string, payment: WithIntent) {
  return {
    reservationId,
    providerPaymentIntentId: payment.intentId,
    amountMinorUnits: payment.amountMinorUnits.toString(),
    currency: payment.currency,
    state: publicState(payment),
  };
}

function refundFacts(reservationId: string, refund: Refund) {
  return {
    id: refund.id,
    reservationId,
    amountMinorUnits: refund.amountMinorUnits.toString(),
    currency: refund.currency,
    state: refund.state,
    providerRefundId: refund.providerRefundId,
  };
}
