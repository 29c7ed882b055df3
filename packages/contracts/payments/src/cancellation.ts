import { minorUnits, rpc, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { refund, settlementTerms } from './records.ts';

const context = 'payments';

/**
 * Cancels the live payment; none can be opened afterwards. `succeeded`: it was paid before, and the money is neither back
 * nor on its way back; `ended`: there was a payment and it is over; `none`: there never was one.
 */
export const endPayment = rpc({
  context,
  name: 'end-payment',
  request: z.object({ reservationId: uuid }),
  response: z.object({ outcome: z.enum(['none', 'ended', 'succeeded']) }),
  refusals: [],
  idempotent: true,
  calledBy: ['reservations'],
  calledFor: [
    'reservations.v1.create-booking',
    'reservations.v1.confirm-hold',
    'reservations.v1.cancel-booking',
  ],
});

/**
 * Refunds in full, and once, each payment of a reservation that cannot be honoured; its payment was ended before. Answers the
 * first refund: `pending` also where the tenant has had too many of them in this hour, and it is sent in a later one.
 */
export const returnPayment = rpc({
  context,
  name: 'return-payment',
  request: z.object({ reservationId: uuid, reason: z.enum(['late', 'cancelled']) }),
  response: z.object({ refund: refund.nullable() }),
  refusals: ['payment_not_ended'],
  idempotent: true,
  calledBy: ['reservations'],
});

/**
 * Ends what is open and returns what is here above the amount to keep. Idempotent by the id of the settlement, which then
 * is the rule for all money of the reservation: what comes in later, and a refund that fails, is returned without being
 * asked. An answer means that payments has taken it over. It waits for the provider for 5 s at most; what has no answer by
 * then is `pending`. A reservation has one settlement.
 */
export const settleReservation = rpc({
  context,
  name: 'settle-reservation',
  request: z.object({ reservationId: uuid, settlement: settlementTerms }),
  response: z.object({
    settlementId: uuid,
    keepMinorUnits: minorUnits,
    /** Collected, less what went back by other refunds than those of the settlement. */
    netMinorUnits: minorUnits,
    /** The smaller of `keepMinorUnits` and what is here. */
    keptMinorUnits: minorUnits,
    /** Through the provider: refunded, pending, or refused and to be retried. */
    refundMinorUnits: minorUnits,
    /** What is missing of the amount to keep. It falls with what comes in; a refund by the operator does not raise it. */
    dueMinorUnits: minorUnits,
    /** What must go back and is not on its way: refused by the provider, or to be handed over by the operator. */
    owedMinorUnits: minorUnits,
    refunds: z.array(refund),
  }),
  refusals: [],
  idempotent: true,
  calledBy: ['reservations'],
});
export type SettleReservationResponse = z.infer<typeof settleReservation.response>;
