import { event, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { paymentFacts, paymentPurpose, refundFacts, requester } from './records.ts';

const context = 'payments';

/** The provider's id of the event that reported the change; absent where the change was read from the provider instead. */
const reportedBy = z.string().optional();
/** Absent from events that were published before. `changeId`: of the change of the stay that it pays for. */
const subject = { purpose: paymentPurpose.optional(), changeId: uuid.nullable().optional() };

/** Internal, without a webhook type: the provider has the intent or the session. For the history of the booking. */
export const paymentOpened = event({
  context,
  aggregate: 'payment',
  verb: 'opened',
  data: z.object({ reservationId: uuid, paymentId: uuid, requestedBy: requester.optional() }),
});
export const paymentSucceeded = event({
  context,
  aggregate: 'payment',
  verb: 'succeeded',
  data: z.object({ payment: paymentFacts, ...subject, providerEventId: reportedBy }),
});
/** `requires_payment`: a card was declined and the guest can try another one; `failed`: the payment is over. */
export const paymentFailed = event({
  context,
  aggregate: 'payment',
  verb: 'failed',
  data: z.object({ payment: paymentFacts, ...subject, providerEventId: reportedBy }),
});
/**
 * Internal, without a webhook type: the reservation has ended, and its money is still here. Repeated a few times, for
 * reservations to confirm the stay or to have the money returned, where `payment.succeeded` was lost on the way.
 */
export const paymentUnclaimed = event({
  context,
  aggregate: 'payment',
  verb: 'unclaimed',
  data: z.object({ reservationId: uuid }),
});
/** Published once the provider has the refund; never for a refund that it refused. */
export const refundCreated = event({
  context,
  aggregate: 'refund',
  verb: 'created',
  data: z.object({
    refund: refundFacts,
    /** Of a refund that a client requested. */
    requestedBy: requester.optional(),
    providerEventId: reportedBy,
  }),
});
/** A refund that was published as created has failed at the bank. */
export const refundFailed = event({
  context,
  aggregate: 'refund',
  verb: 'failed',
  data: z.object({ refund: refundFacts, providerEventId: reportedBy }),
});
