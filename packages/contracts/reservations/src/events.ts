import { event } from '@lodging/contract-wire';
import { z } from 'zod';
import { reservationFacts } from './records.ts';

const data = z.object({ reservation: reservationFacts });
const declare = <const Verb extends string>(verb: Verb) =>
  event({ context: 'reservations', aggregate: 'reservation', verb, data });

export const reservationCreated = declare('created');
export const reservationConfirmed = declare('confirmed');
export const reservationCancelled = declare('cancelled');
/** Internal: a hold ended without money. No webhook type. */
export const reservationExpired = declare('expired');
/** Internal: the guest has left, maybe before the time. No webhook type. */
export const reservationCheckedOut = declare('checked-out');
