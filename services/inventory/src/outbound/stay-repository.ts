import type { StayWindow } from '@lodging/kernel';
import type { Database } from '@lodging/kit-postgres';
import { MAX_RATE_AGE } from '../domain/exchange-rate.ts';
import type { PublishedRate } from '../domain/exchange-rate.ts';
import type { ResourceConfig } from '../domain/resource.ts';
import { stayAt, widestSpan } from '../domain/stay.ts';
import type { Span, Stay } from '../domain/stay.ts';
import type { StayRepository } from '../ports/stays.ts';
import type { CatalogCache } from './catalog-cache.ts';
import type { ConfigCache } from './config-cache.ts';
import type { ResourceKey } from './resource-statements.ts';
import { spanBounds, timestampOf } from './span-bounds.ts';
import {
  findNightlyRates,
  findOccupancy,
  findPricedOccupancy,
  findRecentFxRates,
  readTaken,
} from './stay-statements.ts';
import type { NightlyRateRow, OccupancyRow, PricedOccupancyRow } from './stay-statements.ts';
import { readVersioned, readVersionedWithRules } from './versioned-read.ts';

export function createStayRepository(
  db: Database,
  caches: { readonly configs: ConfigCache; readonly catalogs: CatalogCache },
): StayRepository {
  return {
    async find(tenantId, resourceId, window) {
      const at = stayReader({ tenantId, resourceId, window });
      const last = (cached: ResourceConfig | undefined) => findOccupancy(at.boundsOf(cached));
      const read = { tenantId, resourceId, more: [], last };
      const found = await readVersioned<OccupancyRow>(db, caches.configs, read);
      if (found === undefined) return undefined;
      const { resource } = found;
      return { resource, stay: at.stayOf(resource), taken: readTaken(found.last) };
    },
    async findWithPrices(tenantId, resourceId, window, { ratePlanId, displayCurrency: currency, now }) {
      const nightly =
        ratePlanId === undefined
          ? []
          : [findNightlyRates({ tenantId, ratePlanId, ...datesOf(widestSpan(window)) })];
      const fx =
        currency === undefined
          ? []
          : [findRecentFxRates({ tenantId, resourceId, currency, ...fxRatePeriod(now) })];
      const at = stayReader({ tenantId, resourceId, window });
      const last = (cached: ResourceConfig | undefined) => findPricedOccupancy(at.boundsOf(cached));
      const read = { tenantId, resourceId, more: [...nightly, ...fx], last };
      const found = await readVersionedWithRules<PricedOccupancyRow>(db, caches, read);
      if (found === undefined) return undefined;
      const nightlyRows = (nightly.length === 0 ? [] : found.more[0]) as NightlyRateRow[];
      return {
        resource: found.resource,
        stay: at.stayOf(found.resource),
        taxRules: found.catalog.taxRules,
        policies: found.catalog.policies,
        taken: readTaken(found.last),
        nightlyRates: new Map(nightlyRows.map(({ date, amount_minor_units: amount }) => [date, amount])),
        fxRates: (fx.length === 0 ? [] : found.more.at(-1)) as PublishedRate[],
      };
    },
  };
}

/** May be more dates than those of the stay. */
function datesOf({ start, end }: Span): { readonly first: string; readonly end: string } {
  return { first: timestampOf(start).slice(0, 10), end: timestampOf(end).slice(0, 10) };
}

function fxRatePeriod(now: Temporal.Instant): { readonly notBefore: string; readonly now: string } {
  return { notBefore: now.subtract(MAX_RATE_AGE).toString(), now: now.toString() };
}

interface StayKey extends ResourceKey {
  readonly window: StayWindow;
}

/** The span of the stay is known before the read where the configuration is cached; else the widest one is read. */
function stayReader({ window, ...key }: StayKey) {
  let stay: Stay | undefined;
  return {
    boundsOf(cached: ResourceConfig | undefined) {
      stay = cached && stayAt(cached, window);
      return { ...key, ...spanBounds(stay?.span ?? widestSpan(window)) };
    },
    stayOf: (resource: ResourceConfig): Stay => stay ?? stayAt(resource, window),
  };
}
