import type { refundCreated } from '@lodging/contract-payments';
import type { readBookingPayments, refundBooking } from '@lodging/contract-reservations';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { ReceivedEvent } from '@lodging/kit-messaging';
import type { z } from 'zod';
import type { RefundUpdate } from '../domain/money/refund.ts';
import type { CurrencySummary } from '../domain/periods/summarize-period.ts';
import type { BookingPayments } from '../use-cases/money/read-booking-payments.ts';
import type { RefundBooking } from '../use-cases/money/refund-booking.ts';

export function refundBookingFromWire(request: RequestOf<typeof refundBooking>): RefundBooking {
  const { reservationId, amountMinorUnits: amount, idempotencyKey } = request;
  return { reservationId, minorUnits: amount === undefined ? undefined : BigInt(amount), idempotencyKey };
}

/** `refund.created` and `refund.failed` have the same shape. */
export function refundEventFromWire(event: ReceivedEvent<z.output<typeof refundCreated.data>>): RefundUpdate {
  const { id, reservationId, amountMinorUnits, currency, state } = event.data.refund;
  return {
    id,
    reservationId,
    amount: { minorUnits: BigInt(amountMinorUnits), currency },
    state,
    version: event.aggregateVersion,
    at: Temporal.Instant.from(event.occurredAt),
  };
}

/** A booking that was paid to the operator when it was made shows that as a payment of its own. */
export function bookingPaymentsToWire({
  reservation: { id, total, createdAt },
  schedule,
  penalty,
  divided,
  money: { paidOfflineMinorUnits, keepMinorUnits, payments, refunds, accounts: _accounts, ...sums },
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
    retainedMinorUnits: divided.retained.toString(),
    penaltyMinorUnits: keepMinorUnits ?? penalty?.toString() ?? null,
    ...sums,
    owedMinorUnits: divided.owed.toString(),
    undecidedMinorUnits: divided.undecided.toString(),
    schedule: [...schedule],
    payments: paidOfflineMinorUnits === '0' ? payments : [paidOffline, ...payments],
    refunds,
  };
}

export function currencySummaryToWire(total: CurrencySummary) {
  return {
    currency: total.currency,
    revenueMinorUnits: total.revenue.toString(),
    refundedMinorUnits: total.refunded.toString(),
    netRevenueMinorUnits: total.netRevenue.toString(),
    roomNightsSold: total.nightsSold,
    roomNightsAvailable: total.nightsAvailable,
    capacityNights: total.capacityNights,
    outOfOrderNights: total.outOfOrderNights,
    blockedNights: total.blockedNights,
    occupancyBps: total.occupancyBps,
    adrMinorUnits: total.averageDailyRate.toString(),
    revparMinorUnits: total.revenuePerAvailable.toString(),
    collectedMinorUnits: total.collected.toString(),
    returnedMinorUnits: total.returned.toString(),
    cashNetMinorUnits: total.cashNet.toString(),
    retainedMinorUnits: total.retained.toString(),
    accommodationNetMinorUnits: total.accommodationNet.toString(),
    feesMinorUnits: total.fees.toString(),
    extrasMinorUnits: total.extras.toString(),
    taxMinorUnits: total.tax.toString(),
    propertyTaxMinorUnits: total.propertyTax.toString(),
    adrNetMinorUnits: total.averageDailyRateNet.toString(),
    revparNetMinorUnits: total.revenuePerAvailableNet.toString(),
  };
}
