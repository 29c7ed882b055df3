import type { Page, Result } from '@lodging/kernel';
import type { BulkRateChange, BulkRateContext, BulkRateRequest } from '../domain/rates/bulk-rates.ts';
import type { PlanPricing, PricingEntry, SeasonCounts } from '../domain/rates/check-pricing.ts';
import type { PublishedRate } from '../domain/rates/exchange-rate.ts';
import type { PlanRestriction, RestrictionCounts } from '../domain/rates/restrictions.ts';
import type { RatedResource } from '../domain/calendar/rate-overview.ts';
import type { Restriction } from '../domain/resources/resource.ts';
import type { DayRange } from '../domain/time/range-by-day.ts';
import type { DecideStored, ListPage } from './resources.ts';
import type { TooHeavy } from './search.ts';

export interface PricingRepository {
  find(tenantId: string, resourceId: string): Promise<readonly PricingEntry[] | undefined>;
  /** Replaces the prices of the decided plans; those of others stay. Returns all prices of the resource, in order of the plans. */
  replace(
    tenantId: string,
    resourceId: string,
    decide: DecideStored<readonly PlanPricing[], SeasonCounts>,
  ): Promise<Result<readonly PricingEntry[]>>;
}

export interface RestrictionRecord extends Restriction {
  readonly id: string;
  readonly ratePlanCode: string;
  /** The instants of the request; null where it had dates. */
  readonly fromAt: Temporal.Instant | null;
  readonly toAt: Temporal.Instant | null;
}

/** A page of the restrictions of a resource, in order of precedence. */
export interface RestrictionList extends ListPage<RestrictionRecord, string> {
  readonly timezone: string;
}

export interface RestrictionRepository {
  list(tenantId: string, resourceId: string, page: Page<string>): Promise<RestrictionList | undefined>;
  /** Replaces all restrictions of the plans of the decided ones; those of other plans stay. Returns the first page of all. */
  replace(
    tenantId: string,
    resourceId: string,
    decide: DecideStored<readonly PlanRestriction[], RestrictionCounts>,
  ): Promise<Result<RestrictionList>>;
}

export interface BulkRateRepository {
  /** Changes many resources, each with its version, in one commit. */
  apply(
    tenantId: string,
    request: BulkRateRequest,
    decide: (context: BulkRateContext) => Result<BulkRateChange>,
  ): Promise<Result<BulkRateChange>>;
  /** The resources of a room type that are on sale, of one moment. Undefined: there is no such room type. */
  find(
    tenantId: string,
    roomTypeId: string,
    days: DayRange,
  ): Promise<readonly RatedResource[] | TooHeavy | undefined>;
}

export interface FxRateRepository {
  upsert(tenantId: string, rates: readonly PublishedRate[]): Promise<void>;
}
