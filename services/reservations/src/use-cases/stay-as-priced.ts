import type { PriceStayResponse } from '@lodging/contract-inventory';
import type { Money, Stay } from '../domain/reservation.ts';

export interface StayWish {
  readonly from: string;
  readonly to: string;
  readonly quantity: number;
}

export function stayAsPriced(wish: StayWish, priced: PriceStayResponse): { stay: Stay; total: Money } {
  const { priceBreakdown } = priced;
  return {
    stay: {
      resourceId: priced.resourceId,
      roomTypeId: priced.roomTypeId,
      ratePlanId: priced.ratePlanId,
      window: { from: Temporal.Instant.from(wish.from), to: Temporal.Instant.from(wish.to) },
      timeZone: priced.timezone,
      quantity: wish.quantity,
    },
    total: { minorUnits: BigInt(priceBreakdown.totalMinorUnits), currency: priceBreakdown.currency },
  };
}
