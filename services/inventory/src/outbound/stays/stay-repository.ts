import type { StayWindow } from '@lodging/kernel';
import type { Database, ReadStatement } from '@lodging/kit-postgres';
import { MAX_NIGHTS } from '../../domain/time/check-window.ts';
import { DAY_MS } from '../../domain/time/day-number.ts';
import { MAX_RATE_AGE } from '../../domain/rates/exchange-rate.ts';
import type { PublishedRate } from '../../domain/rates/exchange-rate.ts';
import type { ResourceConfig } from '../../domain/resources/resource.ts';
import type { RatesByPlan } from '../../domain/stays/quote-stay.ts';
import { stayAt, widestSpan } from '../../domain/time/stay.ts';
import type { Span, Stay } from '../../domain/time/stay.ts';
import type { Reader, StayRepository, TooManyClaims } from '../../ports/stays.ts';
import type { CatalogCache } from '../rules/catalog-cache.ts';
import type { ConfigCache } from '../resources/config-cache.ts';
import type { ResourceKey } from '../resources/resource-statements.ts';
import { spanBounds, timestampOf } from '../units/span-bounds.ts';
import type { SpanBounds } from '../units/span-bounds.ts';
import {
  findNightlyRates,
  findOccupancy,
  findOtherPricedOccupancy,
  findOtherPricedPeaks,
  findPeaks,
  findPricedOccupancy,
  findPricedPeaks,
  findRatesOfBoth,
  findRatesWithParent,
  findRecentFxRates,
  isIncomplete,
  readTaken,
} from './stay-statements.ts';
import type {
  NightlyRateRow,
  NightlyRateValues,
  OccupancyRow,
  PricedOccupancyRow,
} from './stay-statements.ts';
import { readLarge, readVersioned, readVersionedWithRules } from './versioned-read.ts';
import type { VersionedRead } from './versioned-read.ts';

export function createStayRepository(
  db: Database,
  caches: { readonly configs: ConfigCache; readonly catalogs: CatalogCache },
): StayRepository {
  return {
    async find(reader, resourceId, window) {
      const at = stayReader({ tenantId: reader.tenantId, resourceId, window });
      const read = (last: VersionedRead['last']) =>
        readVersioned<OccupancyRow>(db, caches.configs, { ...reader, resourceId, more: () => [], last });
      const found = await readClaims(reader, at, read, { each: findOccupancy, peaks: findPeaks });
      if (found === undefined || found === 'too-many-claims') return found;
      const { resource } = found;
      return { resource, stay: at.stayOf(resource), taken: readTaken(found.last) };
    },
    async findWithPrices(
      reader,
      resourceId,
      window,
      { ratePlanId, displayCurrency: currency, now, exceptClaim },
    ) {
      const { tenantId } = reader;
      const nightly = (cached: ResourceConfig | undefined) =>
        ratePlanId === undefined
          ? []
          : [ratesStatement(cached, { tenantId, ratePlanId, ...datesOf(widestSpan(window)) })];
      const fx =
        currency === undefined
          ? []
          : [findRecentFxRates({ tenantId, resourceId, currency, ...fxRatePeriod(now) })];
      const at = stayReader({ tenantId, resourceId, window });
      const more = (cached: ResourceConfig | undefined) => [...nightly(cached), ...fx];
      const read = (last: VersionedRead['last']) =>
        readVersionedWithRules<PricedOccupancyRow>(db, caches, { ...reader, resourceId, more, last });
      const found = await readClaims(reader, at, read, pricedClaims(exceptClaim));
      if (found === undefined || found === 'too-many-claims') return found;
      const nightlyRows = (ratePlanId === undefined ? [] : found.more[0]) as NightlyRateRow[];
      return {
        resource: found.resource,
        stay: at.stayOf(found.resource),
        taxRules: found.catalog.taxRules,
        policies: found.catalog.policies,
        taken: readTaken(found.last),
        nightlyRates: ratesByPlan(nightlyRows),
        fxRates: (fx.length === 0 ? [] : found.more.at(-1)) as PublishedRate[],
      };
    },
  };
}

/** The rates of the plan, and of its parent where it is derived. Without a cached configuration the statement finds the parent. */
function ratesStatement(cached: ResourceConfig | undefined, values: NightlyRateValues): ReadStatement {
  if (cached === undefined) return findRatesWithParent(values);
  const parentCode = cached.plans.find(({ id }) => id === values.ratePlanId)?.derivedFrom?.ratePlanCode;
  const parent = cached.plans.find(({ code }) => code === parentCode);
  return parent === undefined
    ? findNightlyRates(values)
    : findRatesOfBoth({ ...values, parentId: parent.id });
}

function ratesByPlan(rows: readonly NightlyRateRow[]): RatesByPlan {
  const rates = new Map<string, Map<string, bigint>>();
  for (const { rate_plan_id: id, date, amount_minor_units: amount } of rows) {
    const ofPlan = rates.get(id);
    if (ofPlan === undefined) rates.set(id, new Map([[date, amount]]));
    else ofPlan.set(date, amount);
  }
  return rates;
}

type StayStatement = (values: ResourceKey & SpanBounds) => ReadStatement;

function pricedClaims(exceptClaim: string | undefined): ClaimStatements {
  if (exceptClaim === undefined) return { each: findPricedOccupancy, peaks: findPricedPeaks };
  return {
    each: (values) => findOtherPricedOccupancy({ ...values, exceptClaim }),
    peaks: (values) => findOtherPricedPeaks({ ...values, exceptClaim }),
  };
}

interface ClaimStatements {
  readonly each: StayStatement;
  readonly peaks: StayStatement;
}

/** Each claim; or the peaks of the stay, where the claims are too many. */
async function readClaims<
  Found extends { readonly resource: ResourceConfig; readonly last: readonly OccupancyRow[] },
>(
  reader: Reader,
  at: ReturnType<typeof stayReader>,
  read: (last: VersionedRead['last']) => Promise<Found | undefined>,
  { each, peaks }: ClaimStatements,
): Promise<Found | TooManyClaims | undefined> {
  const found = await read((cached) => each(at.boundsOf(cached)));
  if (found === undefined || !isIncomplete(found.last)) return found;
  const peak = await readLarge(reader, found.resource, (known) =>
    read((cached) => peaks(at.boundsOf(cached ?? known))),
  );
  return peak?.last[0]?.is_cut === true ? 'too-many-claims' : peak;
}

/** Longer spans are refused, whatever their rates are. */
const MAX_SPAN_MS = (MAX_NIGHTS + 5) * DAY_MS;

/** May be more dates than those of the stay. */
function datesOf({ start, end }: Span): { readonly first: string; readonly end: string } {
  const last = Math.min(end, start + MAX_SPAN_MS);
  return { first: timestampOf(start).slice(0, 10), end: timestampOf(last).slice(0, 10) };
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
