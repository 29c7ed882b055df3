import { refuse } from '@lodging/kernel';
import type { SaleTerms } from '../rules/sale-terms.ts';
import type { ResourceKind } from '../time/resource-kind.ts';

export interface RoomType {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly maxOccupancy: number;
  readonly maxAdults: number;
  readonly maxChildren: number;
}

/** A rate plan as the tenant set it. Its currency is that of its resource. */
export interface RatePlan extends SaleTerms {
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

/** Prices of one plan, or of a generic resource. An absent part changes no price. */
export interface Pricing {
  readonly baseAmountMinorUnits: bigint | null;
  readonly dayOfWeekMultipliersBps?: { readonly [Day in Weekday]?: number | undefined };
  readonly seasons?: readonly Season[];
  readonly leadTimeTiers?: readonly LeadTimeTier[];
  readonly lengthOfStayTiers?: readonly LengthOfStayTier[];
}

/** A plan with everything that decides whether it can be booked and at what price. */
export interface SellablePlan extends RatePlan {
  /** In order of precedence: a later one wins where two overlap. */
  readonly restrictions: readonly Restriction[];
  readonly pricing: Pricing | undefined;
}

/**
 * Everything except claims that decides availability and price, and what a search shows. Every change of it increments
 * `config_version`.
 */
export interface ResourceConfig extends SaleTerms {
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
