import { settlementTerms } from '@lodging/contract-payments';
import { event } from '@lodging/contract-wire';
import { z } from 'zod';
import { changedField, stayOfChange } from './changes.ts';
import { erasedGuest } from './guests/guest-erasure.ts';
import { cancelledFacts, duePayment, reservationFacts } from './records.ts';

const data = z.object({ reservation: reservationFacts });
const declare = <const Verb extends string>(verb: Verb) =>
  event({ context: 'reservations', aggregate: 'reservation', verb, data });

export const reservationCreated = declare('created');
export const reservationConfirmed = declare('confirmed');
export const reservationCancelled = event({
  context: 'reservations',
  aggregate: 'reservation',
  verb: 'cancelled',
  /** `settlement`: where the terms of the stay say what is kept. Payments acts on it, regardless of other requests. */
  data: z.object({ reservation: cancelledFacts, settlement: settlementTerms.optional() }),
});
/** A scheduled payment of a confirmed stay is due, and was not paid before; once. */
export const paymentDue = event({
  context: 'reservations',
  aggregate: 'payment',
  verb: 'due',
  data: z.object({ due: duePayment }),
});
/** A hold ended unpaid. */
export const reservationExpired = declare('expired');
export const reservationCheckedIn = declare('checked-in');
/** Possibly earlier than agreed. */
export const reservationCheckedOut = declare('checked-out');
export const reservationNoShow = event({
  context: 'reservations',
  aggregate: 'reservation',
  verb: 'no-show',
  /** `settlement`: as of a cancellation. */
  data: data.extend({ settlement: settlementTerms.optional() }),
});
/** Its bookings, too, have no guest data any more. */
export const guestErased = event({
  context: 'reservations',
  aggregate: 'guest',
  verb: 'erased',
  data: z.object({ guest: erasedGuest }),
});
/** Fields that say nothing of its state. `changes` are their names. */
export const reservationUpdated = event({
  context: 'reservations',
  aggregate: 'reservation',
  verb: 'updated',
  data: data.extend({ changes: z.array(z.string()) }),
});

/** Dates, room, plan, party or units of a stay. `previous` is the stay before. */
export const reservationChanged = event({
  context: 'reservations',
  aggregate: 'reservation',
  verb: 'changed',
  data: data.extend({ previous: stayOfChange, changes: z.array(changedField) }),
});
