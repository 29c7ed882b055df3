import { paymentFailed, paymentSucceeded, refundCreated } from '@lodging/contract-payments';
import {
  reservationCancelled,
  reservationConfirmed,
  reservationCreated,
} from '@lodging/contract-reservations';
import type { ReceivedEvent, InboxMark } from '@lodging/kit-messaging';
import type { logEvent } from '../use-cases/log-event.ts';

type LogEvent = ReturnType<typeof logEvent>;

export const reservationEvents = {
  [reservationCreated.type]: reservationCreated.data,
  [reservationConfirmed.type]: reservationConfirmed.data,
  [reservationCancelled.type]: reservationCancelled.data,
};

export const paymentEvents = {
  [paymentSucceeded.type]: paymentSucceeded.data,
  [paymentFailed.type]: paymentFailed.data,
};

export const refundEvents = { [refundCreated.type]: refundCreated.data };

export function onReservationEvents(log: LogEvent) {
  const handle = (event: ReceivedEvent<{ reservation: { id: string } }>, seen: InboxMark) =>
    log(event, event.data.reservation.id, event.data.reservation, seen);
  return {
    [reservationCreated.type]: handle,
    [reservationConfirmed.type]: handle,
    [reservationCancelled.type]: handle,
  };
}

export function onPaymentEvents(log: LogEvent) {
  const handlePayment = (event: ReceivedEvent<{ payment: { reservationId: string } }>, seen: InboxMark) =>
    log(event, event.data.payment.reservationId, event.data.payment, seen);
  return {
    [paymentSucceeded.type]: handlePayment,
    [paymentFailed.type]: handlePayment,
  };
}

export function onRefundEvents(log: LogEvent) {
  const handle = (event: ReceivedEvent<{ refund: { reservationId: string } }>, seen: InboxMark) =>
    log(event, event.data.refund.reservationId, event.data.refund, seen);
  return { [refundCreated.type]: handle };
}
