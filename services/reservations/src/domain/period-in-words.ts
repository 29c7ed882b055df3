import type { Period } from './period.ts';
import type { CurrencySummary, PeriodSummary } from './summarize-period.ts';

export function periodInWords({ from, to }: Period, { totals, arrivals }: PeriodSummary) {
  return {
    from: from.toString(),
    to: to.toString(),
    totals: totals.map(totalInWords),
    bookings: {
      confirmed: arrivals.confirmed,
      checkedIn: arrivals.checked_in,
      checkedOut: arrivals.checked_out,
      cancelled: arrivals.cancelled,
      noShow: arrivals.no_show,
    },
  };
}

function totalInWords(total: CurrencySummary) {
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
  };
}
