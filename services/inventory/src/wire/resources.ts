import type * as contract from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { instantText, orderedTranslations } from '@lodging/kernel';
import { endPage } from '@lodging/kit-messaging';
import type { z } from 'zod';
import type { PricingEntry } from '../domain/rates/check-pricing.ts';
import type { Derivation, OccupancyPricing, RoomType } from '../domain/resources/resource.ts';
import type { RatePlanEntry } from '../domain/rates/merge-rate-plans.ts';
import type { PutRates } from '../use-cases/rates/put-rates.ts';
import type { ListPage, ResourceChanges, ResourceRecord } from '../ports/resources.ts';
import { NEUTRAL_BPS } from '../domain/stays/night-amount.ts';
import type { PutPricing } from '../use-cases/rates/put-pricing.ts';
import type { NightlyRate, Rates } from '../use-cases/rates/read-rates.ts';
import type { UpdateResource } from '../use-cases/resources/update-resource.ts';

export function roomTypeToWire({ translations, ...roomType }: RoomType): contract.RoomType {
  return { ...roomType, ...orderedTranslations(translations) };
}

export function roomTypesToWire(page: ListPage<RoomType>) {
  const { items, last } = endPage(page, ({ item }) => roomTypeToWire(item));
  return { roomTypes: items, nextAfter: last?.position ?? null };
}

export function resourceChangesFromWire({
  resourceId,
  changes: { archived, ...changes },
}: RequestOf<typeof contract.updateResource>): UpdateResource {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { resourceId, archived, changes: Object.fromEntries(given) satisfies ResourceChanges };
}

export function resourceToWire({
  photoUrls,
  features,
  translations,
  ...resource
}: ResourceRecord): contract.Resource {
  const { archivedAt, roomType } = resource;
  return {
    ...resource,
    ...orderedTranslations(translations),
    roomType: roomType && roomTypeToWire(roomType),
    photoUrls: [...photoUrls],
    features: [...features],
    archivedAt: archivedAt && instantText(archivedAt),
    ratePlans: ratePlansToWire(resource),
  };
}

export function resourcesToWire(page: ListPage<ResourceRecord>) {
  const { items, last } = endPage(page, ({ item }) => resourceToWire(item));
  return { resources: items, nextAfter: last?.position ?? null };
}

/** The currency of a plan is that of its resource. */
function ratePlansToWire({ id: resourceId, currency, ratePlans }: Rates): contract.RatePlan[] {
  return ratePlans.map(({ derivedFrom, translations, ...plan }) => ({
    ...plan,
    ...orderedTranslations(translations),
    resourceId,
    currency,
    derivedFrom: derivedFrom && derivationToWire(derivedFrom),
  }));
}

export function derivationToWire({ adjustment, ...derivation }: Derivation) {
  if (adjustment === undefined) return derivation;
  const amountMinorUnits = String(adjustment.amountMinorUnits);
  return { ...derivation, adjustment: { ...adjustment, amountMinorUnits } };
}

export function ratesFromWire({ resourceId, ratePlans }: RequestOf<typeof contract.putRates>): PutRates {
  return { resourceId, entries: ratePlans.map(ratePlanEntryFromWire) };
}

/** Without `derivedFrom` the plan keeps what it has. */
function ratePlanEntryFromWire({
  derivedFrom,
  ...entry
}: RequestOf<typeof contract.putRates>['ratePlans'][number]): RatePlanEntry {
  return derivedFrom ? { ...entry, derivedFrom: derivationFromWire(derivedFrom) } : { ...entry, derivedFrom };
}

function derivationFromWire({ adjustment, ...derivation }: z.infer<typeof contract.derivation>): Derivation {
  if (adjustment === undefined) return derivation;
  return {
    ...derivation,
    adjustment: { ...adjustment, amountMinorUnits: BigInt(adjustment.amountMinorUnits) },
  };
}

