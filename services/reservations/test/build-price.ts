import type { PriceBreakdown } from '@lodging/contract-inventory';

/** A price of a stay without taxes and fees. */
export function buildPrice(
  currency: string,
  room: string,
  changes: Partial<PriceBreakdown> = {},
): PriceBreakdown {
  const none = { amountMinorUnits: '0', kind: 'none', multiplierBps: 10_000 } as const;
  return {
    currency,
    subtotalMinorUnits: room,
    leadTimeAdjustment: none,
    lengthOfStayAdjustment: none,
    roomTotalMinorUnits: room,
    discountMinorUnits: '0',
    accommodationMinorUnits: room,
    lines: [],
    includedTaxMinorUnits: '0',
    addedTaxMinorUnits: '0',
    feesMinorUnits: '0',
    extrasMinorUnits: '0',
    dueAtPropertyMinorUnits: '0',
    totalMinorUnits: room,
    nights: [],
    ...changes,
  };
}
