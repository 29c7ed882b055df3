import type { RequestContext } from '@lodging/kit-runtime';
// summarize-period: what the nights of a period earned, what went back in it, and how full the house was.
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { startOf } from '../domain/date-anywhere.ts';
import { periodOf } from '../domain/period.ts';
import type { Period } from '../domain/period.ts';
import { summarizePeriod as summarize } from '../domain/summarize-period.ts';
import type { PeriodSummary } from '../domain/summarize-period.ts';
import type { PeriodStore, ReadCapacity } from './report-ports.ts';

export interface SummarizePeriodDeps {
  readonly periods: PeriodStore;
  readonly readCapacity: ReadCapacity;
}

export interface SummarizePeriod {
  readonly from: string;
  readonly to: string;
  /** The tenant's: says on which date a refund was made. */
  readonly timezone: string;
}

export async function summarizePeriod(
  deps: SummarizePeriodDeps,
  ctx: RequestContext,
  { from, to, timezone }: SummarizePeriod,
): Promise<Result<{ readonly period: Period; readonly summary: PeriodSummary }>> {
  const asked = periodOf(from, to);
  if (!asked.ok) return asked;
  const period = asked.value;
  const refundsMade = { from: startOf(period.from, timezone), to: startOf(period.to, timezone) };
  const [facts, capacity] = await Promise.all([
    deps.periods.read(ctx.tenantId, period, refundsMade),
    deps.readCapacity(ctx, period),
  ]);
  return ok({ period, summary: summarize(period, { ...facts, capacity }) });
}
