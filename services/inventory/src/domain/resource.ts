export type ResourceKind = 'hotel_room' | 'apartment' | 'villa' | 'generic';

export interface RoomType {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly maxOccupancy: number;
  readonly maxAdults: number;
  readonly maxChildren: number;
}

/** A rate plan as its owner set it. Its currency is the resource's. */
export interface RatePlan {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly isRefundable: boolean;
  readonly minStayNights: number;
  readonly maxStayNights: number | null;
  readonly closedToArrival: boolean;
  readonly closedToDeparture: boolean;
  readonly enabled: boolean;
}

/** Overrides of a plan for the local dates from `from` up to, not including, `to`; null leaves the plan's own value. */
export interface Restriction {
  readonly from: string;
  readonly to: string;
  readonly stopSell: boolean;
  readonly minStayNights: number | null;
  readonly maxStayNights: number | null;
  readonly closedToArrival: boolean | null;
  readonly closedToDeparture: boolean | null;
}

export type Weekday = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';

export interface Season {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly multiplierBps: number;
}

export interface LeadTimeTier {
  readonly minDaysAhead: number;
  readonly maxDaysAhead: number | null;
  readonly multiplierBps: number;
}

export interface LengthOfStayTier {
  readonly minNights: number;
  readonly multiplierBps: number;
}

/** Prices of one plan, or of a generic resource. What is absent changes nothing. */
export interface Pricing {
  readonly baseAmountMinorUnits: bigint | null;
  readonly dayOfWeekMultipliersBps?: { readonly [Day in Weekday]?: number | undefined };
  readonly seasons?: readonly Season[];
  readonly leadTimeTiers?: readonly LeadTimeTier[];
  readonly lengthOfStayTiers?: readonly LengthOfStayTier[];
}

/** A plan with everything that decides whether it takes a stay and for how much. */
export interface SellablePlan extends RatePlan {
  /** In their order: a later one wins where two overlap. */
  readonly restrictions: readonly Restriction[];
  readonly pricing: Pricing | undefined;
}

export interface ResourceConfig {
  readonly id: string;
  readonly kind: ResourceKind;
  readonly capacity: number;
  readonly currency: string;
  readonly timezone: string;
  readonly units: number;
  readonly roomType: RoomType | null;
  readonly plans: readonly SellablePlan[];
  /** Of a generic resource; a lodging one is priced by its plans. */
  readonly pricing: Pricing | undefined;
}

/** A resource without a room type: its window is exact and it takes no rate plan. */
export function isGeneric(resource: { readonly kind: ResourceKind }): boolean {
  return resource.kind === 'generic';
}
