import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { startOf } from '../../domain/bookings/day-start.ts';
import { checkPeriod } from '../../domain/periods/period.ts';
import type { Period } from '../../domain/periods/period.ts';
import { summarizePeriod as summarize } from '../../domain/periods/summarize-period.ts';
import type { PeriodSummary } from '../../domain/periods/summarize-period.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';

export type SummarizePeriodDeps = Pick<ReservationsDeps, 'periods' | 'inventory' | 'money'>;

export interface SummarizePeriod {
  readonly period: Period;
  /** The tenant's IANA zone: a refund counts on the date that it was made in it. */
  readonly timeZone: string;
}

/** Revenue, refunds and occupancy of a period, by currency. */
export async function summarizePeriod(
  deps: SummarizePeriodDeps,
  ctx: RequestContext,
  { period, timeZone }: SummarizePeriod,
): Promise<Result<PeriodSummary>> {
  const checked = checkPeriod(period);
  if (!checked.ok) return checked;
  const refundsMade = { from: startOf(period.from, timeZone), to: startOf(period.to, timeZone) };
  const [records, moved, capacity] = await Promise.all([
    deps.periods.read(ctx.tenantId, period, refundsMade),
    deps.money.summarize(ctx, refundsMade),
    deps.inventory.readCapacity(ctx, period),
  ]);
  return ok(summarize(period, { ...records, moved: [...records.moved, ...moved], capacity }));
}
