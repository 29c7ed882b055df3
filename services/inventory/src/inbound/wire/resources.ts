import type * as contract from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { PricingEntry } from '../../domain/check-pricing.ts';
import type { RoomType } from '../../domain/resource.ts';
import type { ListPage, ResourceChanges, ResourceRecord } from '../../ports/resources.ts';
import type { PutPricing } from '../../use-cases/put-pricing.ts';
import type { NightlyRate, Rates } from '../../use-cases/read-rates.ts';
import type { UpdateResource } from '../../use-cases/update-resource.ts';

export function encodeRoomTypes({ items, nextAfter }: ListPage<RoomType>) {
  return { roomTypes: [...items], nextAfter };
}

export function decodeResourceChanges({
  resourceId,
  changes: { archived, ...changes },
}: RequestOf<typeof contract.updateResource>): UpdateResource {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { resourceId, archived, changes: Object.fromEntries(given) satisfies ResourceChanges };
}

export function encodeResource({ photoUrls, features, ...resource }: ResourceRecord): contract.Resource {
  const { archivedAt } = resource;
  return {
    ...resource,
    photoUrls: [...photoUrls],
    features: [...features],
    archivedAt: archivedAt && instantText(archivedAt),
    ratePlans: encodeRatePlans(resource),
  };
}

export function encodeResources({ items, nextAfter }: ListPage<ResourceRecord>) {
  return { resources: items.map(encodeResource), nextAfter };
}

/** The currency of a plan is that of its resource. */
function encodeRatePlans({ id: resourceId, currency, ratePlans }: Rates): contract.RatePlan[] {
  return ratePlans.map((plan) => ({ ...plan, resourceId, currency }));
}

export function encodeRates(rates: Rates) {
  const { id: resourceId, nightlyRates } = rates;
  return {
    resourceId,
    ratePlans: encodeRatePlans(rates),
    ...(nightlyRates && { nightlyRates: nightlyRates.map(encodeNightlyRate) }),
  };
}

function encodeNightlyRate({ ratePlanCode, date, amountMinorUnits, source }: NightlyRate) {
  return { ratePlanCode, date, amountMinorUnits: String(amountMinorUnits), source };
}

export function decodePricing({ resourceId, pricing }: RequestOf<typeof contract.putPricing>): PutPricing {
  return { resourceId, entries: pricing.map(decodePricingEntry) };
}

/** A missing list stays missing, so that the prices are read back as they were written. */
function decodePricingEntry(entry: contract.PricingEntry): PricingEntry {
  const { ratePlanCode, baseAmountMinorUnits: base } = entry;
  const { dayOfWeekMultipliersBps, seasons, leadTimeTiers, lengthOfStayTiers } = entry;
  return {
    ratePlanCode,
    baseAmountMinorUnits: base === null ? null : BigInt(base),
    ...(dayOfWeekMultipliersBps && { dayOfWeekMultipliersBps }),
    ...(seasons && { seasons }),
    ...(leadTimeTiers && { leadTimeTiers }),
    ...(lengthOfStayTiers && { lengthOfStayTiers }),
  };
}

export function encodePricing(resourceId: string, entries: readonly PricingEntry[]) {
  return { resourceId, pricing: entries.map(encodePricingEntry) };
}

function encodePricingEntry(entry: PricingEntry): contract.PricingEntry {
  const { baseAmountMinorUnits: base, seasons, leadTimeTiers, lengthOfStayTiers, ...rest } = entry;
  return {
    ...rest,
    baseAmountMinorUnits: base === null ? null : String(base),
    ...(seasons && { seasons: [...seasons] }),
    ...(leadTimeTiers && { leadTimeTiers: [...leadTimeTiers] }),
    ...(lengthOfStayTiers && { lengthOfStayTiers: [...lengthOfStayTiers] }),
  };
}
