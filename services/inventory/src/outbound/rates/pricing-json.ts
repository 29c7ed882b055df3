import type {
  ChildBand,
  Derivation,
  DerivedAdjustment,
  LeadTimeTier,
  LengthOfStayTier,
  OccupancyPricing,
  Pricing,
  RatePlan,
  Season,
} from '../../domain/resources/resource.ts';

/** Amounts are text, because JSON.parse would read a JSON number as a float. */
export interface OccupancyJson extends Omit<OccupancyPricing, 'extraAdultMinorUnits' | 'children'> {
  readonly extraAdultMinorUnits: string;
  readonly children: readonly (Omit<ChildBand, 'amountMinorUnits'> & { readonly amountMinorUnits: string })[];
}

export interface DerivationJson extends Omit<Derivation, 'adjustment'> {
  readonly adjustment?: Omit<DerivedAdjustment, 'amountMinorUnits'> & { readonly amountMinorUnits: string };
}

export interface PricingJson {
  readonly baseAmountMinorUnits: string | null;
  readonly dayOfWeekMultipliersBps: Pricing['dayOfWeekMultipliersBps'] | null;
  readonly seasons: readonly Season[] | null;
  readonly leadTimeTiers: readonly LeadTimeTier[] | null;
  readonly lengthOfStayTiers: readonly LengthOfStayTier[] | null;
  readonly occupancy: OccupancyJson | null;
}

/** A null column means that the request had no such list; it stays absent. */
export function readPricing(json: PricingJson | null): Pricing | undefined {
  if (json === null) return undefined;
  const { baseAmountMinorUnits: base, dayOfWeekMultipliersBps, seasons, occupancy, ...tiers } = json;
  return {
    baseAmountMinorUnits: base === null ? null : BigInt(base),
    ...(dayOfWeekMultipliersBps && { dayOfWeekMultipliersBps }),
    ...(seasons && { seasons }),
    ...(tiers.leadTimeTiers && { leadTimeTiers: tiers.leadTimeTiers }),
    ...(tiers.lengthOfStayTiers && { lengthOfStayTiers: tiers.lengthOfStayTiers }),
    ...(occupancy && { occupancy: readOccupancy(occupancy) }),
  };
}

function readOccupancy({ extraAdultMinorUnits, children, ...rest }: OccupancyJson): OccupancyPricing {
  return {
    ...rest,
    extraAdultMinorUnits: BigInt(extraAdultMinorUnits),
    children: children.map((band) => ({ ...band, amountMinorUnits: BigInt(band.amountMinorUnits) })),
  };
}

export function writeOccupancy(occupancy: OccupancyPricing | undefined): OccupancyJson | null {
  if (occupancy === undefined) return null;
  const { extraAdultMinorUnits, children, ...rest } = occupancy;
  return {
    ...rest,
    extraAdultMinorUnits: String(extraAdultMinorUnits),
    children: children.map((band) => ({ ...band, amountMinorUnits: String(band.amountMinorUnits) })),
  };
}

/** A plan as JSON of a statement has it. */
export interface RatePlanJson extends Omit<RatePlan, 'derivedFrom'> {
  readonly derivedFrom: DerivationJson | null;
}

export function readRatePlan<Plan extends RatePlanJson>({ derivedFrom, ...plan }: Plan) {
  return { ...plan, derivedFrom: derivedFrom && readDerivation(derivedFrom) };
}

function readDerivation({ adjustment, ...rest }: DerivationJson): Derivation {
  if (adjustment === undefined) return rest;
  return { ...rest, adjustment: { ...adjustment, amountMinorUnits: BigInt(adjustment.amountMinorUnits) } };
}

export function writeDerivation(derivedFrom: Derivation | null): DerivationJson | null {
  if (derivedFrom === null) return null;
  const { adjustment, ...rest } = derivedFrom;
  if (adjustment === undefined) return rest;
  return { ...rest, adjustment: { ...adjustment, amountMinorUnits: String(adjustment.amountMinorUnits) } };
}
