import type { StayWindow } from '@lodging/kernel';
import type { PricingEntry } from '../domain/check-pricing.ts';
import type { Adjustment, StayPrice } from '../domain/price-stay.ts';
import type { ResourceRecord } from './ports.ts';

export const noResource = ['resource_not_found', 'There is no such resource.'] as const;
export const noRoomType = ['room_type_not_found', 'There is no such room type.'] as const;

export function windowOf({ from, to }: { from: string; to: string }): StayWindow {
  return { from: Temporal.Instant.from(from), to: Temporal.Instant.from(to) };
}

export function writeInstant(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'millisecond' });
}

export function writePrice(price: StayPrice, currency: string) {
  return {
    currency,
    subtotalMinorUnits: String(price.subtotalMinorUnits),
    totalMinorUnits: String(price.totalMinorUnits),
    leadTimeAdjustment: writeAdjustment(price.leadTimeAdjustment),
    lengthOfStayAdjustment: writeAdjustment(price.lengthOfStayAdjustment),
    nights: price.nights.map((night) => ({
      ...night,
      baseAmountMinorUnits: String(night.baseAmountMinorUnits),
      amountMinorUnits: String(night.amountMinorUnits),
    })),
  };
}

function writeAdjustment({ kind, amountMinorUnits, multiplierBps }: Adjustment) {
  return { kind, amountMinorUnits: String(amountMinorUnits), multiplierBps };
}

export function writeResource({ photoUrls, ...resource }: ResourceRecord) {
  return { ...resource, photoUrls: [...photoUrls], ratePlans: writeRates(resource).ratePlans };
}

export function writeRates({
  id: resourceId,
  currency,
  ratePlans,
}: Pick<ResourceRecord, 'id' | 'currency' | 'ratePlans'>) {
  // A plan's currency is its resource's.
  return { resourceId, ratePlans: ratePlans.map((plan) => ({ ...plan, resourceId, currency })) };
}

export function writePricing(resourceId: string, entries: readonly PricingEntry[]) {
  return {
    resourceId,
    pricing: entries.map(({ baseAmountMinorUnits, seasons, leadTimeTiers, lengthOfStayTiers, ...entry }) => ({
      ...entry,
      baseAmountMinorUnits: baseAmountMinorUnits === null ? null : String(baseAmountMinorUnits),
      ...(seasons && { seasons: [...seasons] }),
      ...(leadTimeTiers && { leadTimeTiers: [...leadTimeTiers] }),
      ...(lengthOfStayTiers && { lengthOfStayTiers: [...lengthOfStayTiers] }),
    })),
  };
}