export function ratesToWire(rates: Rates) {
  const { id: resourceId, nightlyRates } = rates;
  return {
    resourceId,
    ratePlans: ratePlansToWire(rates),
    ...(nightlyRates && { nightlyRates: nightlyRates.map(nightlyRateToWire) }),
  };
}

function nightlyRateToWire({ ratePlanCode, date, amountMinorUnits, source }: NightlyRate) {
  return { ratePlanCode, date, amountMinorUnits: String(amountMinorUnits), source };
}

export function pricingFromWire({ resourceId, pricing }: RequestOf<typeof contract.putPricing>): PutPricing {
  return { resourceId, entries: pricing.map(pricingEntryFromWire) };
}

/** A missing list stays missing, so that the prices are read back as they were written. */
function pricingEntryFromWire(entry: contract.PricingEntry): PricingEntry {
  const { ratePlanCode, baseAmountMinorUnits: base } = entry;
  const { dayOfWeekMultipliersBps, seasons, leadTimeTiers, lengthOfStayTiers, occupancy } = entry;
  return {
    ratePlanCode,
    baseAmountMinorUnits: base === null ? null : BigInt(base),
    ...(dayOfWeekMultipliersBps && { dayOfWeekMultipliersBps }),
    ...(seasons && { seasons }),
    ...(leadTimeTiers && { leadTimeTiers }),
    ...(lengthOfStayTiers && { lengthOfStayTiers }),
    ...(occupancy && { occupancy: occupancyFromWire(occupancy) }),
  };
}

type OccupancyWire = NonNullable<contract.PricingEntry['occupancy']>;

function occupancyFromWire({
  includedAdults,
  extraAdultMinorUnits,
  singleAdultMultiplierBps = NEUTRAL_BPS,
  includedChildren = 0,
  children = [],
}: OccupancyWire): OccupancyPricing {
  const bands = children.map((band) => ({ ...band, amountMinorUnits: BigInt(band.amountMinorUnits) }));
  return {
    includedAdults,
    extraAdultMinorUnits: BigInt(extraAdultMinorUnits),
    singleAdultMultiplierBps,
    includedChildren,
    children: bands,
  };
}

function occupancyToWire({ extraAdultMinorUnits, children, ...rest }: OccupancyPricing): OccupancyWire {
  const bands = children.map((band) => ({ ...band, amountMinorUnits: String(band.amountMinorUnits) }));
  return { ...rest, extraAdultMinorUnits: String(extraAdultMinorUnits), children: bands };
}

/** The position of an entry is its plan, which is never taken away. */
export function pricingToWire(
  resourceId: string,
  entries: readonly PricingEntry[],
  {
    after = null,
    limit = entries.length,
  }: { after?: string | null | undefined; limit?: number | undefined } = {},
) {
  const rest = after === null ? entries : entriesAfter(entries, after);
  const page = { rows: rest.slice(0, limit), hasMore: rest.length > limit };
  const { items, last } = endPage(page, pricingEntryToWire);
  return { resourceId, pricing: items, nextAfter: last === undefined ? null : positionOf(last) };
}

function entriesAfter(entries: readonly PricingEntry[], position: string): readonly PricingEntry[] {
  const index = entries.findIndex((entry) => positionOf(entry) === position);
  return index === -1 ? [] : entries.slice(index + 1);
}

function positionOf({ ratePlanCode }: PricingEntry): string {
  return JSON.stringify(ratePlanCode);
}

function pricingEntryToWire(entry: PricingEntry): contract.PricingEntry {
  const { baseAmountMinorUnits: base, seasons, leadTimeTiers, lengthOfStayTiers, occupancy, ...rest } = entry;
  return {
    ...rest,
    baseAmountMinorUnits: base === null ? null : String(base),
    ...(seasons && { seasons: [...seasons] }),
    ...(leadTimeTiers && { leadTimeTiers: [...leadTimeTiers] }),
    ...(lengthOfStayTiers && { lengthOfStayTiers: [...lengthOfStayTiers] }),
    ...(occupancy && { occupancy: occupancyToWire(occupancy) }),
  };
}
