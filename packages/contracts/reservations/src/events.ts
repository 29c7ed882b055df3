import { event } from '@lodging/contract-wire';
import { z } from 'zod';
import { reservationFacts } from './records.ts';

const data = z.object({ reservation: reservationFacts });
const declare = <const Verb extends string>(verb: Verb) =>
  event({ context: 'reservations', aggregate: 'reservation', verb, data });

export const reservationCreated = declare('created');
export const reservationConfirmed = declare('confirmed');
export const reservationCancelled = declare('cancelled');
/** Internal, without a webhook type: a hold expired unpaid. */
export const reservationExpired = declare('expired');
/** Internal, without a webhook type: the guest checked out, possibly early. */
export const reservationCheckedOut = declare('checked-out');
