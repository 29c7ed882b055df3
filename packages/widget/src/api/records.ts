/** What the component reads of the API's answers. Amounts are minor units as strings, instants are ISO strings. */

export type Reason =
  | 'occupancy_exceeded'
  | 'reserved'
  | 'external_block'
  | 'min_stay'
  | 'max_stay'
  | 'closed_to_arrival'
  | 'closed_to_departure'
  | 'stop_sell';

export interface FoundResource {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly capacity: number;
  readonly timezone: string;
  readonly photoUrls: readonly string[];
  readonly roomType: { readonly name: string } | null;
}

export interface Amount {
  readonly amountMinorUnits: string;
  readonly currency: string;
}

export interface Offer {
  readonly ratePlanId: string | null;
  readonly name: string | null;
  readonly available: boolean;
  readonly totalMinorUnits: string | null;
  readonly currency: string;
  readonly displayTotal: Amount | null;
  readonly dueAtPropertyMinorUnits: string;
  readonly refundability: 'refundable' | 'partially_refundable' | 'non_refundable' | null;
  readonly freeUntil: string | null;
}

export interface Alternative {
  readonly kind: 'plan' | 'resource' | 'shift' | 'shorter' | 'longer';
  readonly resourceId: string;
  readonly ratePlanId: string | null;
  readonly from: string;
  readonly to: string;
  readonly nights: number;
  readonly shiftDays: number;
  readonly totalMinorUnits: string;
  readonly currency: string;
  readonly displayTotal: Amount | null;
}

export interface SearchResult {
  readonly resource: FoundResource;
  readonly from: string;
  readonly to: string;
  readonly nights: number;
  readonly bookable: boolean;
  readonly reasons: readonly Reason[];
  readonly offers: readonly Offer[];
  readonly problems: readonly string[];
  readonly alternatives: readonly Alternative[];
}

export interface SearchPage {
  readonly asOf: string;
  readonly results: readonly SearchResult[];
  readonly nextCursor: string | null;
}

export interface CalendarDay {
  readonly date: string;
  readonly status: 'available' | 'unavailable';
  readonly priceHintMinorUnits: string | null;
  readonly restrictions: {
    readonly closedToArrival: boolean;
    readonly closedToDeparture: boolean;
    readonly minStayNights: number | null;
    readonly maxStayNights: number | null;
  };
}

export interface Calendar {
  readonly currency: string;
  readonly days: readonly CalendarDay[];
}

export interface Resource {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly timezone: string;
  readonly capacity: number;
  readonly ratePlans: readonly { readonly id: string; readonly name: string }[];
}

interface Adjustment {
  readonly kind: 'none' | 'discount' | 'surcharge';
  readonly amountMinorUnits: string;
}

export interface PriceLine {
  readonly id: string;
  readonly kind: 'discount' | 'fee' | 'extra' | 'tax';
  readonly name: string;
  readonly inclusive: boolean;
  readonly collect: 'online' | 'property';
  readonly amountMinorUnits: string;
}

export interface PriceBreakdown {
  readonly currency: string;
  readonly nights: readonly { readonly date: string; readonly amountMinorUnits: string }[];
  readonly leadTimeAdjustment: Adjustment;
  readonly lengthOfStayAdjustment: Adjustment;
  readonly discountMinorUnits: string;
  readonly lines: readonly PriceLine[];
  readonly dueAtPropertyMinorUnits: string;
  readonly totalMinorUnits: string;
}

export interface QuotedCancellation {
  readonly timeline: readonly {
    readonly until: string | null;
    readonly penaltyMinorUnits: string;
    readonly refundMinorUnits: string;
  }[];
  readonly noShowPenaltyMinorUnits: string;
}

export interface ScheduledPayment {
  readonly purpose: 'stay' | 'deposit' | 'balance';
  readonly amountMinorUnits: string;
  readonly dueAt: string;
}

export interface Quote {
  readonly expiresAt: string;
  readonly signedQuoteToken: string;
  readonly displayTotal: Amount;
  readonly priceBreakdown: PriceBreakdown;
  readonly cancellation: QuotedCancellation | null;
  readonly schedule: readonly ScheduledPayment[];
}

export interface Hold {
  readonly id: string;
  readonly state: string;
  readonly totalMinorUnits: string;
  readonly currency: string;
  readonly holdExpiresAt: string | null;
}

/** A refusal of the API (problem+json), or that there was no answer: the codes of the client. */
export interface Problem {
  readonly code: string;
  readonly status: number;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  readonly reasons: readonly Reason[];
  readonly alternatives: readonly Alternative[];
  readonly missingDates: readonly string[];
}
