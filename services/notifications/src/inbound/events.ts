import { paymentFailed, paymentSucceeded, refundCreated, refundFailed } from '@lodging/contract-payments';
import {
  guestErased,
  paymentDue,
  reservationCancelled,
  reservationChanged,
  reservationCheckedIn,
  reservationCheckedOut,
  reservationConfirmed,
  reservationCreated,
  reservationExpired,
  reservationNoShow,
  reservationUpdated,
} from '@lodging/contract-reservations';
import { streamOf } from '@lodging/contract-wire';
import { consumer } from '@lodging/kit-messaging';
import type { ConsumerSpec, EventOrder, Handler, HandlerResult } from '@lodging/kit-messaging';
import { publicType } from '../domain/events/public-event.ts';
import { mailOfEvent } from '../domain/mails/mail-of-event.ts';
import type { VersionedMail } from '../domain/mails/mail-of-event.ts';
import { logEvent } from '../use-cases/events/log-event.ts';
import type { LogEvent, LogEventDeps } from '../use-cases/events/log-event.ts';

/**
 * How long an event of payments waits for the first event of its reservation. The two come in different streams, so it may
 * arrive first.
 */
const MAX_WAIT_FOR_RESERVATION_MS = 30_000;

/**
 * The log takes the events of a tenant in one statement, those of one stay too: in order, or it lets them wait. Of a tenant
 * with thousands of events all are in memory, so that those of others overtake them.
 */
const QUEUE = { concurrency: 128, perTenant: 96, capacity: 8 * 1024 * 1024, sharesAggregates: true };

const reservationEvents = {
  [reservationCreated.type]: reservationCreated.data,
  [reservationConfirmed.type]: reservationConfirmed.data,
  [reservationCancelled.type]: reservationCancelled.data,
  [reservationExpired.type]: reservationExpired.data,
  [reservationCheckedIn.type]: reservationCheckedIn.data,
  [reservationCheckedOut.type]: reservationCheckedOut.data,
  [reservationNoShow.type]: reservationNoShow.data,
  [reservationUpdated.type]: reservationUpdated.data,
  [reservationChanged.type]: reservationChanged.data,
  [paymentDue.type]: paymentDue.data,
  [guestErased.type]: guestErased.data,
};

interface LoggedChange {
  readonly reservation: { readonly id: string };
  readonly changes?: readonly string[];
  readonly previous?: object;
}

export function consumers(deps: LogEventDeps): ConsumerSpec[] {
  return [reservationConsumer(deps), paymentConsumer(deps)];
}

function reservationConsumer(deps: LogEventDeps): ConsumerSpec {
  const log: Handler<LoggedChange> = async (event, mark, order) => {
    const { reservation, changes, previous } = event.data;
    const more = { ...(previous && { previous }), ...(changes && { changes }) };
    const mail = mailOf(event, reservation, changes);
    const about = { event, reservationId: reservation.id, object: reservation, more, mail, mark };
    return toResult(await logEvent(deps, { ...about, order: order && { ...order, followsAny: false } }));
  };
  const logDue: Handler<{ due: { reservationId: string } }> = async (event, mark, order) => {
    const { due } = event.data;
    const mail = mailOf(event, due);
    const about = { event, reservationId: due.reservationId, object: due, mail, mark };
    return toResult(await logEvent(deps, { ...about, order: order && { ...order, followsAny: false } }));
  };
  const logErased: Handler<{ guest: { id: string } }> = async (event, mark, order) => {
    const { guest } = event.data;
    const about = { event, reservationId: guest.id, object: guest, hasNoSeries: true, mark };
    return toResult(await logEvent(deps, { ...about, order: order && { ...order, followsAny: false } }));
  };
  return consumer({
    stream: streamOf('reservations'),
    marksInTransaction: true,
    ordered: true,
    queue: QUEUE,
    schema: reservationEvents,
    handlers: {
      [reservationCreated.type]: log,
      [reservationConfirmed.type]: log,
      [reservationCancelled.type]: log,
      [reservationExpired.type]: log,
      [reservationCheckedIn.type]: log,
      [reservationCheckedOut.type]: log,
      [reservationNoShow.type]: log,
      [reservationUpdated.type]: log,
      [reservationChanged.type]: log,
      [paymentDue.type]: logDue,
      [guestErased.type]: logErased,
    },
  });
}

function paymentConsumer(deps: LogEventDeps): ConsumerSpec {
  const log = async (
    about: Omit<LogEvent, 'order'>,
    order: EventOrder | undefined,
  ): Promise<HandlerResult> => {
    const followsAny = order !== undefined && order.waitedMs < MAX_WAIT_FOR_RESERVATION_MS;
    return toResult(await logEvent(deps, { ...about, order: order && { ...order, followsAny } }));
  };
  const logPayment: Handler<{ payment: { reservationId: string } }> = (event, mark, order) => {
    const { payment } = event.data;
    const mail = mailOf(event, payment);
    return log({ event, reservationId: payment.reservationId, object: payment, mail, mark }, order);
  };
  const logRefund: Handler<{ refund: { reservationId: string } }> = (event, mark, order) => {
    const { refund } = event.data;
    const mail = mailOf(event, refund);
    return log({ event, reservationId: refund.reservationId, object: refund, mail, mark }, order);
  };
  return consumer({
    stream: streamOf('payments'),
    marksInTransaction: true,
    ordered: true,
    queue: QUEUE,
    schema: {
      [paymentSucceeded.type]: paymentSucceeded.data,
      [paymentFailed.type]: paymentFailed.data,
      [refundCreated.type]: refundCreated.data,
      [refundFailed.type]: refundFailed.data,
    },
    handlers: {
      [paymentSucceeded.type]: logPayment,
      [paymentFailed.type]: logPayment,
      [refundCreated.type]: logRefund,
      [refundFailed.type]: logRefund,
    },
  });
}

function mailOf(
  { type, aggregateVersion: version }: { readonly type: string; readonly aggregateVersion: number },
  object: object,
  changes?: readonly string[],
): VersionedMail | undefined {
  return mailOfEvent({ type: publicType(type), version, object: { ...object }, changes });
}

const toResult = (outcome: 'logged' | 'waits'): HandlerResult => (outcome === 'waits' ? 'waits' : undefined);
