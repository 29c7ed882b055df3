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
import type { ReservationsDeps } from '../ports/deps.ts';
import { applyPaidChange } from '../use-cases/changes/apply-paid-change.ts';
import { applyPayment } from '../use-cases/confirmation/apply-payment.ts';
import type { SucceededPayment } from '../use-cases/confirmation/apply-payment.ts';
import { providerAuthor, timerAuthor } from '../domain/history/author.ts';
import { openedEventFromWire, paymentEventFromWire, refundHistoryFromWire } from '../wire/history.ts';
import { refundEventFromWire } from '../wire/money.ts';

/** Shorter than the broker's ack wait, after which it delivers the event again. */
const TIMEOUT_MS = 20_000;

export function consumers(deps: ReservationsDeps): ConsumerSpec[] {
  return [paymentsConsumer(deps)];
}

function paymentsConsumer(deps: ReservationsDeps): ConsumerSpec {
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
    // Written twice, the history entry is still one: it is not asked whether the event was handled.
    marksInTransaction: [paymentOpened.type],
    handlers: {
      // The history entry is written before the mark, or with it. An event that is handled twice has one entry.
      [paymentOpened.type]: (event, mark) =>
        deps.history.record(event.tenantId, openedEventFromWire(event), mark),
      [paymentSucceeded.type]: async (event, mark) => {
        const { payment, providerEventId = null, changeId } = event.data;
        if (changeId) await applyPaidChange(deps, { ...event, ...payment, changeId });
        return apply(deps, event, {
          reservationId: payment.reservationId,
          author: providerAuthor(providerEventId),
          mark,
          historyEvent: paymentEventFromWire(event, 'payment_succeeded'),
        });
      },
      [paymentFailed.type]: (event, mark) => {
        const { tenantId, data } = event;
        const entry = paymentEventFromWire(event, 'payment_failed');
        // The end of a payment is no further card.
        return data.payment.state === 'failed'
          ? deps.history.record(tenantId, entry, mark)
          : deps.history.recordDeclinedCard(tenantId, entry, mark);
      },
      [paymentUnclaimed.type]: (event, mark) =>
        apply(deps, event, {
          reservationId: event.data.reservationId,
          author: timerAuthor('unclaimed-payments'),
          mark,
        }),
      [refundCreated.type]: async (event, mark) => {
        await deps.history.record(event.tenantId, refundHistoryFromWire(event, 'refunded'));
        await deps.refunds.record(event.tenantId, refundEventFromWire(event), mark);
      },
      [refundFailed.type]: async (event, mark) => {
        await deps.history.record(event.tenantId, refundHistoryFromWire(event, 'refund_failed'));
        await deps.refunds.record(event.tenantId, refundEventFromWire(event), mark);
      },
    },
  });
}

function apply(
  deps: ReservationsDeps,
  { tenantId, livemode }: Pick<ReceivedEvent, 'tenantId' | 'livemode'>,
  payment: SucceededPayment,
) {
  return applyPayment(deps, systemContext(tenantId, livemode, { timeoutMs: TIMEOUT_MS }), payment);
}
