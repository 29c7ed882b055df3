import type { PriceStayResponse } from '@lodging/contract-inventory';
import type { Result, StayWindow } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Period } from '../domain/period.ts';
import type { SoldTerms } from '../domain/reservation-terms.ts';
import type { Money, Stay } from '../domain/reservation.ts';
import type { Capacity } from '../domain/summarize-period.ts';

/** A tax or fee that the guests need not pay. */
export interface TaxExemption {
  readonly code: string;
  readonly reason: string;
}

export interface UnpricedStay {
  readonly resourceId: string;
  readonly ratePlanId?: string | undefined;
  readonly window: StayWindow;
  readonly partySize: number;
  readonly quantity: number;
  readonly occupancyChildren?: number | undefined;
  /** One for each child; undefined where they were not told. */
  readonly childAges?: readonly number[] | undefined;
  /** Of a booking alone: the guest's own word exempts nobody. */
  readonly taxExemptions?: readonly TaxExemption[] | undefined;
  readonly displayCurrency?: string | undefined;
  /** How many stays near it the refusal `unavailable` names. */
  readonly alternatives?: number | undefined;
}

export interface PricedStay extends SoldTerms {
  readonly stay: Stay;
  readonly total: Money;
  /** Shown to the client as inventory writes it. */
  readonly display: Pick<PriceStayResponse, 'displayTotal' | 'fx' | 'priceBreakdown'>;
}

export interface Claim {
  readonly id: string;
  readonly stay: Pick<Stay, 'resourceId' | 'window' | 'quantity'>;
}

/** A method throws where the neighbour gives no usable answer. */
export interface InventoryClient {
  /** A quote and a booking have restrictions of their own. */
  priceStay(
    ctx: RequestContext,
    purpose: 'quote' | 'booking',
    stay: UnpricedStay,
  ): Promise<Result<PricedStay>>;
  /** Whether other claims take the units now. False also where inventory does not say. */
  isTaken(ctx: RequestContext, claim: Claim): Promise<boolean>;
  /** `until` null: the claim is permanent. */
  claim(ctx: RequestContext, claim: Claim, until: Temporal.Instant | null): Promise<Result<null>>;
  confirmClaim(ctx: RequestContext, claim: Claim): Promise<Result<null>>;
  /** Also where the claim was released. */
  renewClaim(ctx: RequestContext, claim: Claim): Promise<Result<null>>;
  /** Of a stay that is unknown here. False: there is none. */
  releaseLost(ctx: RequestContext, id: string): Promise<Result<boolean>>;
  release(
    ctx: RequestContext,
    claim: { readonly id: string; readonly resourceId: string },
    reason: 'expired' | 'cancelled' | 'abandoned' | 'no_show',
  ): Promise<Result<null>>;
  readCapacity(ctx: RequestContext, period: Period): Promise<readonly Capacity[]>;
}
