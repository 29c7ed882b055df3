import { boundedArray, minorUnits, rpc, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { obligation, paymentEntry, refundEntry } from './records.ts';

const context = 'payments';

/** The payments and refunds of a reservation, with their sums. */
export const readMoney = rpc({
  context,
  name: 'read-money',
  request: z.object({ reservationId: uuid, obligation }),
  response: z.object({
    collectedMinorUnits: minorUnits,
    /** The part of it that was paid without us when the booking was made. It is not among the payments. */
    paidOfflineMinorUnits: minorUnits,
    returnedMinorUnits: minorUnits,
    /** What counts as paid: a refund by the operator does not lower it, unless it was owed. Absent from a release before. */
    paidMinorUnits: minorUnits.optional(),
    /** What the guest may be charged now. */
    dueMinorUnits: minorUnits,
    /** What must go back and is not on its way. */
    owedMinorUnits: minorUnits,
    /** What a settlement keeps; null where there is none. */
    keepMinorUnits: minorUnits.nullable(),
    payments: z.array(paymentEntry),
    refunds: z.array(refundEntry),
    /** The accounts at the provider on which the payments were opened. */
    accounts: z.array(z.object({ accountId: z.string(), paymentIntentIds: z.array(z.string()) })).optional(),
  }),
  refusals: [],
  idempotent: true,
  /** For mails to guests. */
  calledBy: ['reservations'],
  calledFor: ['reservations.v1.read-booking-payments', 'reservations.v1.read-managed-booking'],
});
export type Money = z.infer<typeof readMoney.response>;

/** The same of several reservations, in their order. */
export const readMoneys = rpc({
  context,
  name: 'read-moneys',
  request: z.object({
    reservations: boundedArray(z.object({ reservationId: uuid, obligation }), { max: 50 }),
  }),
  response: z.object({ moneys: z.array(readMoney.response) }),
  refusals: [],
  idempotent: true,
  calledFor: ['reservations.v1.erase-guest', 'reservations.v1.export-guest'],
});
