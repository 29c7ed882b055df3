import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkPeriod, refuseSeries } from '../../domain/periods/period.ts';
import type { Period } from '../../domain/periods/period.ts';
import { countSeries, summarizeDays as summarize } from '../../domain/periods/summarize-days.ts';
import type { DailySeries, SeriesKind } from '../../domain/periods/summarize-days.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';

export interface SummarizeDays {
  readonly period: Period;
  readonly by: SeriesKind;
}

/** Revenue and occupancy of each date of a period, by currency and series. */
export async function summarizeDays(
  deps: Pick<ReservationsDeps, 'periods' | 'inventory'>,
  ctx: RequestContext,
  { period, by }: SummarizeDays,
): Promise<Result<DailySeries[]>> {
  const checked = checkPeriod(period);
  if (!checked.ok) return checked;
  const [stays, capacity] = await Promise.all([
    deps.periods.readStays(ctx.tenantId, period),
    deps.inventory.readDailyCapacity(ctx, period, by === 'roomType'),
  ]);
  if (!capacity.ok) return capacity;
  const records = { stays, capacity: capacity.value };
  return refuseSeries(countSeries(by, records), period) ?? ok(summarize(period, by, records));
}
