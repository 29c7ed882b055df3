import type { summarizePeriod } from '@lodging/contract-reservations';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import type { Period } from '../domain/periods/period.ts';
import type { PeriodSummary } from '../domain/periods/summarize-period.ts';
import type { SummarizePeriod } from '../use-cases/periods/summarize-period.ts';
import { currencySummaryToWire } from './money.ts';

export function summarizePeriodFromWire(request: RequestOf<typeof summarizePeriod>): SummarizePeriod {
  const period = {
    from: Temporal.PlainDate.from(request.from),
    to: Temporal.PlainDate.from(request.to),
  };
  return { period, timeZone: request.timezone };
}

export function periodSummaryToWire(
  { from, to }: Period,
  { totals, arrivals }: PeriodSummary,
): ResponseOf<typeof summarizePeriod> {
  return {
    from: from.toString(),
    to: to.toString(),
    totals: totals.map(currencySummaryToWire),
    bookings: {
      confirmed: arrivals.confirmed,
      checkedIn: arrivals.checked_in,
      checkedOut: arrivals.checked_out,
      cancelled: arrivals.cancelled,
      noShow: arrivals.no_show,
    },
  };
}
