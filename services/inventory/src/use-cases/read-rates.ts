import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkDateRange } from '../domain/check-window.ts';
import { dayNumber, isoDate } from '../domain/day-number.ts';
import type { NightlyRates } from '../domain/day-terms.ts';
import type { DateRange, DayRange } from '../domain/range-by-day.ts';
import { resourceNotFound } from '../domain/resource.ts';
import type { SellablePlan } from '../domain/resource.ts';
import type { InventoryDeps } from '../ports/inventory-deps.ts';
import type { ResourceRecord } from '../ports/resources.ts';

export interface ReadRates {
  readonly resourceId: string;
  /** With a range, the nightly rates of its dates are read, too. */
  readonly range: DateRange | undefined;
}

export interface NightlyRate {
  readonly ratePlanCode: string;
  readonly date: string;
  readonly amountMinorUnits: bigint;
  /** The rate of the date, or the base amount of the plan. */
  readonly source: 'override' | 'base';
}

export interface Rates extends Pick<ResourceRecord, 'id' | 'currency' | 'ratePlans'> {
  readonly nightlyRates?: readonly NightlyRate[];
}

export async function readRates(
  { resources, calendars }: Pick<InventoryDeps, 'resources' | 'calendars'>,
  { tenantId }: RequestContext,
  { resourceId, range }: ReadRates,
): Promise<Result<Rates>> {
  if (range === undefined) {
    const found = await resources.find(tenantId, resourceId);
    return found === undefined ? resourceNotFound : ok(found);
  }
  const invalid = checkDateRange(range);
  if (invalid !== undefined) return invalid;
  const days = { first: dayNumber(range.from), end: dayNumber(range.to) };
  const found = await calendars.findNightlyRates(tenantId, resourceId, days);
  if (found === undefined) return resourceNotFound;
  const { id, currency, plans } = found.resource;
  return ok({
    id,
    currency,
    ratePlans: plans.map(({ restrictions: _restrictions, pricing: _pricing, ...plan }) => plan),
    nightlyRates: plans.flatMap((plan) => nightlyRatesOf(plan, found.nightlyRates.get(plan.id), days)),
  });
}

/** A date with neither a rate nor a base amount is left out. */
function nightlyRatesOf(
  { code, pricing }: SellablePlan,
  rates: NightlyRates | undefined,
  { first, end }: DayRange,
): NightlyRate[] {
  const base = pricing?.baseAmountMinorUnits ?? undefined;
  return Array.from({ length: end - first }, (_, index) => first + index).flatMap((day) => {
    const override = rates?.get(day);
    const amountMinorUnits = override ?? base;
    if (amountMinorUnits === undefined) return [];
    const source = override === undefined ? 'base' : 'override';
    return [{ ratePlanCode: code, date: isoDate(day), amountMinorUnits, source }];
  });
}
