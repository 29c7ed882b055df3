import { settlementTerms } from '@lodging/contract-payments';
import { event } from '@lodging/contract-wire';
import { z } from 'zod';
import { reservationFacts } from './records.ts';

const data = z.object({ reservation: reservationFacts });
const declare = <const Verb extends string>(verb: Verb) =>
  event({ context: 'reservations', aggregate: 'reservation', verb, data });

export const reservationCreated = declare('created');
export const reservationConfirmed = declare('confirmed');
export const reservationCancelled = event({
  context: 'reservations',
  aggregate: 'reservation',
  verb: 'cancelled',
  /** `settlement`: where the terms of the stay say what is kept. Payments acts on it, whoever else asks. */
  data: data.extend({ settlement: settlementTerms.optional() }),
});
/** Internal, without a webhook type: a hold expired unpaid. */
export const reservationExpired = declare('expired');
/** Internal, without a webhook type: the guest checked out, possibly early. */
export const reservationCheckedOut = declare('checked-out');
