import { paymentSucceeded, paymentUnclaimed, refundCreated, refundFailed } from '@lodging/contract-payments';
import { streamOf } from '@lodging/contract-wire';
import { consumer } from '@lodging/kit-messaging';
import type { ConsumerSpec, ReceivedEvent } from '@lodging/kit-messaging';
import { systemContext } from '@lodging/kit-runtime';
import type { RefundRepository } from '../ports.ts';
import { applyPayment } from '../use-cases/apply-payment.ts';
import type { ApplyPaymentDeps, SucceededPayment } from '../use-cases/apply-payment.ts';
import { fromRefundEvent } from './wire.ts';

/** Shorter than the broker's ack wait, after which it delivers the event again. */
const TIMEOUT_MS = 20_000;

export type EventDeps = ApplyPaymentDeps & { readonly refunds: RefundRepository };

export function paymentsConsumer(deps: EventDeps): ConsumerSpec {
  const apply = (
    { tenantId, livemode }: Pick<ReceivedEvent, 'tenantId' | 'livemode'>,
    payment: SucceededPayment,
  ) => applyPayment(deps, systemContext(tenantId, livemode, { timeoutMs: TIMEOUT_MS }), payment);
  return consumer({
    stream: streamOf('payments'),
    schema: {
      [paymentSucceeded.type]: paymentSucceeded.data,
      [paymentUnclaimed.type]: paymentUnclaimed.data,
      [refundCreated.type]: refundCreated.data,
      [refundFailed.type]: refundFailed.data,
    },
    handlers: {
      [paymentSucceeded.type]: (event, mark) =>
        apply(event, { reservationId: event.data.payment.reservationId, mark }),
      [paymentUnclaimed.type]: (event, mark) =>
        apply(event, { reservationId: event.data.reservationId, mark }),
      [refundCreated.type]: (event, mark) =>
        deps.refunds.record(event.tenantId, fromRefundEvent(event), mark),
      [refundFailed.type]: (event, mark) => deps.refunds.record(event.tenantId, fromRefundEvent(event), mark),
    },
  });
}
