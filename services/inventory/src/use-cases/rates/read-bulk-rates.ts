import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { overviewOfRates } from '../../domain/calendar/rate-overview.ts';
import type { PlanOverview, RatedResource } from '../../domain/calendar/rate-overview.ts';
import { roomTypeNotFound } from '../../domain/resources/resource.ts';
import { MAX_WORK, tooBroad, tooHeavy } from '../../domain/search/work.ts';
import { createYieldBudget } from '../../domain/search/yield-budget.ts';
import { checkDateRange } from '../../domain/time/check-window.ts';
import { dayNumber } from '../../domain/time/day-number.ts';
import type { InventoryDeps } from '../../ports/deps.ts';
import { runStep } from '../search/run-step.ts';

export interface ReadBulkRates {
  readonly roomTypeId: string;
  readonly from: string;
  readonly to: string;
  /** Undefined: all plans. */
  readonly ratePlanCode: string | undefined;
}

export interface BulkRates {
  readonly resources: number;
  readonly plans: readonly PlanOverview[];
}

/** Of an answer, which may have 9 MiB. */
const MAX_DAYS_BYTES = 8 * 1_024 * 1_024;
const DAY_BYTES = 460;

/** The rates and limits of the resources of a room type, by plan and date. */
export async function readBulkRates(
  deps: Pick<InventoryDeps, 'bulkRates' | 'yieldToOthers'>,
  ctx: RequestContext,
  { roomTypeId, from, to, ratePlanCode }: ReadBulkRates,
): Promise<Result<BulkRates>> {
  const invalid = checkDateRange({ from, to });
  if (invalid !== undefined) return invalid;
  const days = { first: dayNumber(from), end: dayNumber(to) };
  const found = await deps.bulkRates.find(ctx.tenantId, roomTypeId, days);
  if (found === undefined) return roomTypeNotFound;
  if ('isTooHeavy' in found) return tooHeavy(found);
  const nights = days.end - days.first;
  const plans = found.flatMap(({ resource }) => plansOf(resource, ratePlanCode));
  const work = nights * plans.length;
  if (work > MAX_WORK) return tooBroad(found.length, work, MAX_WORK);
  if (new Set(plans).size * nights * DAY_BYTES > MAX_DAYS_BYTES) return tooManyDays;
  ctx.work?.add(work);
  const step = overviewOfRates(found, { days, ratePlanCode });
  return ok({
    resources: found.length,
    plans: await runStep(deps, ctx, createYieldBudget(), step),
  });
}

function plansOf({ plans, currency }: RatedResource['resource'], ratePlanCode: string | undefined): string[] {
  return plans
    .filter(({ code }) => ratePlanCode === undefined || code === ratePlanCode)
    .map(({ code }) => `${currency} ${code}`);
}

const tooManyDays = refuse(
  'range_too_large',
  'The dates of all plans exceed the size of a response; request fewer dates, or one plan.',
);
