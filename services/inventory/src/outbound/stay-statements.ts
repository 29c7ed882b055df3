import type { ReadStatement } from '@lodging/kit-postgres';
import { LONGEST_MS } from '../domain/claim.ts';
import type { PublishedRate } from '../domain/exchange-rate.ts';
import type { ClaimKind, Taken } from '../domain/peak-units.ts';
import type { ResourceConfig, ResourceKind, Restriction, RatePlan, RoomType } from '../domain/resource.ts';
import type { Span } from '../domain/stay.ts';
import type { Versioned } from './config-cache.ts';
import { readPricing } from './pricing-json.ts';
import type { PricingJson } from './pricing-json.ts';
import { CONFIG } from './resource-sql.ts';

/**
 * The version of the configuration, and what is taken: one row for each claim, or one without a claim. The upper bound
 * of `ends_at` is the longest claim there can be; it keeps the scan within the index short.
 */
const OCCUPANCY = `
  SELECT r.config_version, c.kind, c.units, c.starts_at, c.ends_at
  FROM resources r LEFT JOIN claims c
    ON c.tenant_id = $1 AND c.resource_id = $2 AND c.ends_at > $3 AND c.ends_at <= $5 AND c.starts_at < $4
    AND (c.state = 'confirmed' OR c.expires_at > now())
  WHERE r.tenant_id = $1 AND r.id = $2`;

const LAST_MOMENT_MS = Temporal.Instant.from('9999-12-31T00:00:00Z').epochMilliseconds;

/**
 * The bounds of a look-up of claims over a span, as its parameters. A span that is longer than any stay may be is cut:
 * what is asked with it will be refused, whatever is taken.
 */
export function boundsOf({ start, end }: Span): [string, string, string] {
  const cut = Math.min(end, start + LONGEST_MS);
  return [momentOf(start), momentOf(cut), momentOf(cut + LONGEST_MS)];
}

/** Postgres and Temporal write the years after 9999 differently. */
export function momentOf(epochMilliseconds: number): string {
  return new Date(Math.min(epochMilliseconds, LAST_MOMENT_MS)).toISOString();
}

export interface OccupancyRow {
  readonly config_version: bigint;
  readonly kind: ClaimKind | null;
  readonly units: number;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
}

export function occupancy(tenantId: string, resourceId: string, span: Span): ReadStatement {
  return { name: 'stay_occupancy', text: OCCUPANCY, values: [tenantId, resourceId, ...boundsOf(span)] };
}

export function readTaken(rows: readonly OccupancyRow[]): Taken[] {
  return rows.flatMap(({ kind, units, starts_at: start, ends_at: end }) =>
    kind === null ? [] : [{ kind, units, start: start.epochMilliseconds, end: end.epochMilliseconds }],
  );
}

export interface ConfigRow extends Omit<ResourceConfig, 'roomType' | 'plans' | 'pricing' | 'kind'> {
  readonly kind: ResourceKind;
  readonly config_version: bigint;
  readonly room_type: RoomType | null;
  readonly plans: readonly (RatePlan & {
    readonly restrictions: readonly Restriction[];
    readonly pricing: PricingJson | null;
  })[];
  readonly pricing: PricingJson | null;
}

export function configuration(tenantId: string, resourceId: string): ReadStatement {
  const text = `${CONFIG} WHERE r.tenant_id = $1 AND r.id = $2`;
  return { name: 'stay_configuration', text, values: [tenantId, resourceId] };
}

export function readConfig({ config_version: version, room_type: roomType, ...row }: ConfigRow): Versioned {
  const plans = row.plans.map((plan) => ({ ...plan, pricing: readPricing(plan.pricing) }));
  return { version, config: { ...row, roomType, plans, pricing: readPricing(row.pricing) } };
}

const NIGHTLY = `
  SELECT date, amount_minor_units FROM nightly_rates
  WHERE tenant_id = $1 AND rate_plan_id = $2 AND date >= $3 AND date < $4`;

export interface NightlyRow {
  readonly date: string;
  readonly amount_minor_units: bigint;
}

/** Amounts set for single dates; `span` may be wider than the stay. */
export function nightlyRates(tenantId: string, ratePlanId: string, { start, end }: Span): ReadStatement {
  const values = [tenantId, ratePlanId, momentOf(start).slice(0, 10), momentOf(end).slice(0, 10)];
  return { name: 'stay_nightly_rates', text: NIGHTLY, values };
}

/** Of each pair that touches one of the two currencies the newest rate; which of them lead across is not decided here. */
const RATES = `
  SELECT DISTINCT ON (f.from_currency, f.to_currency) f.from_currency, f.to_currency, f.rate::text AS rate,
    f.effective_at, f.source
  FROM resources r CROSS JOIN LATERAL (
    SELECT * FROM fx_rates WHERE from_currency IN (r.currency, $3) AND effective_at BETWEEN $4 AND $5
    UNION SELECT * FROM fx_rates WHERE to_currency IN (r.currency, $3) AND effective_at BETWEEN $4 AND $5) f
  WHERE r.tenant_id = $1 AND r.id = $2 AND r.currency <> $3
  ORDER BY f.from_currency, f.to_currency, f.effective_at DESC`;

export interface RateRow {
  readonly from_currency: string;
  readonly to_currency: string;
  readonly rate: string;
  readonly effective_at: Temporal.Instant;
  readonly source: string;
}

export function recentRates(
  tenantId: string,
  resourceId: string,
  currency: string,
  now: Temporal.Instant,
): ReadStatement {
  const values = [tenantId, resourceId, currency, now.subtract({ hours: 7 * 24 }).toString(), now.toString()];
  return { name: 'stay_recent_rates', text: RATES, values };
}

export function readRate(row: RateRow): PublishedRate {
  const { from_currency: fromCurrency, to_currency: toCurrency, effective_at: effectiveAt } = row;
  return { fromCurrency, toCurrency, effectiveAt, rate: row.rate, source: row.source };
}
