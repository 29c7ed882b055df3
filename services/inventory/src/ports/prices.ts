import type { Result } from '@lodging/kernel';
import type { BulkRateChange, BulkRateContext, BulkRateRequest } from '../domain/bulk-rates.ts';
import type { PlanPricing, PricingEntry } from '../domain/check-pricing.ts';
import type { PublishedRate } from '../domain/exchange-rate.ts';
import type { Restriction } from '../domain/resource.ts';
import type { PlanRestriction } from '../domain/restrictions.ts';
import type { Decide } from './resources.ts';

export interface PricingRepository {
  find(tenantId: string, resourceId: string): Promise<readonly PricingEntry[] | undefined>;
  /** Replaces the prices of the decided plans; those of others stay. Returns all prices of the resource. */
  replace(
    tenantId: string,
    resourceId: string,
    decide: Decide<readonly PlanPricing[]>,
  ): Promise<Result<readonly PricingEntry[]>>;
}

export interface RestrictionRecord extends Restriction {
  readonly id: string;
  readonly ratePlanCode: string;
  /** The instants of the request; null where it had dates. */
  readonly fromAt: Temporal.Instant | null;
  readonly toAt: Temporal.Instant | null;
}

export interface RestrictionList {
  readonly timezone: string;
  readonly restrictions: readonly RestrictionRecord[];
}

export interface RestrictionRepository {
  find(tenantId: string, resourceId: string): Promise<RestrictionList | undefined>;
  /** Replaces all restrictions of the plans of the decided ones; those of other plans stay. */
  replace(
    tenantId: string,
    resourceId: string,
    decide: Decide<readonly PlanRestriction[]>,
  ): Promise<Result<RestrictionList>>;
}

export interface BulkRateRepository {
  /** Changes many resources, each with its version, in one commit. */
  apply(
    tenantId: string,
    request: BulkRateRequest,
    decide: (context: BulkRateContext) => Result<BulkRateChange>,
  ): Promise<Result<BulkRateChange>>;
}

export interface FxRateRepository {
  upsert(tenantId: string, rates: readonly PublishedRate[]): Promise<void>;
}
