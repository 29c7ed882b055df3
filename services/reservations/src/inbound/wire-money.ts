import type { readBookingPayments } from '@lodging/contract-reservations';
import type { ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { BookingPayments } from '../use-cases/read-booking-payments.ts';

/** A booking that was paid to the operator when it was made shows that as a payment of its own. */
export function toBookingPaymentsWire({
  reservation: { id, total, createdAt },
  schedule,
  money: { paidOfflineMinorUnits, keepMinorUnits, payments, refunds, ...sums },
}: BookingPayments): ResponseOf<typeof readBookingPayments> {
  const paidOffline = {
    id,
    purpose: 'stay' as const,
    method: 'other' as const,
    providerPaymentIntentId: null,
    amountMinorUnits: paidOfflineMinorUnits,
    state: 'succeeded' as const,
    createdAt: instantText(createdAt),
    note: null,
    returned: false,
  };
  return {
    reservationId: id,
    currency: total.currency,
    totalMinorUnits: total.minorUnits.toString(),
    retainedMinorUnits: '0',
    penaltyMinorUnits: keepMinorUnits,
    ...sums,
    schedule: [...schedule],
    payments: paidOfflineMinorUnits === '0' ? payments : [paidOffline, ...payments],
    refunds,
  };
}
