import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { isGeneric } from '../time/resource-kind.ts';
import type { ChildBand, LeadTimeTier, Pricing, RatePlan, Season } from '../resources/resource.ts';
import type { ResourceKind } from '../time/resource-kind.ts';
import { LIMITS, refuseGrowth } from '../resources/tenant-limits.ts';
import { duplicateErrors, errorsOfEach, refuseErrors } from '../validation.ts';
import type { FieldError, ValidationFailed } from '../validation.ts';

export interface PricingEntry extends Pricing {
  /** Null for a generic resource. */
  readonly ratePlanCode: string | null;
}

export interface PlanPricing {
  /** Null for a generic resource. */
  readonly ratePlanId: string | null;
  readonly pricing: Pricing;
}

/** The checks that need no resource. */
export function checkPricingEntries(entries: readonly PricingEntry[]): ValidationFailed | undefined {
  const duplicates = duplicateErrors(
    entries,
    ({ ratePlanCode }) => JSON.stringify(ratePlanCode),
    (index) => ({
      pointer: `/pricing/${index}/ratePlanCode`,
      message: 'A plan may stand in the list only once.',
    }),
  );
  const invalid = errorsOfEach(entries, (entry, index) => pricingErrors(entry, `/pricing/${index}`));
  return refuseErrors(errorsOfEach([duplicates, invalid], (errors) => errors));
}

/** The number of seasons of each plan, by its id. */
export type SeasonCounts = ReadonlyMap<PlanPricing['ratePlanId'], number>;

/** All or nothing: one unknown code refuses the whole list. `stored` are the seasons that the resource has. */
export function resolvePricing(
  resource: { readonly kind: ResourceKind },
  plans: readonly Pick<RatePlan, 'id' | 'code' | 'derivedFrom'>[],
  entries: readonly PricingEntry[],
  stored: SeasonCounts,
): Result<PlanPricing[], Refusal<'unknown_rate_plan_code' | 'plan_is_derived' | 'limit_reached'>> {
  const resolved: PlanPricing[] = [];
  for (const { ratePlanCode, ...pricing } of entries) {
    const id = isGeneric(resource) ? undefined : plans.find(({ code }) => code === ratePlanCode)?.id;
    const isForResource = isGeneric(resource) ? ratePlanCode === null : id !== undefined;
    if (!isForResource) return refuse('unknown_rate_plan_code', unknownCodeDetail(ratePlanCode));
    resolved.push({ ratePlanId: id ?? null, pricing });
  }
  const derived = isGeneric(resource) ? undefined : findDerived(plans, entries);
  if (derived !== undefined) return planIsDerived(derived);
  return refuseGrowth(LIMITS.seasons, countSeasons(stored, resolved)) ?? ok(resolved);
}

function findDerived(
  plans: readonly Pick<RatePlan, 'code' | 'derivedFrom'>[],
  entries: readonly PricingEntry[],
): string | undefined {
  const codes = new Set(entries.map(({ ratePlanCode }) => ratePlanCode));
  return plans.find(({ code, derivedFrom }) => derivedFrom !== null && codes.has(code))?.code;
}

function planIsDerived(code: string) {
  const detail = `The rate plan ${JSON.stringify(code)} has the prices of its parent; end the derivation first.`;
  return refuse('plan_is_derived', detail);
}

function countSeasons(stored: SeasonCounts, replaced: readonly PlanPricing[]) {
  const sum = (counts: SeasonCounts) => [...counts.values()].reduce((total, count) => total + count, 0);
  const after = new Map(stored);
  for (const { ratePlanId, pricing } of replaced) after.set(ratePlanId, pricing.seasons?.length ?? 0);
  return { before: sum(stored), after: sum(after) };
}

function unknownCodeDetail(code: string | null): string {
  return code === null
    ? 'The resource has a room type, so every price belongs to one of its rate plans.'
    : `The resource has no rate plan with the code ${JSON.stringify(code)}.`;
}

function* pricingErrors(
  { seasons = [], leadTimeTiers = [], lengthOfStayTiers = [], occupancy }: Pricing,
  pointer: string,
): Generator<FieldError> {
  yield* errorsOfEach(seasons, (season, index) =>
    seasonErrors(season, seasons.slice(0, index), `${pointer}/seasons/${index}`),
  );
  yield* errorsOfEach(leadTimeTiers, (tier, index) =>
    leadTimeErrors(tier, leadTimeTiers.slice(0, index), `${pointer}/leadTimeTiers/${index}`),
  );
  yield* duplicateErrors(
    lengthOfStayTiers,
    ({ minNights }) => String(minNights),
    (index) => ({
      pointer: `${pointer}/lengthOfStayTiers/${index}/minNights`,
      message: 'Two tiers have the same number of nights.',
    }),
  );
  const bands = occupancy?.children ?? [];
  yield* errorsOfEach(bands, (band, index) =>
    bandErrors(band, bands.slice(0, index), `${pointer}/occupancy/children/${index}`),
  );
}

function seasonErrors({ from, to }: Season, earlier: readonly Season[], pointer: string): FieldError[] {
  if (from >= to) return [{ pointer: `${pointer}/to`, message: 'A season must begin before it ends.' }];
  const overlaps = earlier.some((other) => other.from < to && from < other.to);
  return overlaps ? [{ pointer, message: 'Two seasons of one plan overlap.' }] : [];
}

/** Both ages of a band are included. */
function bandErrors(
  { fromAge, toAge }: ChildBand,
  earlier: readonly ChildBand[],
  pointer: string,
): FieldError[] {
  if (fromAge > toAge)
    return [{ pointer: `${pointer}/toAge`, message: 'A band must not end before it begins.' }];
  const overlaps = earlier.some((other) => other.fromAge <= toAge && fromAge <= other.toAge);
  return overlaps ? [{ pointer, message: 'Two bands of ages overlap.' }] : [];
}

/** Both bounds of a tier are included. */
function leadTimeErrors(tier: LeadTimeTier, earlier: readonly LeadTimeTier[], pointer: string): FieldError[] {
  const last = lastDayOf(tier);
  if (tier.minDaysAhead > last)
    return [{ pointer: `${pointer}/maxDaysAhead`, message: 'A tier must not end before it begins.' }];
  const overlaps = earlier.some(
    (other) => other.minDaysAhead <= last && tier.minDaysAhead <= lastDayOf(other),
  );
  return overlaps ? [{ pointer, message: 'Two lead-time tiers of one plan overlap.' }] : [];
}

function lastDayOf({ maxDaysAhead }: LeadTimeTier): number {
  return maxDaysAhead ?? Number.POSITIVE_INFINITY;
}
