import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { duplicates, refuseFaults } from './faults.ts';
import type { Fault, Invalid } from './faults.ts';
import { isGeneric } from './resource.ts';
import type { LeadTimeTier, Pricing, RatePlan, ResourceKind, Season } from './resource.ts';

export interface PricingEntry extends Pricing {
  /** Null for a generic resource. */
  readonly ratePlanCode: string | null;
}

export interface PricingOfPlan {
  /** Null for a generic resource. */
  readonly ratePlanId: string | null;
  readonly pricing: Pricing;
}

/** What is wrong with the entries whatever the resource. */
export function refusePricingEntries(entries: readonly PricingEntry[]): Invalid | undefined {
  const twice = duplicates(
    entries,
    ({ ratePlanCode }) => JSON.stringify(ratePlanCode),
    (index) => ({
      pointer: `/pricing/${index}/ratePlanCode`,
      message: 'A plan may stand in the list only once.',
    }),
  );
  return refuseFaults([...twice, ...entries.flatMap((entry, index) => faultsOf(entry, `/pricing/${index}`))]);
}

/** All or nothing: one unknown code refuses the whole list. */
export function resolvePricing(
  resource: { readonly kind: ResourceKind },
  plans: readonly Pick<RatePlan, 'id' | 'code'>[],
  entries: readonly PricingEntry[],
): Result<PricingOfPlan[], Refusal<'unknown_rate_plan_code'>> {
  const resolved: PricingOfPlan[] = [];
  for (const { ratePlanCode, ...pricing } of entries) {
    const id = isGeneric(resource) ? undefined : plans.find(({ code }) => code === ratePlanCode)?.id;
    const isForResource = isGeneric(resource) ? ratePlanCode === null : id !== undefined;
    if (!isForResource) return refuse('unknown_rate_plan_code', unknownCode(ratePlanCode));
    resolved.push({ ratePlanId: id ?? null, pricing });
  }
  return ok(resolved);
}

function unknownCode(code: string | null): string {
  return code === null
    ? 'The resource has a room type, so every price belongs to one of its rate plans.'
    : `The resource has no rate plan with the code ${JSON.stringify(code)}.`;
}

function faultsOf(
  { seasons = [], leadTimeTiers = [], lengthOfStayTiers = [] }: Pricing,
  at: string,
): Fault[] {
  return [
    ...seasons.flatMap((season, index) =>
      seasonFaults(season, seasons.slice(0, index), `${at}/seasons/${index}`),
    ),
    ...leadTimeTiers.flatMap((tier, index) =>
      tierFaults(tier, leadTimeTiers.slice(0, index), `${at}/leadTimeTiers/${index}`),
    ),
    ...duplicates(
      lengthOfStayTiers,
      ({ minNights }) => String(minNights),
      (index) => ({
        pointer: `${at}/lengthOfStayTiers/${index}/minNights`,
        message: 'Two tiers ask for the same number of nights.',
      }),
    ),
  ];
}

function seasonFaults({ from, to }: Season, earlier: readonly Season[], pointer: string): Fault[] {
  if (from >= to) return [{ pointer: `${pointer}/to`, message: 'A season must begin before it ends.' }];
  const overlaps = earlier.some((other) => other.from < to && from < other.to);
  return overlaps ? [{ pointer, message: 'Two seasons of one plan overlap.' }] : [];
}

/** Both bounds of a tier are included. */
function tierFaults(tier: LeadTimeTier, earlier: readonly LeadTimeTier[], pointer: string): Fault[] {
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
