import type { LeadTimeTier, LengthOfStayTier, Pricing, Season } from '../../domain/resources/resource.ts';

export interface PricingJson {
  readonly baseAmountMinorUnits: string | null;
  readonly dayOfWeekMultipliersBps: Pricing['dayOfWeekMultipliersBps'] | null;
  readonly seasons: readonly Season[] | null;
  readonly leadTimeTiers: readonly LeadTimeTier[] | null;
  readonly lengthOfStayTiers: readonly LengthOfStayTier[] | null;
}

/** A null column means that the request had no such list; it stays absent. */
export function readPricing(json: PricingJson | null): Pricing | undefined {
  if (json === null) return undefined;
  const { baseAmountMinorUnits: base, dayOfWeekMultipliersBps, seasons, ...tiers } = json;
  return {
    baseAmountMinorUnits: base === null ? null : BigInt(base),
    ...(dayOfWeekMultipliersBps && { dayOfWeekMultipliersBps }),
    ...(seasons && { seasons }),
    ...(tiers.leadTimeTiers && { leadTimeTiers: tiers.leadTimeTiers }),
    ...(tiers.lengthOfStayTiers && { lengthOfStayTiers: tiers.lengthOfStayTiers }),
  };
}
