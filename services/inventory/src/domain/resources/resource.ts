import { refuse } from '@lodging/kernel';
import type { Translated } from '@lodging/kernel';
import type { SaleTerms } from '../rules/sale-terms.ts';
import type { ResourceKind } from '../time/resource-kind.ts';

export interface RoomType extends Translated {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly maxOccupancy: number;
  readonly maxAdults: number;
  readonly maxChildren: number;
}

/** Exactly one of the two kinds of adjustment; the amount has no sign. */
export interface DerivedAdjustment {
  readonly kind: 'add' | 'subtract';
  readonly amountMinorUnits: bigint;
}

/** How a plan takes its nights from another plan of its resource, its parent. */
export interface Derivation {
  readonly ratePlanCode: string;
  readonly multiplierBps: number;
  readonly adjustment?: DerivedAdjustment | undefined;
}

/** A rate plan as the tenant set it. Its currency is that of its resource. */
export interface RatePlan extends SaleTerms, Translated {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly isRefundable: boolean;
  readonly minStayNights: number;
  readonly maxStayNights: number | null;
  readonly closedToArrival: boolean;
  readonly closedToDeparture: boolean;
  readonly enabled: boolean;
  /** Null: it has prices of its own. */
  readonly derivedFrom: Derivation | null;
}

/** Overrides of a plan for the local dates from `from` up to, not including, `to`; null leaves the value of the plan. */
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

/** What a child of these ages pays a night; both ages are included. */
export interface ChildBand {
  readonly fromAge: number;
  readonly toAge: number;
  readonly amountMinorUnits: bigint;
}

/** The guests that the base amount includes, and what others add to a night of one unit. */
export interface OccupancyPricing {
  readonly includedAdults: number;
  readonly extraAdultMinorUnits: bigint;
  /** For one adult without children. */
  readonly singleAdultMultiplierBps: number;
  readonly includedChildren: number;
  readonly children: readonly ChildBand[];
}

/** Prices of one plan, or of a generic resource. An absent part changes no price. */
export interface Pricing {
  readonly baseAmountMinorUnits: bigint | null;
  readonly dayOfWeekMultipliersBps?: { readonly [Day in Weekday]?: number | undefined };
  readonly seasons?: readonly Season[];
  readonly leadTimeTiers?: readonly LeadTimeTier[];
  readonly lengthOfStayTiers?: readonly LengthOfStayTier[];
  readonly occupancy?: OccupancyPricing;
}

/** A plan with everything that decides whether it can be booked and at what price. */
export interface SellablePlan extends RatePlan {
  /** In order of precedence: a later one wins where two overlap. */
  readonly restrictions: readonly Restriction[];
  /** Its own; those of a derived plan are kept and have no effect. */
  readonly pricing: Pricing | undefined;
}

/**
 * Everything except claims that decides availability and price, and what a search shows. Every change of it increments
 * `config_version`. It has no translations of the description, which no search shows.
 */
export interface ResourceConfig extends SaleTerms, Translated {
  readonly id: string;
  readonly kind: ResourceKind;
  readonly name: string;
  readonly slug: string;
  readonly photoUrls: readonly string[];
  readonly features: readonly string[];
  readonly capacity: number;
  readonly currency: string;
  readonly timezone: string;
  readonly units: number;
  /** Local times, `HH:MM`. */
  readonly checkInTime: string;
  readonly checkOutTime: string;
  /** Off sale, whatever its plans say. */
  readonly isArchived: boolean;
  readonly roomType: RoomType | null;
  readonly plans: readonly SellablePlan[];
  /** Of a generic resource; a lodging resource is priced by its plans. */
  readonly pricing: Pricing | undefined;
}

export const resourceNotFound = refuse('resource_not_found', 'There is no such resource.');
export const roomTypeNotFound = refuse('room_type_not_found', 'There is no such room type.');
export const archivedRequiresSecretKey = refuse(
  'secret_key_required',
  'Archived resources are listed with a secret key only.',
);
