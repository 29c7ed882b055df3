import type { readBookingPayments } from '@lodging/contract-reservations';
import type { ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { CurrencySummary } from '../domain/summarize-period.ts';
import type { BookingPayments } from '../use-cases/read-booking-payments.ts';

/** A booking that was paid to the operator when it was made shows that as a payment of its own. */
export function toBookingPaymentsWire({
  reservation: { id, total, createdAt },
  schedule,
  penalty,
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
    penaltyMinorUnits: keepMinorUnits ?? penalty?.toString() ?? null,
    ...sums,
    schedule: [...schedule],
    payments: paidOfflineMinorUnits === '0' ? payments : [paidOffline, ...payments],
    refunds,
  };
}

export function toCurrencySummaryWire(total: CurrencySummary) {
  return {
    currency: total.currency,
    revenueMinorUnits: total.revenue.toString(),
    refundedMinorUnits: total.refunded.toString(),
    netRevenueMinorUnits: total.netRevenue.toString(),
    roomNightsSold: total.nightsSold,
    roomNightsAvailable: total.nightsAvailable,
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
