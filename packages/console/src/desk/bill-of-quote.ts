import type { Quote } from '@lodging/client';
import type { ItemisedPrice } from './bill-table.tsx';

/** A quote as the table of a bill shows it. */
export function billOf({ quantity, priceBreakdown }: Quote): ItemisedPrice {
  const { leadTimeAdjustment, lengthOfStayAdjustment, roomTotalMinorUnits, ...rest } = priceBreakdown;
  return {
    ...rest,
    quantity,
    leadTimeMultiplierBps: leadTimeAdjustment.multiplierBps,
    lengthOfStayMultiplierBps: lengthOfStayAdjustment.multiplierBps,
    roomMinorUnits: roomTotalMinorUnits,
  };
}
