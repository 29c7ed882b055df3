import {
  paymentFailed,
  paymentOpened,
  paymentSucceeded,
  paymentUnclaimed,
  refundCreated,
  refundFailed,
} from '@lodging/contract-payments';
import { streamOf } from '@lodging/contract-wire';
import { consumer } from '@lodging/kit-messaging';
import type { ConsumerSpec, ReceivedEvent } from '@lodging/kit-messaging';
import { systemContext } from '@lodging/kit-runtime';
import type { HistoryRepository } from '../ports/history.ts';
import type { RefundRepository } from '../ports/refunds.ts';
import { applyPayment } from '../use-cases/apply-payment.ts';
import type { ApplyPaymentDeps, SucceededPayment } from '../use-cases/apply-payment.ts';
import { providerAuthor, timerAuthor } from '../use-cases/author.ts';
import { fromOpenedEvent, fromPaymentEvent, fromRefundEventToHistory } from './wire-history.ts';
import { fromRefundEvent } from './wire.ts';

/** Shorter than the broker's ack wait, after which it delivers the event again. */
const TIMEOUT_MS = 20_000;

export type EventDeps = ApplyPaymentDeps & {
  readonly refunds: RefundRepository;
  readonly history: Pick<HistoryRepository, 'tell'>;
};

export function paymentsConsumer(deps: EventDeps): ConsumerSpec {
  const apply = (
    { tenantId, livemode }: Pick<ReceivedEvent, 'tenantId' | 'livemode'>,
    payment: SucceededPayment,
  ) => applyPayment(deps, systemContext(tenantId, livemode, { timeoutMs: TIMEOUT_MS }), payment);
  return consumer({
    stream: streamOf('payments'),
    schema: {
      [paymentOpened.type]: paymentOpened.data,
      [paymentSucceeded.type]: paymentSucceeded.data,
      [paymentFailed.type]: paymentFailed.data,
      [paymentUnclaimed.type]: paymentUnclaimed.data,
      [refundCreated.type]: refundCreated.data,
      [refundFailed.type]: refundFailed.data,
    },
    handlers: {
      // The history is told before the mark, or with it: each event stands in it once, however often it is handled.
      [paymentOpened.type]: (event, mark) => deps.history.tell(event.tenantId, fromOpenedEvent(event), mark),
      [paymentSucceeded.type]: (event, mark) => {
        const { payment, providerEventId = null } = event.data;
        return apply(event, {
          reservationId: payment.reservationId,
          author: providerAuthor(providerEventId),
          mark,
          told: fromPaymentEvent(event, 'payment_succeeded'),
        });
      },
      [paymentFailed.type]: (event, mark) =>
        deps.history.tell(event.tenantId, fromPaymentEvent(event, 'payment_failed'), mark),
      [paymentUnclaimed.type]: (event, mark) =>
        apply(event, {
          reservationId: event.data.reservationId,
          author: timerAuthor('unclaimed-payments'),
          mark,
        }),
      [refundCreated.type]: async (event, mark) => {
        await deps.history.tell(event.tenantId, fromRefundEventToHistory(event, 'refunded'));
        await deps.refunds.record(event.tenantId, fromRefundEvent(event), mark);
      },
      [refundFailed.type]: async (event, mark) => {
        await deps.history.tell(event.tenantId, fromRefundEventToHistory(event, 'refund_failed'));
        await deps.refunds.record(event.tenantId, fromRefundEvent(event), mark);
      },
    },
  });
}
