import { paymentFailed, paymentSucceeded, refundCreated } from '@lodging/contract-payments';
import {
  reservationCancelled,
  reservationConfirmed,
  reservationCreated,
} from '@lodging/contract-reservations';
import { streamOf } from '@lodging/contract-wire';
import { consumer } from '@lodging/kit-messaging';
import type { ConsumerSpec, Handler } from '@lodging/kit-messaging';
import { logEvent } from '../use-cases/log-event.ts';
import type { LogEventDeps } from '../use-cases/log-event.ts';

export function eventConsumers(deps: LogEventDeps): ConsumerSpec[] {
  return [reservationConsumer(deps), paymentConsumer(deps)];
}

function reservationConsumer(deps: LogEventDeps): ConsumerSpec {
  const log: Handler<{ reservation: { id: string } }> = (event, mark) => {
    const { reservation } = event.data;
    return logEvent(deps, { event, reservationId: reservation.id, object: reservation, mark });
  };
  return consumer({
    stream: streamOf('reservations'),
    marksInTransaction: true,
    schema: {
      [reservationCreated.type]: reservationCreated.data,
      [reservationConfirmed.type]: reservationConfirmed.data,
      [reservationCancelled.type]: reservationCancelled.data,
    },
    handlers: {
      [reservationCreated.type]: log,
      [reservationConfirmed.type]: log,
      [reservationCancelled.type]: log,
    },
  });
}

function paymentConsumer(deps: LogEventDeps): ConsumerSpec {
  const logPayment: Handler<{ payment: { reservationId: string } }> = (event, mark) => {
    const { payment } = event.data;
    return logEvent(deps, { event, reservationId: payment.reservationId, object: payment, mark });
  };
  const logRefund: Handler<{ refund: { reservationId: string } }> = (event, mark) => {
    const { refund } = event.data;
    return logEvent(deps, { event, reservationId: refund.reservationId, object: refund, mark });
  };
  return consumer({
    stream: streamOf('payments'),
    marksInTransaction: true,
    schema: {
      [paymentSucceeded.type]: paymentSucceeded.data,
      [paymentFailed.type]: paymentFailed.data,
      [refundCreated.type]: refundCreated.data,
    },
    handlers: {
      [paymentSucceeded.type]: logPayment,
      [paymentFailed.type]: logPayment,
      [refundCreated.type]: logRefund,
    },
  });
}
